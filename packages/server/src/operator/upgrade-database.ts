import { type Config, ConfigError } from '../platform/config.ts'
import { openDatabase } from '../platform/db/database.ts'
import { listSchemaDifferences, migrate } from '../platform/db/migrate.ts'
import { assertUsable } from './reachable.ts'

/**
 * Brings the database of DATABASE_URL to the data model of this version, as `serve` does at its start. Returns whether it was
 * behind.
 * @throws ConfigError
 */
export const upgradeDatabase = async ({ databaseUrl }: Pick<Config, 'databaseUrl'>): Promise<boolean> => {
  if (databaseUrl === undefined) {
    throw new ConfigError('DATABASE_URL is not set. An embedded database is upgraded when the service starts.')
  }
  await assertUsable(databaseUrl)
  await using database = openDatabase({ url: databaseUrl, poolSize: 2 })
  const { pending } = await listSchemaDifferences(database.db)
  await migrate(database.db)
  return pending.length > 0
}
