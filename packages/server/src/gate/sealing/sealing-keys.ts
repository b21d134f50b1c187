import { randomBytes } from 'node:crypto'
import { chown, link, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ConfigError } from '../../platform/config.ts'
import { createSealer, type Sealer } from './sealing.ts'

const KEY_BYTES = 32

export const newSealingKey = (): Buffer => randomBytes(KEY_BYTES)

/** Returns the file of the key that seals secrets, which ROLLCALL_SECRET_KEY overrides. */
export const sealingKeyFile = (dataDir: string): string => join(dataDir, 'secret.key')

export type SealingKeys = [Buffer, ...Buffer[]]

/**
 * Parses one key, or several while the operator changes it, in the order of their use and separated by commas or lines.
 * @throws ConfigError
 */
export const parseSealingKeys = (text: string): SealingKeys =>
  text
    .trim()
    .split(/[\s,]+/)
    .map(parseKey) as SealingKeys

const parseKey = (text: string): Buffer => {
  const key = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64')
  if (key.length === KEY_BYTES) return key
  throw new ConfigError('ROLLCALL_SECRET_KEY must be 32 bytes in base64 or hex, for example from: openssl rand -base64 32')
}

/** Returns the operator's keys from ROLLCALL_SECRET_KEY, else from a file in the data folder that is created once. */
export const readSealingKeys = async (secretKey: string | undefined, dataDir: string): Promise<SealingKeys> =>
  parseSealingKeys(secretKey ?? (await readOrCreate(sealingKeyFile(dataDir), KEY_BYTES)))

/** Returns the same keys where they must be there already: none is made. @throws ConfigError */
export const getSealingKeys = async (secretKey: string | undefined, dataDir: string): Promise<SealingKeys> => {
  const file = sealingKeyFile(dataDir)
  const stored = secretKey ?? (await readFile(file, 'utf8').catch(throwUnlessMissing))
  if (stored === undefined) throw new ConfigError(`There is neither ROLLCALL_SECRET_KEY nor ${file}.`)
  return parseSealingKeys(stored)
}

const throwUnlessMissing = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT') throw error
}

export const loadSealer = async (secretKey: string | undefined, dataDir: string): Promise<Sealer> =>
  createSealer(...(await readSealingKeys(secretKey, dataDir)))

/** Replaces the keys in the file atomically: after a crash it has either the old or the new keys. It keeps its owner. */
export const writeSealingKeys = async (dataDir: string, keys: SealingKeys): Promise<void> => {
  const file = sealingKeyFile(dataDir)
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  await writeFile(draft, keys.map((key) => `${key.toString('base64')}\n`).join(''), { mode: 0o600, flush: true })
  const { uid, gid } = await stat(file)
  if (process.getuid?.() === 0) await chown(draft, uid, gid)
  await rename(draft, file)
  await syncFolder(dirname(file))
}

/** After this, a power failure cannot undo the renaming. Windows has no such call for folders. */
const syncFolder = async (path: string): Promise<void> => {
  if (process.platform === 'win32') return
  const folder = await open(path)
  await folder.sync().finally(() => folder.close())
}

/**
 * Creates a random value in a file of mode 0600. Two processes that start at once agree on one, thanks to link(2). It is on the disk when
 * this returns: otherwise a power failure could keep what the database has sealed with the key, and lose the key.
 */
export const readOrCreate = async (file: string, bytes: number): Promise<string> => {
  const existing = await readFile(file, 'utf8').catch(throwUnlessMissing)
  if (existing) return existing.trim()
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  await writeFile(draft, `${randomBytes(bytes).toString('base64')}\n`, { mode: 0o600, flush: true })
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(draft)
  await syncFolder(dirname(file))
  return (await readFile(file, 'utf8')).trim()
}
