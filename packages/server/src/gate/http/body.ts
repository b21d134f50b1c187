import { AppError, type FieldError } from '../../platform/errors.ts'

/** The maximum size of a body after decoding, in bytes (contract §1). */
export const BODY_LIMIT = 8 * 1024 * 1024

/** The limit of operations without authentication, so that unknown callers cannot fill the memory. */
export const PUBLIC_BODY_LIMIT = 64 * 1024

export const bodyTooLarge = (limit: number, cause?: Error): AppError => {
  const detail = `A body of this operation may have at most ${limit} bytes after decoding.`
  return new AppError('body_too_large', limit < BODY_LIMIT ? { cause, detail } : { cause })
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Parses a JSON body. @throws AppError invalid_json, invalid_text */
export const parseJsonBody = (body: Buffer): unknown => {
  const text = decode(body)
  const value = parse(text)
  // Raw NUL and surrogates cannot occur in valid UTF-8 JSON: only an escape can produce them.
  if (text.includes('\\u') && UNSTORABLE_ESCAPE.test(text)) assertStorable(value)
  return value
}

const decode = (body: Buffer): string => {
  try {
    return utf8.decode(body)
  } catch (cause) {
    throw new AppError('invalid_json', { detail: 'The body is not valid UTF-8.', cause })
  }
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new AppError('invalid_json', { detail: `${(cause as Error).message.slice(0, 200)}. Send one JSON document.`, cause })
  }
}

/** Encodes one step of an RFC 6901 pointer. */
export const pointerStep = (key: string | number): string => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`

/** Matches escapes that may be unstorable; two surrogates may still form a pair, and the backslash may be escaped itself. */
const UNSTORABLE_ESCAPE = /\\u(?:0000|[dD][89a-fA-F])/

/** Deeper levels are ignored, because no schema is this deep. */
const MAX_DEPTH = 100
const MAX_FIELD_ERRORS = 50

/** A list or object, with the position of the value that is being checked. */
interface Level {
  readonly holder: Readonly<Record<string, unknown>>
  /** The keys of an object; undefined for a list. */
  readonly keys: readonly string[] | undefined
  readonly length: number
  at: number
}

const levelOf = (holder: object): Level => {
  const keys = Array.isArray(holder) ? undefined : Object.keys(holder)
  return { holder: holder as Level['holder'], keys, length: keys?.length ?? (holder as unknown[]).length, at: -1 }
}

const keyOf = ({ keys, at }: Level): string | number => keys?.[at] ?? at

/**
 * Rejects text that PostgreSQL cannot store (NUL) or UTF-8 cannot encode (lone surrogates). It is not recursive over siblings: its
 * memory grows only with the depth of the body, because four million values fit into one.
 */
const assertStorable = (root: unknown): void => {
  const fieldErrors: FieldError[] = []
  const levels = [levelOf([root])]
  for (let level = levels[0]; level && fieldErrors.length < MAX_FIELD_ERRORS; level = levels.at(-1)) {
    if (++level.at >= level.length) {
      levels.pop()
      continue
    }
    const value = level.holder[keyOf(level)]
    if (typeof value === 'string' && !isStorable(value))
      fieldErrors.push(unstorable(levels.slice(1).map(keyOf).map(pointerStep).join('')))
    else if (typeof value === 'object' && value !== null && levels.length < MAX_DEPTH) levels.push(levelOf(value))
  }
  if (fieldErrors.length > 0) throw new AppError('invalid_text', { errors: fieldErrors })
}

const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

const unstorable = (pointer: string): FieldError => ({
  pointer,
  message: 'must not contain NUL characters or unpaired surrogates',
  code: 'text',
})
