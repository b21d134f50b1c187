import { rm, stat } from 'node:fs/promises'
import { ConfigError } from '../../platform/config.ts'
import type { Db } from '../../platform/db/database.ts'
import { checkSealer, type Sealer } from './sealing.ts'
import { loadSealer, sealingKeyFile } from './sealing-keys.ts'

/**
 * Opens the sealer of a database with the operator's keys. It creates a key if nothing is sealed yet. If the right key is missing,
 * it leaves no new one behind, which could later be mistaken for the right one.
 * @throws ConfigError
 */
export const openSealer = async (db: Db, secretKey: string | undefined, dataDir: string): Promise<Sealer> => {
  const file = sealingKeyFile(dataDir)
  // The order matters: a node that starts at the same time creates the file before it seals anything.
  const fingerprint = await findFingerprint(db)
  const hasKey = secretKey !== undefined || (await stat(file).catch(() => undefined)) !== undefined
  if (!hasKey && fingerprint !== undefined) throw missingKey(fingerprint, file)
  const sealer = await loadSealer(secretKey, dataDir)
  try {
    await checkSealer(db, sealer)
  } catch (error) {
    // Another node was first to use the empty database, with its own key.
    if (!hasKey) await rm(file, { force: true })
    throw error
  }
  return sealer
}

/** Returns the fingerprint of the key that sealed the secrets of this database; undefined if nothing is sealed yet. */
const findFingerprint = async (db: Db): Promise<string | undefined> =>
  (await db.selectFrom('sealing_check').select('fingerprint').executeTakeFirst())?.fingerprint

const missingKey = (fingerprint: string, file: string): ConfigError =>
  new ConfigError(
    `The sealing key is missing: this database contains secrets that were sealed with key ${fingerprint}, and there is neither ROLLCALL_SECRET_KEY nor the file ${file}. Restore secret.key from a backup of the data folder, or set ROLLCALL_SECRET_KEY to that key. Nothing was changed.`,
  )
