import { assertCellsMigratable } from '../cells-upgrade.ts'
import { assertCell, assertControl, ensureControlId } from '../gate/cells/cell-identity.ts'
import { listCells, MAIN } from '../gate/cells/cell-list.ts'
import { openSealer } from '../gate/sealing/open-sealer.ts'
import { listOtherCells } from '../operations/doctor/check-cells.ts'
import { type Config, ConfigError } from '../platform/config.ts'
import { type Db, openDatabase } from '../platform/db/database.ts'
import { listSchemaDifferences, migrate } from '../platform/db/migrate.ts'
import { assertUsable } from './reachable.ts'

/**
 * Brings the database of DATABASE_URL to the data model of this version, and those of the other cells, as `serve` does at its start.
 * Returns whether one of them was behind.
 * @throws ConfigError
 */
export const upgradeDatabase = async ({
  databaseUrl,
  secretKey,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'secretKey' | 'dataDir'>): Promise<boolean> => {
  if (databaseUrl === undefined) {
    throw new ConfigError('DATABASE_URL is not set. An embedded database is upgraded when the service starts.')
  }
  await assertUsable(databaseUrl)
  await using database = openDatabase({ url: databaseUrl, poolSize: 2 })
  await assertControl(database.db)
  for (const { name, url } of await listOtherCells(database.db, { secretKey, dataDir })) await assertUsable(url, `cell ${name}`)
  await assertCellsMigratable(database.db, { secretKey, dataDir })
  const wasBehind = await upgrade(database.db)
  const isAlone = (await database.db.selectFrom('cells').select('name').limit(1).executeTakeFirst()) === undefined
  if (isAlone) return wasBehind
  const sealer = await openSealer(database.db, secretKey, dataDir)
  const cells = (await listCells(database.db, sealer)).filter(({ name }) => name !== MAIN)
  const controlId = await ensureControlId(database.db)
  const behind = [wasBehind]
  for (const { name, url } of cells) {
    await using cell = openDatabase({ url: url as string, poolSize: 2 })
    await assertCell(cell.db, { name, controlId })
    behind.push(await upgrade(cell.db))
  }
  return behind.includes(true)
}

const upgrade = async (db: Db): Promise<boolean> => {
  const { pending } = await listSchemaDifferences(db)
  await migrate(db)
  return pending.length > 0
}
