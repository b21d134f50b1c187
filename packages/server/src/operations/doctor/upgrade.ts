import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Config, ConfigError, type Env, unknownVariables } from '../../platform/config.ts'
import { type Db, openDatabase } from '../../platform/db/database.ts'
import { assertMigratable, listSchemaDifferences } from '../../platform/db/migrate.ts'
import { listPendingMigrations, type PendingMigration } from '../../platform/db/pending-migrations.ts'
import { VERSION } from '../../platform/version.ts'
import { inCell, listOtherCells, unreachable } from './check-cells.ts'
import { checkDisk } from './check-data-folder.ts'
import { checkUsability } from './check-database.ts'
import { judgeVersion, readServerFacts } from './check-server.ts'
import { attempt, counted, type Finding, fail, named, ok, warn } from './finding.ts'

/** What is examined before an upgrade. `baseUrl` is the service that runs on the data folder, if any. */
export interface UpgradeContext {
  readonly db: Db
  readonly env: Env
  readonly config: Config
  readonly baseUrl: string | undefined
  /** @throws Error that says why a database cannot be reached */
  assertReachable(url: string, whose?: string): Promise<void>
}

/** Finds whether this version can take over the database, and what the operator should know first. Changes nothing. */
export const examineUpgrade = async ({ db, env, config, baseUrl, assertReachable }: UpgradeContext): Promise<Finding[]> => [
  ...(await examineDatabase(db)),
  ...(await attempt('cells', () => examineOtherCells(db, config, assertReachable))),
  ...(await attempt('disk', () => checkDisk(config))),
  ...(await attempt('settings', () => checkSettings(env))),
  ...(await attempt('api', () => checkDeprecatedUse(baseUrl, config))),
]

const examineDatabase = async (db: Db): Promise<Finding[]> => [
  ...(await attempt('version', () => checkVersion(db))),
  ...(await attempt('migrations', () => checkMigrations(db))),
  ...(await attempt('database-version', async () => [judgeVersion(await readServerFacts(db))])),
  ...(await attempt('rights', () => checkUsability(db))),
  ...(await attempt('work', () => checkRunningWork(db))),
  ...(await attempt('backup', () => checkBackup(db))),
]

/** The other cells are upgraded together with that of DATABASE_URL, so each is examined in the same way. */
const examineOtherCells = async (
  control: Db,
  config: Config,
  assertReachable: UpgradeContext['assertReachable'],
): Promise<Finding[]> => {
  const findings: Finding[] = []
  for (const { name, url } of await listOtherCells(control, config)) {
    try {
      await assertReachable(url, `cell ${name}`)
      await using database = openDatabase({ url, poolSize: 2 })
      findings.push(...inCell(name, await examineDatabase(database.db)))
    } catch (error) {
      findings.push(unreachable(name, error))
    }
  }
  return findings
}

/** The version that applied the newest part of the data model. */
const readVersion = async (db: Db): Promise<string | undefined> => {
  const { rows } = await sql<{ version: string }>`
    select version from model_objects order by string_to_array(split_part(version, '-', 1), '.')::int[] desc limit 1
  `.execute(db)
  return rows[0]?.version
}

const checkVersion = async (db: Db): Promise<Finding[]> => {
  const check = 'version'
  const { unknown, isUnreleased } = await listSchemaDifferences(db)
  if (isUnreleased) {
    const remedy = 'Start with another data folder or an empty database, and import again.'
    return [fail(check, 'An unreleased version of Rollcall made the database; there is no upgrade from it.', remedy)]
  }
  const version = await readVersion(db)
  if (unknown.length > 0) {
    const remedy = 'Run that version or a newer one; there is no way back but a backup.'
    return [fail(check, `The database is that of a newer version (${version}) than this one (${VERSION}).`, remedy)]
  }
  try {
    await assertMigratable(db)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return [fail(check, error.message, 'The upgrade is refused until then, and changes nothing.')]
  }
  return [ok(check, `The database was made or upgraded by ${version}; ${VERSION} can take it over directly.`)]
}

const MIB = 1024 ** 2

const describeMigration = ({ name, tables }: PendingMigration): string => {
  const sizes = tables.map(({ table, rows, bytes }) => `${table}: about ${rows} rows, ${Math.ceil(bytes / MIB)} MiB`)
  return sizes.length > 0 ? `${name} (${sizes.join('; ')})` : name
}

