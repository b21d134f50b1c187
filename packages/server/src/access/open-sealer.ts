import { rm, stat } from 'node:fs/promises'
import { ConfigError } from '../config.ts'
import type { Db } from '../db/database.ts'
import { checkSealer, type Sealer } from './sealing.ts'
import { loadSealer, sealingKeyFile } from './sealing-keys.ts'

/**
 * The sealer of a database, with the operator's keys. A key is made where nothing is sealed yet; where the key is missing, or is
 * another one, none is left behind, as it would be taken for the right one later.
 * @throws ConfigError
 */
export const openSealer = async (db: Db, secretKey: string | undefined, dataDir: string): Promise<Sealer> => {
  const file = sealingKeyFile(dataDir)
  const isThere = secretKey !== undefined || (await stat(file).catch(() => undefined)) !== undefined
  if (!isThere) await assertNothingSealed(db, file)
  const sealer = await loadSealer(secretKey, dataDir)
  try {
    await checkSealer(db, sealer)
  } catch (error) {
    // Another node, with a key of its own, was quicker on the empty database.
    if (!isThere) await rm(file, { force: true })
    throw error
  }
  return sealer
}

const assertNothingSealed = async (db: Db, file: string): Promise<void> => {
  const stored = await db.selectFrom('sealing_check').select('fingerprint').executeTakeFirst()
  if (!stored) return
  throw new ConfigError(
    `The sealing key is missing: this database holds secrets that were sealed with key ${stored.fingerprint}, and there is neither ROLLCALL_SECRET_KEY nor the file ${file}. Restore secret.key from a backup of the data folder, or set ROLLCALL_SECRET_KEY to that key. Nothing was changed.`,
  )
}
