import { createHash, timingSafeEqual } from 'node:crypto'

/** Compares two secrets, or digests of them, in a time that does not depend on how much of them is equal. */
export const sameSecret = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Compares texts of any length in constant time. */
export const sameSecretText = (a: string, b: string): boolean => sameSecret(digest(a), digest(b))
