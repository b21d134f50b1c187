import { createHmac, hash, randomBytes } from 'node:crypto'
import { sameSecret } from './constant-time.ts'

/** Creates a secret: 256 random bits, with a prefix that leak scanners and people recognize. */
export const createSecret = (): string => `rc_${randomBytes(32).toString('base64url')}`

/** Returns id and secret of a bearer secret; undefined for any other token. */
export const parseBearerSecret = (token: string): { id: string; secret: string } | undefined => {
  const [, id, secret] = /^([0-9a-f-]{36})\.(rc_[\w-]+)$/i.exec(token) ?? []
  return id && secret ? { id, secret } : undefined
}

/** Plain SHA-256 suffices: the secret has 256 random bits, so a slow hash would add nothing. */
export const hashSecret = (secret: string): Buffer => hash('sha256', secret, 'buffer')

/** An unknown key is compared with this hash, so that it takes as long as a known one. */
const NO_SECRET_HASH = hashSecret(createSecret())

/** Compares in constant time; without a stored hash the result is false. */
export const secretMatches = (secret: string, stored: Buffer | undefined): boolean =>
  sameSecret(hashSecret(secret), stored ?? NO_SECRET_HASH) && stored !== undefined

/** Returns the HMAC-SHA256 of a message as lower-case hex (contract §2). */
export const hmacHex = (secret: string | Buffer, message: string): string =>
  createHmac('sha256', secret).update(message).digest('hex')

/** Compares hex digests, in any letter case, in constant time. */
export const digestsMatch = (given: string, expected: string): boolean =>
  sameSecret(Buffer.from(given.toLowerCase()), Buffer.from(expected))
