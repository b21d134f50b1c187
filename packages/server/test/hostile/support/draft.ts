import type { Operation, Variant } from '@rollcall/contract'
import { BODY_LIMIT } from '../../../src/gate/http/body.ts'
import type { Caller } from '../../http/support/good-calls.ts'
import { RAW } from './hostile-values.ts'
import type { Random } from './random.ts'
import type { Known } from './schema-values.ts'

/** Name and value, exactly as sent: a character is a byte. */
export type Header = readonly [name: string, value: string]

/** A request before it becomes bytes. */
export interface Draft {
  readonly variant: Variant
  readonly operation: Operation
  method: string
  /** The path without its query. */
  path: string
  /** Name and value as they stand in the address. */
  query: (readonly [string, string])[]
  headers: Header[]
  /** The value that becomes the body; undefined: none. */
  json: unknown
  /** Changes of the JSON text, and of the bytes that it becomes. */
  readonly ofText: ((text: string) => string)[]
  readonly ofBytes: ((bytes: Buffer) => Buffer)[]
  /** Says how many bytes come where that is not as many as do; null: nothing says it. */
  length: string | null | undefined
}

/** The values from which mutations choose. */
export interface World {
  readonly caller: Caller
  readonly known: Known
}

/** Changes a draft, and says how; undefined where it has nothing to change. */
export type Mutation = (draft: Draft, random: Random, world: World) => string | undefined

const MARK = new RegExp(`"${RAW}(.*?)@@"`, 'gs')

/** JSON text in which marked values stand as they are, also where JSON has no such thing. */
const jsonText = (value: unknown): string =>
  JSON.stringify(value).replaceAll(MARK, (_, quoted: string) => JSON.parse(`"${quoted}"`) as string)

const bodyOf = ({ json, ofText, ofBytes }: Draft): Buffer | undefined => {
  if (json === undefined && ofBytes.length === 0) return undefined
  const text = ofText.reduce((given, change) => change(given), json === undefined ? '' : jsonText(json))
  return ofBytes.reduce<Buffer>((given, change) => change(given), Buffer.from(text))
}

const addressOf = ({ path, query }: Draft): string =>
  query.length === 0
    ? path
    : `${path}?${query.map(([name, value]) => (value === '\0none' ? name : `${name}=${value}`)).join('&')}`

/** Whether the service would rightly wait for more than is sent. */
const isAwaited = (length: string | null, body: Buffer | undefined): boolean =>
  length !== null && /^[0-9]{1,7}$/.test(length) && Number(length) > (body?.length ?? 0) && Number(length) <= BODY_LIMIT

/** The bytes of a request. */
export const bytesOf = (draft: Draft): Buffer => {
  const body = bodyOf(draft)
  const length = draft.length === undefined || isAwaited(draft.length, body) ? body && String(body.length) : draft.length
  const headers: readonly Header[] = typeof length === 'string' ? [...draft.headers, ['Content-Length', length]] : draft.headers
  const head = [`${draft.method} ${addressOf(draft)} HTTP/1.1`, ...headers.map(([name, value]) => `${name}: ${value}`)]
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), body ?? Buffer.alloc(0)])
}

export const setHeader = (draft: Draft, name: string, value: string): void => {
  draft.headers = [...draft.headers.filter(([other]) => other.toLowerCase() !== name.toLowerCase()), [name, value]]
}
