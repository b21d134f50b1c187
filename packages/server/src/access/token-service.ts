import { randomBytes, randomUUID } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Db } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { AppError } from '../errors.ts'
import type { Sealer } from './sealing.ts'

/** How long a token lives, in seconds (contract §2). */
export const TOKEN_SECONDS = 3600
/** A signing key signs for a day, and verifies for as long as its last token lives. */
const SIGNING_MS = 24 * 3_600_000
const VERIFYING_MS = SIGNING_MS + TOKEN_SECONDS * 1000
const ISSUER = 'rollcall'
const MAX_VERIFIED = 10_000
/** An unknown kid may be another node's fresh key, or an attack: look at most this often. */
const RELOAD_MS = 1_000

export interface IssuedToken {
  token: string
  /** Unix seconds. */
  expiration: number
}

export interface TokenService {
  issue(keyId: string): Promise<IssuedToken>
  /** Id of the key a token was issued to. @throws AppError token_invalid, token_expired */
  verify(token: string): Promise<string>
}

interface SigningKey {
  id: string
  secret: Buffer
  createdAt: number
}

/**
 * JSON Web Tokens signed with HS256 under keys that live in the database, sealed, so that all nodes accept each
 * other's tokens. Verifying needs no round trip; a token seen before costs one map look-up.
 */
export const createTokenService = async (db: Db, sealer: Sealer, now: () => number = Date.now): Promise<TokenService> => {
  let keys = await loadSigningKeys(db, sealer, now())
  let loadedAt = now()
  const verified = new LRUCache<string, { keyId: string; expiration: number }>({ max: MAX_VERIFIED })

  const reload = async (): Promise<void> => {
    loadedAt = now()
    keys = await loadSigningKeys(db, sealer, now())
  }

  const newest = async (): Promise<SigningKey> => {
    if (now() - (keys[0]?.createdAt ?? 0) > SIGNING_MS) await reload()
    return keys[0] as SigningKey
  }

  const secretOf = async (kid: string | undefined): Promise<Buffer> => {
    if (!keys.some(({ id }) => id === kid) && now() - loadedAt > RELOAD_MS) await reload()
    const key = keys.find(({ id }) => id === kid)
    if (!key) throw new AppError('token_invalid')
    return key.secret
  }

  return {
    async issue(keyId) {
      const { id, secret } = await newest()
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
      const known = verified.get(token)
      if (known) {
        if (known.expiration * 1000 <= now()) throw new AppError('token_expired')
        return known.keyId
      }
      const { payload } = await jwtVerify(token, ({ kid }) => secretOf(kid), {
        algorithms: ['HS256'],
        issuer: ISSUER,
        requiredClaims: ['sub', 'exp'],
        currentDate: new Date(now()),
      }).catch(refuse)
      const keyId = payload.sub as string
      verified.set(token, { keyId, expiration: payload.exp as number })
      return keyId
    },
  }
}

const refuse = (cause: unknown): never => {
  if (cause instanceof errors.JWTExpired) throw new AppError('token_expired', { cause })
  if (cause instanceof errors.JOSEError || cause instanceof TypeError) throw new AppError('token_invalid', { cause })
  throw cause
}

/** Newest first. Makes a new one when the newest is a day old; two nodes that do so at once are serialised. */
const loadSigningKeys = (db: Db, sealer: Sealer, now: number): Promise<SigningKey[]> =>
  transact(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('rollcall.signing_keys'))`.execute(trx)
    await trx
      .deleteFrom('signing_keys')
      .where('created_at', '<', new Date(now - VERIFYING_MS))
      .execute()
    const rows = await trx.selectFrom('signing_keys').selectAll().orderBy('created_at', 'desc').execute()
    const keys = rows.map((row) => ({
      id: row.id,
      secret: sealer.open(row.secret_sealed, row.id),
      createdAt: row.created_at.getTime(),
    }))
    if (keys[0] && now - keys[0].createdAt <= SIGNING_MS) return keys
    const fresh = { id: randomUUID(), secret: randomBytes(32), createdAt: now }
    const row = { id: fresh.id, secret_sealed: sealer.seal(fresh.secret, fresh.id), created_at: new Date(now) }
    await trx.insertInto('signing_keys').values(row).execute()
    return [fresh, ...keys]
  })