const checkMigrations = async (db: Db): Promise<Finding[]> => {
  const check = 'migrations'
  const { pending } = await listSchemaDifferences(db)
  if (pending.length === 0) return [ok(check, 'The data model is that of this version: nothing has to be changed.')]
  const migrations = await listPendingMigrations(db)
  const others = counted(pending.length - migrations.length, 'other change')
  if (migrations.length === 0) return [ok(check, `No table changes; ${others} of functions, views and triggers take a moment.`)]
  const found = `${counted(migrations.length, 'migration')} of tables: ${migrations.map(describeMigration).join(', ')}; ${others}.`
  return [ok(check, `${found} The service does not serve meanwhile.`)]
}

const checkRunningWork = async (db: Db): Promise<Finding[]> => {
  const check = 'work'
  const { rows } = await sql<{ runs: number; transactions: number }>`
    select (select count(*)::int from refresh_runs where status = 'running') as runs,
      (select count(*)::int from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and xact_start < now() - interval '1 minute') as transactions
  `.execute(db)
  const { runs = 0, transactions = 0 } = rows[0] ?? {}
  const findings: Finding[] = []
  if (runs > 0) {
    const remedy = 'Wait until it is done (rollcall refresh status), or upgrade anyway: it starts again and nothing is lost.'
    findings.push(warn(check, `${runs} refresh${runs === 1 ? '' : 'es'} in progress.`, remedy))
  }
  if (transactions > 0) {
    const found = `${counted(transactions, 'transaction')} in the database ${transactions === 1 ? 'is' : 'are'} older than a minute.`
    findings.push(warn(check, found, 'Migrations wait for it: end it, or let it finish (pg_stat_activity).'))
  }
  return findings.length > 0 ? findings : [ok(check, 'No refresh and no long transaction is in progress.')]
}

const checkSettings = (env: Env): Finding[] => {
  const unknown = unknownVariables(env)
  if (unknown.length === 0) return [ok('settings', 'This version knows every variable with the prefix ROLLCALL_.')]
  const remedy = 'They have no effect. See rollcall --help for the names, and the changelog for what was renamed.'
  return [warn('settings', `This version does not know ${named(unknown)}.`, remedy)]
}

const USES = /^rollcall_deprecated_requests_total\{operation="([^"]*)",key="([^"]*)"\} (\d+)$/gm
const TIMEOUT_MS = 5_000

/** Reads the counts of the running service. Each node has its own, since its start. */
const checkDeprecatedUse = async (baseUrl: string | undefined, { dataDir, metricsToken }: Config): Promise<Finding[]> => {
  const check = 'api'
  const remedy = 'Look at rollcall_deprecated_requests_total in your monitoring.'
  if (baseUrl === undefined)
    return [warn(check, 'No service runs on this data folder, so uses of deprecated calls are unknown.', remedy)]
  const token = metricsToken ?? (await readFile(join(dataDir, 'metrics.token'), 'utf8')).trim()
  const response = await fetch(`${baseUrl}/metrics`, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!response.ok) return [warn(check, `The service at ${baseUrl} does not show its metrics (${response.status}).`, remedy)]
  const uses = [...(await response.text()).matchAll(USES)]
  if (uses.length === 0) return [ok(check, 'No deprecated call was used since the service started.')]
  const found = uses.map(([, operation, key, count]) => `${operation} by key ${key} (${counted(Number(count), 'call')})`)
  return [
    warn(
      check,
      `Deprecated calls are in use: ${named(found)}.`,
      'Their owners should change them before the day in the Sunset header.',
    ),
  ]
}

const DAY_MS = 86_400_000

/** PostgreSQL knows only its own archive; a dump leaves no trace. */
const checkBackup = async (db: Db): Promise<Finding[]> => {
  const check = 'backup'
  const { rows } = await sql<{ archivedAt: string | null }>`
    select last_archived_time as "archivedAt" from pg_stat_archiver where current_setting('archive_mode') <> 'off'
  `.execute(db)
  const archivedAt = rows[0]?.archivedAt
  const remedy = 'Make a backup now and keep it: there is no downgrade (docs/operators/backup.md).'
  if (!archivedAt) return [warn(check, 'The age of the last backup is unknown.', remedy)]
  const isOld = Date.now() - Date.parse(archivedAt) > DAY_MS
  const found = `PostgreSQL last archived its log at ${new Date(archivedAt).toISOString()}.`
  return [isOld ? warn(check, found, remedy) : ok(check, found)]
}
