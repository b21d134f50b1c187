import { stat } from 'node:fs/promises'
import { sql } from 'kysely'
import { countUnreadable, createSealer } from '../../gate/sealing/sealing.ts'
import { getSealingKeys, parseSealingKeys, sealingKeyFile } from '../../gate/sealing/sealing-keys.ts'
import { type Config, ConfigError } from '../../platform/config.ts'
import type { Db } from '../../platform/db/database.ts'
import { listSchemaDifferences } from '../../platform/db/migrate.ts'
import { findObstacles } from '../../platform/db/usability.ts'
import { counted, type Finding, fail, named, ok, warn } from './finding.ts'

/** Checks that the service may write to the database and create what it needs. */
export const checkUsability = async (db: Db): Promise<Finding[]> => {
  const obstacles = await findObstacles(db)
  if (obstacles.length > 0) return obstacles.map(({ kind, found, remedy }) => fail(kind, found, remedy))
  return [ok('rights', 'The database can be written to, and the role has the rights that the service needs.')]
}

/** Checks that the tables are those of this version, so that they can be examined. */
export const checkSchema = async (db: Db): Promise<{ findings: Finding[]; isCurrent: boolean }> => {
  const check = 'migrations'
  const { pending, unknown, applied, isUnreleased } = await listSchemaDifferences(db)
  const finding = (): Finding => {
    if (unknown.length > 0) {
      const found = `The data model has ${counted(unknown.length, 'part')} that this version does not know: ${named(unknown)}.`
      return fail(check, found, 'Run the newer version of Rollcall that made them; there is no way back but a backup.')
    }
    if (isUnreleased) {
      const remedy = 'Start with another data folder or an empty database, and import again.'
      return fail(check, 'An unreleased version of Rollcall made the database; there is no upgrade from it.', remedy)
    }
    if (pending.length === 0) return ok(check, `All ${applied} parts of the data model are there.`)
    const found =
      applied === 0
        ? 'The database is empty.'
        : `${counted(pending.length, 'change')} of the data model to apply: ${named(pending)}.`
    return warn(check, found, 'The next start of the service applies them; restart it if it runs.')
  }
  return { findings: [finding()], isCurrent: pending.length === 0 && unknown.length === 0 && !isUnreleased }
}

type Keys = Pick<Config, 'secretKey' | 'dataDir'>

/** How secrets that cannot be opened are replaced, by their table. */
const REPLACEMENTS = {
  api_keys: 'rotate the keys that fail (rollcall keys rotate)',
  cells: 'restore the table cells from a backup',
  identity_providers: 'let administrators enter the secrets of identity providers again',
  push_keys: 'restore the table push_keys from a backup',
  signing_keys: 'rollcall rotate-signing-key --end-tokens',
} as const

/** Checks that the operator's key exists and opens what the database holds. Creates no key. */
export const checkSealing = async (db: Db, { secretKey, dataDir }: Keys): Promise<Finding[]> => {
  const check = 'sealing-key'
  const stored = await db.selectFrom('sealing_check').select('fingerprint').executeTakeFirst()
  const isThere = secretKey !== undefined || (await stat(sealingKeyFile(dataDir)).catch(() => undefined)) !== undefined
  if (!isThere) {
    if (!stored) return [warn(check, 'There is no sealing key yet.', 'The first start of the service makes one.')]
    const remedy = 'Restore secret.key from a backup, or set ROLLCALL_SECRET_KEY; without it no node starts.'
    return [fail(check, `There is neither ROLLCALL_SECRET_KEY nor ${sealingKeyFile(dataDir)}.`, remedy)]
  }
  const sealer = createSealer(...(await getSealingKeys(secretKey, dataDir)))
  if (!stored) return [ok(check, 'There is a sealing key, and nothing is sealed yet.')]
  if (!sealer.fingerprints.includes(stored.fingerprint)) {
    const remedy = 'Set ROLLCALL_SECRET_KEY to that key, or restore the file secret.key that the database was used with.'
    return [fail(check, `The secrets were sealed with another key (${stored.fingerprint}).`, remedy)]
  }
  const unreadable = await countUnreadable(db, sealer)
  if (unreadable.size > 0) {
    const found = [...unreadable].map(([table, count]) => `${count} in ${table}`).join(', ')
    const remedy = `Replace them: ${[...unreadable.keys()].map((table) => REPLACEMENTS[table]).join('; ')}.`
    return [fail(check, `Sealed secrets cannot be opened: ${found}.`, remedy)]
  }
  if (sealer.fingerprints.length === 1) return [ok(check, 'The sealing key is there and opens every secret.')]
  const remedy = 'Go on with docs/operators/rotation.md: it ends with one key.'
  return [warn(check, `${sealer.fingerprints.length} sealing keys are set; a change of the key is not finished.`, remedy)]
}

/** Checks that ROLLCALL_SECRET_KEY, if set, is a valid key. */
export const checkSecretKey = ({ secretKey }: Pick<Config, 'secretKey'>): Finding[] => {
  if (secretKey === undefined) return []
  try {
    parseSealingKeys(secretKey)
    return []
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return [fail('sealing-key', error.message, 'Set it to the key that was made for this database.')]
  }
}

const MONTHS = 12

/** The offset of a zone at a moment, in seconds; `null` if it is not known. */
export interface ZoneOffset {
  readonly zone: string
  readonly at: Date
  readonly seconds: number | null
}

/** Returns the offsets as PostgreSQL knows them, at the start of each of the coming months, for all zones in use. */
export const readZoneOffsets = async (db: Db): Promise<ZoneOffset[]> => {
  const { rows } = await sql<ZoneOffset>`
    select z.zone, m.at,
      case when n.name is not null then extract(epoch from (m.at at time zone n.name) - (m.at at time zone 'UTC'))::int end as seconds
    from (select distinct time_zone as zone from publishing_locations) z
    left join pg_timezone_names n on n.name = z.zone
    cross join generate_series(
      date_trunc('month', now()), date_trunc('month', now()) + make_interval(months => ${MONTHS}), interval '1 month'
    ) as m (at)
    order by z.zone, m.at
  `.execute(db)
  return rows
}

/** The day of an event is computed here and that of a plan in the database, so both need the same time zone rules. */
export const judgeZones = (offsets: readonly ZoneOffset[]): Finding[] => {
  const check = 'time-zones'
  const unknown = new Set<string>()
  const different = new Set<string>()
  for (const { zone, at, seconds } of offsets) {
    const ours = offsetHere(zone, at)
    if (seconds === null || ours === undefined) unknown.add(zone)
    else if (seconds !== ours) different.add(zone)
  }
  const findings: Finding[] = []
  if (unknown.size > 0) {
    const remedy = 'Update the time zone data of PostgreSQL and Node, or give the location another zone.'
    findings.push(fail(check, `Time zones that are not known everywhere: ${named([...unknown])}.`, remedy))
  }
  if (different.size > 0) {
    const found = `PostgreSQL and Node disagree on the coming year in ${named([...different])}.`
    findings.push(warn(check, found, 'Update the older of the two (tzdata of the system, or Node).'))
  }
  if (findings.length > 0) return findings
  return [
    ok(check, `PostgreSQL and Node agree on the ${counted(new Set(offsets.map(({ zone }) => zone)).size, 'time zone')} in use.`),
  ]
}

const offsetHere = (zone: string, at: Date): number | undefined => {
  try {
    return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone).offsetNanoseconds / 1e9
  } catch {
    return undefined
  }
}
