import { listOtherCells } from './operations/doctor/check-cells.ts'
import type { Config } from './platform/config.ts'
import { ConfigError } from './platform/config-error.ts'
import { type Db, openDatabase } from './platform/db/database.ts'
import { assertMigratable, isMigrated } from './platform/db/migrate.ts'

/**
 * Checks before the first database is upgraded that the others can be upgraded as well: otherwise only their organizations would be
 * down, for as long as it takes to notice. One that cannot be reached now does not keep the others from being served. A service with
 * one database, or one that needs no upgrade, looks at nothing else.
 * @throws ConfigError that names the cell
 */
export const assertCellsMigratable = async (
  control: Db,
  config: Pick<Config, 'secretKey' | 'dataDir'>,
  folder?: URL,
): Promise<void> => {
  const cells = await listOtherCells(control, config)
  if (cells.length === 0 || (await isMigrated(control, folder))) return
  for (const { name, url } of cells) {
    await using database = openDatabase({ url, poolSize: 1 })
    try {
      await assertMigratable(database.db, folder)
    } catch (error) {
      if (error instanceof ConfigError)
        throw new ConfigError(`Cell ${name}: ${error.message} No database was changed.`, { cause: error })
    }
  }
}
