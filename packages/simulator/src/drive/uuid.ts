import { createHash } from 'node:crypto'

/** Derives a UUID (version 8) from a text, so that creating an entity with it is safe to repeat. */
export const uuidOf = (text: string): string => {
  const hex = createHash('sha256').update(text).digest('hex')
  const variant = (Number.parseInt(hex[16] ?? '0', 16) & 3) | 8
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant.toString(16)}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
