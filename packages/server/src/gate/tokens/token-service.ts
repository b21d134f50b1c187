import { errors, jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import type { Db } from '../../platform/db/database.ts'
import { AppError, isUnavailable } from '../../platform/errors.ts'
import type { Listener } from '../../platform/notifications/listener.ts'
import type { Sealer } from '../sealing/sealing.ts'
import { isRotationDue, loadSigningKeys, SIGNING_KEYS_CHANNEL, TOKEN_SECONDS } from './signing-keys.ts'

const ISSUER = 'rollcall'
const MAX_VERIFIED = 10_000
/** Limits reloads: an unknown kid may be an attack instead of another node's new key, and with a fast clock every key seems too old. */
const RELOAD_MS = 1_000

export interface IssuedToken {
  token: string
  /** Unix seconds. */
  expiration: number
}

export interface TokenService {
  issue(keyId: string): Promise<IssuedToken>
  /** Returns the id of the key that the token was issued to. @throws AppError token_invalid, token_expired */
  verify(token: string): Promise<string>
}

/**
 * Issues JSON Web Tokens signed with HS256, with keys that are stored sealed in the database, so that all nodes accept each
 * other's tokens. Verifying needs no round trip; a token seen before costs one map look-up.
 */
export const createTokenService = async (
  db: Db,
  sealer: Sealer,
  listener: Listener,
  now: () => number = Date.now,
): Promise<TokenService> => {
  const verified = new LRUCache<string, { keyId: string; expiration: number }>({ max: MAX_VERIFIED })
  /** Increases when the operator changes the keys, or may have changed them. */
  let changes = 0
  await listener.on(SIGNING_KEYS_CHANNEL, () => {
    changes++
  })
  let known = { keys: await loadSigningKeys(db, sealer), loadedAt: performance.now(), changes }
  let reloading: Promise<void> | undefined

  const load = async (): Promise<void> => {
    // `changes` is read before the keys, so that a change during the read causes another read.
    const seen = { loadedAt: performance.now(), changes }
    const keys = await loadSigningKeys(db, sealer)
    if (known.keys.some(({ id }) => keys.every((key) => key.id !== id))) verified.clear()
    known = { keys, ...seen }
  }
  const mayReload = (): boolean => performance.now() - known.loadedAt > RELOAD_MS
  /** Reads the keys once at a time, for any number of requests. */
  const reload = (): Promise<void> => {
    reloading ??= load().finally(() => {
      reloading = undefined
    })
    return reloading
  }
  /** Whether the last attempt to read the keys failed because their database was away: then the known keys are in use. */
  let isAway = false
  /** Reads the keys again if that is possible. Their database may be away while the organization's own database works. */
  const tryReload = async (): Promise<void> => {
    try {
      await reload()
      isAway = false
    } catch (error) {
      if (!isUnavailable(error) && !(error instanceof AppError && error.code === 'unavailable')) throw error
      isAway = true
      retriedAt = performance.now()
    }
  }
  let retriedAt = 0
  const catchUp = async (): Promise<void> => {
    while (known.changes !== changes) {
      if (!isAway) await tryReload()
      else if (performance.now() - retriedAt > RELOAD_MS) {
        retriedAt = performance.now()
        // No call waits for a database that was away a moment ago.
        void tryReload().catch(() => {})
      }
      if (isAway) return
    }
  }

  const secretOf = async (kid: string | undefined): Promise<Buffer> => {
    if (!known.keys.some(({ id }) => id === kid) && mayReload()) await tryReload()
    const key = known.keys.find(({ id }) => id === kid)
    // A key that another node created may be one that this node cannot read now.
    if (!key) throw new AppError(isAway ? 'unavailable' : 'token_invalid')
    return key.secret
  }

  return {
    async issue(keyId) {
      await catchUp()
      if (isRotationDue(known.keys[0], now()) && !isAway && mayReload()) await tryReload()
      const { id, secret } = known.keys[0]
      const issuedAt = Math.floor(now() / 1000)
      const expiration = issuedAt + TOKEN_SECONDS
      const token = await new SignJWT()
        .setProtectedHeader({ alg: 'HS256', kid: id })
        .setIssuer(ISSUER)
        .setSubject(keyId)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiration)
        .sign(secret)
      return { token, expiration }
    },

    async verify(token) {
      await catchUp()
      const seen = verified.get(token)
      if (seen) {
        if (seen.expiration * 1000 <= now()) throw new AppError('token_expired', { keyId: seen.keyId })
        return seen.keyId
      }
      const { keys } = known
      const { payload } = await jwtVerify(token, ({ kid }) => secretOf(kid), {
        algorithms: ['HS256'],
        issuer: ISSUER,
        requiredClaims: ['sub', 'exp'],
        currentDate: new Date(now()),
      }).catch(refuse)
      const { sub: keyId } = payload
      if (typeof keyId !== 'string') throw new AppError('token_invalid')
      // The token is not cached if its key may have been removed during the verification.
      if (known.keys === keys) verified.set(token, { keyId, expiration: payload.exp as number })
      return keyId
    },
  }
}

const refuse = (cause: unknown): never => {
  // The signature was valid, so the key is known.
  if (cause instanceof errors.JWTExpired) throw new AppError('token_expired', { cause, keyId: cause.payload.sub })
  if (cause instanceof errors.JOSEError || cause instanceof TypeError) throw new AppError('token_invalid', { cause })
  throw cause
}
