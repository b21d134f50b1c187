import type { Operation, Scheme, Variant } from '@rollcall/contract'
import { PASSWORD, type TestService } from '../../../src/testing/test-service.ts'
import type { Headers } from '../../http/support/credentials.ts'
import {
  type Caller,
  createCaller,
  GOOD_BODIES,
  goodHeaders,
  goodPath,
  OWN_HEADERS,
  PREPARATIONS,
} from '../../http/support/good-calls.ts'
import { type Draft, type Header, setHeader, type World } from './draft.ts'

/** A company that is asked, another one whose ids are used as well, and what proves who asks. */
export interface FuzzedWorld extends World {
  /** The secrets that no log may contain. */
  readonly secrets: readonly string[]
  /** Brings what calls need back to where it was. */
  prepare(): Promise<void>
  /** Makes the good call of an operation again. */
  draft(variant: Variant, address: string): Promise<Draft>
}

/** Each of them needs a session of its own, or a code that is spent. */
const NEVER_KEPT = new Set<Operation>(['signOut', 'setUp'])

/** Each call uses up its good call, so a new one is prepared. */
const SPENT = new Set<Operation>(['setUp'])

export const createWorld = async (service: TestService, mark: string): Promise<FuzzedWorld> => {
  const caller = await createCaller(service, mark)
  const stranger = await createCaller(service, `${mark}-other`)
  const headers = await goodHeaders(caller)
  const own = new Map<Operation, Headers>()
  const ownHeaders = async (operation: Operation): Promise<Headers> => {
    const kept = own.get(operation)
    if (kept) return kept
    const made = (await OWN_HEADERS[operation]?.(caller).catch(() => undefined)) ?? {}
    if (!NEVER_KEPT.has(operation)) own.set(operation, made)
    return made
  }
  // What it needs may be gone for good: an erased user does not come back.
  const prepare = async () => {
    for (const [operation, prepareIt] of Object.entries(PREPARATIONS))
      if (!SPENT.has(operation as Operation)) await prepareIt(caller).catch(() => {})
  }
  const tokens = [
    headers.bearer.authorization,
    caller.person.headers.cookie?.split('=')[1],
    caller.person.headers['x-csrf-token'],
  ]
  return {
    caller,
    known: { own: Object.values(caller.ids), foreign: Object.values(stranger.ids) },
    secrets: [PASSWORD, caller.key.secret, service.metricsToken, ...tokens.map((token) => token?.replace(/^Bearer /, '') ?? '')],
    prepare,
    async draft(variant, address) {
      const operation = variant.endpoint.operation as Operation
      if (SPENT.has(operation)) await PREPARATIONS[operation]?.(caller)
      return goodDraft(variant, caller, address, headers, await ownHeaders(operation))
    },
  }
}

const goodDraft = (variant: Variant, caller: Caller, address: string, headers: Record<Scheme, Headers>, own: Headers): Draft => {
  const operation = variant.endpoint.operation as Operation
  const [path = '', query] = goodPath(variant, caller).split('?')
  const body = GOOD_BODIES[operation]?.(caller)
  const proof: Header[] = Object.entries({ ...headers[variant.scheme === 'session' ? 'session' : variant.scheme], ...own })
  const draft: Draft = {
    variant,
    operation,
    method: variant.endpoint.method,
    path,
    query: query ? query.split('&').map((pair) => pair.split('=') as [string, string]) : [],
    headers: [['Host', '127.0.0.1'], ['X-Forwarded-For', address], ...proof],
    json: body && JSON.parse(JSON.stringify(body)),
    ofText: [],
    ofBytes: [],
    length: undefined,
  }
  if (body) setHeader(draft, 'Content-Type', 'application/json')
  return draft
}
