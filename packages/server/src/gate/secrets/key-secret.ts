import { createHash, createHmac, randomBytes } from 'node:crypto'
import { sameSecret } from './constant-time.ts'

/** A new secret: 256 random bits, prefixed so that leak scanners and people recognize it. */
export const createSecret = (): string => `rc_${randomBytes(32).toString('base64url')}`

/** Plain SHA-256: the secret has 256 random bits, so there is nothing for a slow hash to protect. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** Compared against when a key does not exist, so that it takes as long as when it does. */
const UNKNOWN_KEY_HASH = hashSecret(createSecret())

/** Constant-time; with no stored hash always false. */
export const secretMatches = (secret: string, stored: Buffer | undefined): boolean =>
  sameSecret(hashSecret(secret), stored ?? UNKNOWN_KEY_HASH) && stored !== undefined

/** HMAC-SHA256 of a message as lower-case hex (contract §2). */
export const hmacHex = (secret: string | Buffer, message: string): string =>
  createHmac('sha256', secret).update(message).digest('hex')

/** Whether the hex digests are equal, in any letter case, in constant time. */
export const digestsMatch = (given: string, expected: string): boolean =>
  sameSecret(Buffer.from(given.toLowerCase()), Buffer.from(expected))
