import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '../config.ts'
import type { Db } from '../db/database.ts'

/** Seals secrets that must be readable again: AES-256-GCM, bound to what they belong to. */
export interface Sealer {
  seal(secret: string | Buffer, belongsTo: string): Buffer
  /** Throws when the text was sealed for something else or under another key. */
  open(sealed: Buffer, belongsTo: string): Buffer
  /** Names the key without telling it. */
  readonly fingerprint: string
}

const NONCE = 12
const TAG = 16

export const createSealer = (key: Buffer): Sealer => ({
  seal(secret, belongsTo) {
    const nonce = randomBytes(NONCE)
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(belongsTo))
    const text = Buffer.concat([cipher.update(secret), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), text])
  },
  open(sealed, belongsTo) {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE))
      .setAAD(Buffer.from(belongsTo))
      .setAuthTag(sealed.subarray(NONCE, NONCE + TAG))
    return Buffer.concat([decipher.update(sealed.subarray(NONCE + TAG)), decipher.final()])
  },
  fingerprint: createHash('sha256').update('rollcall sealing key').update(key).digest('hex').slice(0, 16),
})

/** The operator's key: ROLLCALL_SECRET_KEY, else a file in the data folder that is made once. */
export const loadSealer = async (secretKey: string | undefined, dataDir: string): Promise<Sealer> =>
  createSealer(parseKey(secretKey ?? (await readOrCreate(join(dataDir, 'secret.key'), 32))))

const parseKey = (text: string): Buffer => {
  const key = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64')
  if (key.length === 32) return key
  throw new ConfigError('ROLLCALL_SECRET_KEY must be 32 bytes in base64 or hex, for example from: openssl rand -base64 32')
}

/** A random value in a file of mode 0600. Two processes that start at once agree on one, thanks to link(2). */
export const readOrCreate = async (file: string, bytes: number): Promise<string> => {
  const existing = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  if (existing) return existing.trim()
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  await writeFile(draft, `${randomBytes(bytes).toString('base64')}\n`, { mode: 0o600 })
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(draft)
  return (await readFile(file, 'utf8')).trim()
}

/** Refuses to work with a key other than the one that sealed what the database holds. */
export const checkSealer = async (db: Db, { fingerprint }: Sealer): Promise<void> => {
  await db
    .insertInto('sealing_check')
    .values({ fingerprint })
    .onConflict((c) => c.doNothing())
    .execute()
  const stored = await db.selectFrom('sealing_check').select('fingerprint').executeTakeFirstOrThrow()
  if (stored.fingerprint === fingerprint) return
  throw new ConfigError(
    'The secrets in this database were sealed with another key. Set ROLLCALL_SECRET_KEY to that key, or restore the file secret.key of the data folder it was first used with.',
  )
}
