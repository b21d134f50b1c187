import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { readClock } from '../../platform/db/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { transact } from '../../platform/transactions/transact.ts'
import { type Sealer, sealToStore } from '../sealing/sealing.ts'

/** How long a token is valid, in seconds (contract §2). */
export const TOKEN_SECONDS = 3600
/** A signing key signs for a day, and verifies until its last token expires. */
const SIGNING_MS = 24 * 3_600_000
const VERIFYING_MS = SIGNING_MS + TOKEN_SECONDS * 1000

/** Notifies all nodes to read the signing keys again. */
export const SIGNING_KEYS_CHANNEL = 'rollcall_signing_keys'

export interface SigningKey {
  readonly id: string
  readonly secret: Buffer
  readonly createdAt: number
}

/** Returns whether a new key has to replace this one. */
export const isRotationDue = ({ createdAt }: SigningKey, now: number): boolean => now - createdAt > SIGNING_MS

/**
 * Returns the keys, newest first, and creates one if the newest is a day old by the clock of the database (tests set the time): a
 * node with a fast clock must not remove the key that the others sign with. A lock serializes the nodes.
 */
export const loadSigningKeys = (db: Db, sealer: Sealer, moment?: number): Promise<[SigningKey, ...SigningKey[]]> =>
  transact(db, async (trx) => {
    await lockSigningKeys(trx)
    const now = moment ?? (await readClock(trx)).getTime()
    await trx
      .deleteFrom('signing_keys')
      .where('created_at', '<', new Date(now - VERIFYING_MS))
      .execute()
    const rows = await trx.selectFrom('signing_keys').selectAll().orderBy('created_at', 'desc').execute()
    const [newest, ...older] = rows.map((row) => ({
      id: row.id,
      secret: sealer.open(row.secret_sealed, row.id),
      createdAt: row.created_at.getTime(),
    }))
    if (!newest) return [await insertSigningKey(trx, sealer, now)]
    if (!isRotationDue(newest, now)) return [newest, ...older]
    return [await insertSigningKey(trx, sealer, now), newest, ...older]
  })

/**
 * Makes all nodes sign with a new key from now on. Existing tokens stay valid until they expire; with `endTokens` they become invalid
 * at once, and every caller needs a new one.
 */
export const rotateSigningKey = (db: Db, sealer: Sealer, { endTokens = false } = {}): Promise<void> =>
  transact(db, async (trx) => {
    await lockSigningKeys(trx)
    const newest = await trx
      .selectFrom('signing_keys')
      .select((eb) => eb.fn.max('created_at').as('at'))
      .executeTakeFirst()
    if (endTokens) await trx.deleteFrom('signing_keys').execute()
    // The newest key signs, even if the clock of another node is ahead of ours.
    await insertSigningKey(trx, sealer, Math.max((await readClock(trx)).getTime(), (newest?.at?.getTime() ?? 0) + 1))
    await sql`select pg_notify(${SIGNING_KEYS_CHANNEL}, '')`.execute(trx)
  })

const lockSigningKeys = async (trx: Db): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('rollcall.signing_keys'))`.execute(trx)
}

const insertSigningKey = async (trx: Db, sealer: Sealer, now: number): Promise<SigningKey> => {
  const fresh = { id: randomUUID(), secret: randomBytes(32), createdAt: now }
  const secret_sealed = await sealToStore(trx, sealer, fresh.secret, fresh.id)
  await trx
    .insertInto('signing_keys')
    .values({ id: fresh.id, secret_sealed, created_at: new Date(now) })
    .execute()
  return fresh
}
