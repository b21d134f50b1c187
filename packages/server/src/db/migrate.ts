import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
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

/** Brings the database to the newest schema. Two processes may call it at once: one waits for the other. */
export const migrate = async (db: Db): Promise<void> => {
  const { error, results } = await migrator(db).migrateToLatest()
  if (!error) return
  const failed = results?.find(({ status }) => status === 'Error')
  throw new Error(`Migration ${failed?.migrationName ?? ''} failed: ${(error as Error).message}`, { cause: error })
}

/** Whether every known migration has been applied. */
export const isMigrated = async (db: Db): Promise<boolean> =>
  (await migrator(db).getMigrations()).every(({ executedAt }) => executedAt !== undefined)
