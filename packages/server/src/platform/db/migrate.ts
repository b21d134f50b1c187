import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { ConfigError } from '../config.ts'
import type { Db } from './database.ts'

const FOLDER = new URL('migrations/', import.meta.url)

/** Numbered, forward-only `.sql` files, applied in order of their names; never edited once merged. */
const getMigrations = async (): Promise<Record<string, Migration>> => {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort()
  const entries = names.map(async (name): Promise<[string, Migration]> => {
    const text = await readFile(new URL(name, FOLDER), 'utf8')
    return [name.slice(0, -'.sql'.length), { up: async (db) => void (await sql.raw(text).execute(db)) }]
  })
  return Object.fromEntries(await Promise.all(entries))
}

const migrator = (db: Db) =>
  new Migrator({
    db,
    provider: { getMigrations },
    migrationTableName: 'migrations',
    migrationLockTableName: 'migrations_lock',
  })

/**
 * Brings the database to the newest schema. Two processes may call it at once: one waits for the other.
 * @throws ConfigError when a newer version has migrated it further
 */
export const migrate = async (db: Db): Promise<void> => {
  const { unknown } = await listSchemaDifferences(db)
  if (unknown.length > 0) {
    throw new ConfigError(
      `The database was made by a newer version of Rollcall (${unknown.at(-1)}). Run that version, or restore a backup of this one.`,
    )
  }
  const { error, results } = await migrator(db).migrateToLatest()
  if (!error) return
  const failed = results?.find(({ status }) => status === 'Error')
  throw new Error(`Migration ${failed?.migrationName ?? ''} failed: ${(error as Error).message}`, { cause: error })
}

/** Whether every known migration has been applied. */
export const isMigrated = async (db: Db): Promise<boolean> =>
  (await migrator(db).getMigrations()).every(({ executedAt }) => executedAt !== undefined)

export interface SchemaDifferences {
  readonly applied: number
  /** Known here, and not applied. */
  readonly pending: string[]
  /** Applied by a newer version. */
  readonly unknown: string[]
}

/** How the database differs from what this version expects of it. Changes nothing. */
export const listSchemaDifferences = async (db: Db): Promise<SchemaDifferences> => {
  const known = Object.keys(await getMigrations())
  const there = await sql<{ there: boolean }>`select to_regclass('migrations') is not null as there`.execute(db)
  const { rows } = there.rows[0]?.there
    ? await sql<{ name: string }>`select name from migrations order by name`.execute(db)
    : { rows: [] }
  const applied = rows.map(({ name }) => name)
  return {
    applied: applied.length,
    pending: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
  }
}
