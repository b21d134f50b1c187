import { AppError, type Fault } from '../errors.ts'

/** Largest body after decoding, in bytes (contract §1). */
export const BODY_LIMIT = 8 * 1024 * 1024

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Parses a JSON body. @throws AppError invalid_json, invalid_text */
export const parseJsonBody = (body: Buffer): unknown => {
  const text = decode(body)
  const value = parse(text)
  // Raw NUL and surrogates cannot stand in valid UTF-8 JSON: only an escape can bring them in.
  if (text.includes('\\u')) assertStorable(value)
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

/** One step of an RFC 6901 pointer. */
export const pointerStep = (key: string | number): string => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`

/** Refuses text that PostgreSQL cannot hold (NUL) or UTF-8 cannot carry (lone surrogates). Not recursive: depth is the sender's. */
const assertStorable = (root: unknown): void => {
  const faults: Fault[] = []
  const stack: [string, unknown][] = [['', root]]
  for (let next = stack.pop(); next && faults.length < 50; next = stack.pop()) {
    const [pointer, value] = next
    if (typeof value === 'string' && !isStorable(value)) faults.push(unstorable(pointer))
    if (typeof value !== 'object' || value === null) continue
    for (const [key, child] of Object.entries(value)) stack.push([pointer + pointerStep(key), child])
  }
  if (faults.length > 0) throw new AppError('invalid_text', { errors: faults })
}

const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

const unstorable = (pointer: string): Fault => ({
  pointer: pointer.slice(0, 500),
  message: 'must not hold NUL characters or unpaired surrogates',
  code: 'text',
})
