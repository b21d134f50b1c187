import type { AuthMethod } from '@rollcall/contract'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { isUuid } from '../../platform/sql/uuid.ts'
import type { KeyDirectory, KeyRecord } from '../keys/key-directory.ts'
import type { Sealer } from '../sealing/sealing.ts'
import { digestsMatch, hmacHex, secretMatches } from '../secrets/key-secret.ts'
import type { IssuedToken, TokenService } from '../tokens/token-service.ts'
import type { SlowDown } from './slow-down.ts'

/** The permitted deviation of the caller's clock, in seconds (contract §2). */
export const CLOCK_TOLERANCE_SECONDS = 300

export interface Access {
  /** The database of the sessions. */
  readonly db: Db
  readonly keys: KeyDirectory
  readonly tokens: TokenService
  readonly sealer: Sealer
  readonly slowDown: SlowDown
}

const refuse = async ({ slowDown }: Access, address: string, given: string, known: KeyRecord | undefined): Promise<never> => {
  // Only valid ids are counted as keys: other input would fill the memory.
  await slowDown.failed(address, isUuid(given) ? `key ${given.toLowerCase()}` : undefined)
  throw new AppError('credentials_invalid', { keyId: known?.id })
}

/** Creates the error for a caller whose key or organization the operator has blocked, with the operator's reason. */
export const blockedBecause = (reason: string, keyId?: string): AppError =>
  new AppError('blocked', { keyId, detail: `${reason.replace(/(?<![.!?])$/, '.')} Contact the operator of this service.` })

/** Creates the error for a caller whose organization is between two databases. */
export const moving = (keyId?: string): AppError =>
  new AppError('unavailable', {
    keyId,
    detail: 'The organization is being moved to another database. Send the same call again after Retry-After.',
  })

/** Checks the state of the key, after the caller has proved to have it: strangers do not learn it. */
const assertUsable = (key: KeyRecord, method: AuthMethod): KeyRecord => {
  const { id: keyId } = key
  if (!key.isServed) throw moving(keyId)
  if (key.revoked) throw new AppError('credentials_invalid', { keyId })
  if (key.blockedReason !== undefined) throw blockedBecause(key.blockedReason, keyId)
  if (key.expiresAt && key.expiresAt.getTime() <= Date.now()) throw new AppError('key_expired', { keyId })
  if (!key.authMethods.includes(method)) throw new AppError(`${method}_not_enabled`, { keyId })
  return key
}

/**
 * Returns the key with this id and secret, if it allows the given method.
 * @throws AppError credentials_invalid, blocked, key_expired, basic_not_enabled, hmac_not_enabled
 */
export const authenticateBySecret = async (
  access: Access,
  address: string,
  method: AuthMethod,
  { id, secret }: { id: string; secret: string },
): Promise<KeyRecord> => {
  const key = await access.keys.find(id)
  if (!secretMatches(secret, key?.secretHash) || !key) return refuse(access, address, id, key)
  return assertUsable(key, method)
}

/** Returns the key of a bearer token. @throws AppError token_invalid, token_expired, blocked, … */
export const authenticateByToken = async (access: Access, token: string): Promise<KeyRecord> => {
  const key = await access.keys.find(await access.tokens.verify(token))
  if (!key || (key.revoked && key.isServed)) throw new AppError('token_invalid', { keyId: key?.id })
  return assertUsable(key, 'hmac')
}

/** Returns the key by an HMAC of its id and the time (POST /v1/auth, contract §2). Errors do not name the wrong part. */
export const authenticateByHmac = async (
  access: Access,
  address: string,
  { apiKey, timestamp, hash }: { apiKey: string; timestamp: number; hash: string },
): Promise<KeyRecord> => {
  const key = await access.keys.find(apiKey)
  // A key without hmac has no sealed secret, so its hash cannot be checked; key ids are not guessable.
  if (key && !key.revoked && !key.secretSealed) throw new AppError('hmac_not_enabled', { keyId: key.id })
  const secret = key?.secretSealed ? access.sealer.open(key.secretSealed, key.id) : Buffer.alloc(32)
  const matches = digestsMatch(hash, hmacHex(secret, `${apiKey}${timestamp}`))
  const isRecent = Math.abs(Date.now() / 1000 - timestamp) <= CLOCK_TOLERANCE_SECONDS
  if (!key || !matches || !isRecent) return refuse(access, address, apiKey, key)
  return assertUsable(key, 'hmac')
}

export const issueToken = ({ tokens }: Access, key: KeyRecord): Promise<IssuedToken> => tokens.issue(key.id)
