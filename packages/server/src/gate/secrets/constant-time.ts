import { createHash, timingSafeEqual } from 'node:crypto'

/** Whether two secrets, or digests of them, are the same, in a time that does not tell how much of them is. */
export const sameSecret = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** The same of texts, whatever their length. */
export const sameSecretText = (a: string, b: string): boolean => sameSecret(digest(a), digest(b))
