import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { ConfigError } from '../../platform/config.ts'
import type { Db } from '../../platform/db/database.ts'
import { SEALED, type SealedColumn, selectSealed } from './sealed-columns.ts'

/**
 * Seals secrets that must be readable again, with AES-256-GCM and bound to their owner. While the operator changes the key, a node
 * knows several keys: it opens with the one that fits, and seals for the database with the key that the database names.
 */
export interface Sealer {
  /** Seals with the current key, or the one with this fingerprint. */
  seal(secret: string | Buffer, belongsTo: string, fingerprint?: string): Buffer
  /** Opens a text. Throws when it was sealed for another owner or with an unknown key. */
  open(sealed: Buffer, belongsTo: string): Buffer
  /** The fingerprints of the known keys, in the operator's order: they name the keys without revealing them. */
  readonly fingerprints: readonly string[]
  /** Makes this key the current one. */
  use(fingerprint: string): void
  /** Adds keys. The known ones stay, because texts that were sealed with them may still arrive. */
  learn(keys: readonly Buffer[]): void
}

const NONCE = 12
const TAG = 16

/** Returns a name of the key that does not reveal it. */
const fingerprintOf = (key: Buffer): string =>
  createHash('sha256').update('rollcall sealing key').update(key).digest('hex').slice(0, 16)

export const createSealer = (...keys: readonly [Buffer, ...Buffer[]]): Sealer => {
  const known = new Map<string, Buffer>()
  let inUse = fingerprintOf(keys[0])
  const learn = (more: readonly Buffer[]) => {
    for (const key of more) known.set(fingerprintOf(key), key)
  }
  learn(keys)
  return {
    seal(secret, belongsTo, fingerprint = inUse) {
      const key = known.get(fingerprint)
      if (!key) throw unknownKey()
      return sealWith(key, secret, belongsTo)
    },
    open(sealed, belongsTo) {
      for (const key of known.values()) {
        try {
          return openWith(key, sealed, belongsTo)
        } catch {
          // The text may be sealed with another of the keys.
        }
      }
      throw new Error('None of the known sealing keys opens a secret of the database.')
    },
    get fingerprints() {
      return [...known.keys()]
    },
    use(fingerprint) {
      inUse = fingerprint
    },
    learn,
  }
}

const unknownKey = (): Error =>
  new Error('The sealing key was changed, and this node does not know the new one. Restart it with that key.')

const sealWith = (key: Buffer, secret: string | Buffer, belongsTo: string): Buffer => {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(belongsTo))
  const text = Buffer.concat([cipher.update(secret), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text])
}

const openWith = (key: Buffer, sealed: Buffer, belongsTo: string): Buffer => {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE))
    .setAAD(Buffer.from(belongsTo))
    .setAuthTag(sealed.subarray(NONCE, NONCE + TAG))
  return Buffer.concat([decipher.update(sealed.subarray(NONCE + TAG)), decipher.final()])
}

/**
 * Seals a value for the database, in the transaction that stores it: a change of the key waits for that transaction, or the
 * transaction waits for the change and uses the new key, so nothing stays sealed with the old one.
 */
export const sealToStore = async (
  trx: Db,
  sealer: Pick<Sealer, 'seal'>,
  secret: string | Buffer,
  belongsTo: string,
): Promise<Buffer> => {
  const inUse = await trx.selectFrom('sealing_check').select('fingerprint').forShare().executeTakeFirst()
  return sealer.seal(secret, belongsTo, inUse?.fingerprint)
}

/** Requires the key that sealed the secrets of the database; in a database without secrets the first key is used. */
export const checkSealer = async (db: Db, sealer: Sealer): Promise<void> => {
  const [fingerprint] = sealer.fingerprints as [string]
  await db
    .insertInto('sealing_check')
    .values({ fingerprint })
    .onConflict((c) => c.doNothing())
    .execute()
  const stored = await db.selectFrom('sealing_check').select('fingerprint').executeTakeFirstOrThrow()
  if (sealer.fingerprints.includes(stored.fingerprint)) return sealer.use(stored.fingerprint)
  throw new ConfigError(
    'The secrets in this database were sealed with another key. Set ROLLCALL_SECRET_KEY to that key, or restore the file secret.key of the data folder it was first used with.',
  )
}

/** Seals with the key that the database names. A node that does not know it seals nothing, because others could not open it. */
export const sealWithStoredKey = async (db: Db, sealer: Sealer): Promise<void> => {
  const { fingerprint } = await db.selectFrom('sealing_check').select('fingerprint').executeTakeFirstOrThrow()
  sealer.use(fingerprint)
  if (!sealer.fingerprints.includes(fingerprint)) throw unknownKey()
}

const opens = (sealer: Pick<Sealer, 'open'>, sealed: Buffer, belongsTo: string): boolean => {
  try {
    sealer.open(sealed, belongsTo)
    return true
  } catch {
    return false
  }
}

/** Counts the secrets in use that none of the keys opens, by their table. */
export const countUnreadable = async (db: Db, sealer: Pick<Sealer, 'open'>): Promise<Map<SealedColumn['table'], number>> => {
  const counts = new Map<SealedColumn['table'], number>()
  for (const column of SEALED) {
    const inUse = (await selectSealed(db, column)).filter(({ isInUse }) => isInUse)
    const unreadable = inUse.filter(({ key, sealed }) => !opens(sealer, sealed, column.for + key)).length
    if (unreadable > 0) counts.set(column.table, (counts.get(column.table) ?? 0) + unreadable)
  }
  return counts
}
