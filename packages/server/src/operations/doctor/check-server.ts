import { sql } from 'kysely'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db/database.ts'
import { connectionsOf } from '../../platform/db/pools.ts'
import { LISTENER_NAME } from '../../platform/notifications/listener.ts'
import { type Finding, fail, ok, warn } from './finding.ts'

/** What a PostgreSQL server reports about itself. */
export interface ServerFacts {
  /** The value of server_version_num. */
  readonly version: number
  readonly encoding: string
  readonly fsync: string
  readonly fullPageWrites: string
  readonly synchronousCommit: string
  readonly autovacuum: string
  readonly trackCounts: string
  /** Connections that are not reserved for superusers. */
  readonly connections: number
  /** Nodes and commands that use the database now. */
  readonly programs: number
  readonly collationVersion: string | null
  readonly actualCollationVersion: string | null
  /** Whether the locale knows letters beyond ASCII: their upper and lower case, and that they belong to words. */
  readonly knowsLetters: boolean
  /** Transactions since the oldest row was frozen; PostgreSQL stops writing at two thousand million. */
  readonly transactionAge: number
  readonly bytes: number
  /** The age of the longest open transaction, in minutes. */
  readonly longestTransaction: number
}

export const readServerFacts = async (db: Db): Promise<ServerFacts> => {
  const { rows } = await sql<ServerFacts>`
    select current_setting('server_version_num')::int as version,
      pg_encoding_to_char(d.encoding) as encoding,
      current_setting('fsync') as fsync,
      current_setting('full_page_writes') as "fullPageWrites",
      current_setting('synchronous_commit') as "synchronousCommit",
      current_setting('autovacuum') as autovacuum,
      current_setting('track_counts') as "trackCounts",
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as connections,
      (
        select count(*)::int
        from pg_stat_activity
        where datname = d.datname and application_name = ${LISTENER_NAME}
      ) as programs,
      d.datcollversion as "collationVersion",
      pg_database_collation_actual_version(d.oid) as "actualCollationVersion",
      lower('Ä') = 'ä' and 'Ä' ~* '^ä$' and 'ä' ~ '^\\w$' as "knowsLetters",
      age(d.datfrozenxid)::int as "transactionAge",
      pg_database_size(d.oid) as bytes,
      (
        select coalesce(extract(epoch from max(clock_timestamp() - xact_start)) / 60, 0)::float8
        from pg_stat_activity
        where datname = d.datname and backend_type = 'client backend'
      ) as "longestTransaction"
    from pg_database d
    where d.datname = current_database()
  `.execute(db)
  return rows[0] as ServerFacts
}

const SAFE_COMMITS = ['on', 'local', 'remote_write', 'remote_apply']
const [OLDEST, NEWEST] = [15, 18]
const MUCH_AGE = 1_000_000_000
const LONG_MINUTES = 60

const setTo = (name: string, value: string, wanted: string): string => `${name} is ${value}; it has to be ${wanted}.`
const SET = 'Set it in postgresql.conf and reload or restart PostgreSQL.'

export const judgeServer = (facts: ServerFacts, { poolSize }: Pick<Config, 'poolSize'>): Finding[] => [
  judgeVersion(facts),
  ...judgeDurability(facts),
  judgeConnections(facts, poolSize),
  ...judgeUpkeep(facts),
  judgeText(facts),
]

export const judgeVersion = ({ version }: ServerFacts): Finding => {
  const check = 'database-version'
  const major = Math.floor(version / 10_000)
  const found = `The database is PostgreSQL ${major}.${version % 10_000}.`
  if (major < OLDEST) return fail(check, found, `Move to PostgreSQL ${OLDEST} to ${NEWEST}.`)
  return major > NEWEST ? warn(check, found, `Rollcall is tried with PostgreSQL ${OLDEST} to ${NEWEST}.`) : ok(check, found)
}

/** Accepted events must survive a crash: a call is answered only after its transaction is committed. */
const judgeDurability = ({ fsync, fullPageWrites, synchronousCommit }: ServerFacts): Finding[] => {
  const check = 'durability'
  const findings: Finding[] = []
  if (fsync !== 'on') findings.push(fail(check, setTo('fsync', fsync, 'on'), SET))
  if (fullPageWrites !== 'on') findings.push(fail(check, setTo('full_page_writes', fullPageWrites, 'on'), SET))
  if (!SAFE_COMMITS.includes(synchronousCommit)) {
    findings.push(fail(check, setTo('synchronous_commit', synchronousCommit, 'on'), SET))
  }
  return findings.length > 0 ? findings : [ok(check, 'What is accepted survives a crash: fsync, full_page_writes, commits.')]
}

const judgeConnections = ({ connections, programs }: ServerFacts, poolSize: number): Finding => {
  const check = 'connections'
  const need = connectionsOf(poolSize)
  const nodes = Math.max(1, programs)
  const found = `A node takes up to ${need} connections, ${nodes === 1 ? 'one uses' : `${nodes} programs use`} the database, and PostgreSQL has ${connections}.`
  if (need > connections) return fail(check, found, 'Raise max_connections of PostgreSQL, or lower ROLLCALL_POOL_SIZE.')
  if (need * nodes <= connections) return ok(check, found)
  return warn(check, found, 'Raise max_connections, or lower ROLLCALL_POOL_SIZE: under load some nodes would get none.')
}

const judgeUpkeep = ({ autovacuum, trackCounts, transactionAge, longestTransaction, bytes }: ServerFacts): Finding[] => {
  const check = 'upkeep'
  const findings: Finding[] = []
  if (autovacuum !== 'on') findings.push(fail(check, setTo('autovacuum', autovacuum, 'on'), SET))
  if (trackCounts !== 'on') findings.push(fail(check, setTo('track_counts', trackCounts, 'on'), `${SET} Autovacuum needs it.`))
  if (transactionAge > MUCH_AGE) {
    const found = `The oldest rows are ${transactionAge} transactions old; at 2000000000 PostgreSQL stops writing.`
    findings.push(fail(check, found, 'End what holds up vacuum (old transactions, replication slots), then vacuum freeze.'))
  }
  if (longestTransaction > LONG_MINUTES) {
    const found = `A transaction has been open for ${Math.round(longestTransaction)} minutes: nothing can be tidied up meanwhile.`
    findings.push(warn(check, found, 'Look at pg_stat_activity, and end it if no one needs it.'))
  }
  if (findings.length > 0) return findings
  return [ok(check, `Autovacuum keeps up; the database has ${Math.ceil(bytes / 1024 ** 2)} MiB.`)]
}

const judgeText = ({ encoding, collationVersion, actualCollationVersion, knowsLetters }: ServerFacts): Finding => {
  const check = 'text'
  if (encoding !== 'UTF8') {
    return fail(check, `The database is encoded as ${encoding}.`, 'Dump it, create one with encoding UTF8, and restore it there.')
  }
  if (collationVersion === actualCollationVersion && !knowsLetters) {
    const found = 'The locale of the database knows no letters beyond ASCII: Ä and ä differ to searches and to erasing people.'
    return warn(check, found, 'Dump it, create one whose LC_CTYPE is of UTF-8, such as C.UTF-8, and restore it there.')
  }
  if (collationVersion === actualCollationVersion)
    return ok(check, 'Text is UTF-8, in the order that the indexes were built with.')
  const found = `Indexes were built with version ${collationVersion} of the collation, the system now has ${actualCollationVersion}.`
  return fail(check, found, 'Run: reindex database; then: alter database … refresh collation version.')
}

const SOME_SECONDS = 2
/** A signature may be 300 seconds off (contract §2). */
const MANY_SECONDS = 60

/** The minimum difference between the database's clock and this machine's: the round trip is subtracted. */
export const readClockDifference = async (db: Db): Promise<number> => {
  await sql`select`.execute(db)
  const before = Date.now()
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db)
  const after = Date.now()
  const at = (rows[0] as { at: Date }).at.getTime()
  return at < before ? at - before : Math.max(0, at - after)
}

export const judgeClock = (differenceMs: number): Finding => {
  const seconds = differenceMs / 1000
  const found = `The clock of the database is ${Math.abs(seconds).toFixed(1)} s ${seconds < 0 ? 'behind' : 'ahead of'} this machine's.`
  const remedy = 'Let both machines keep their clocks by NTP.'
  if (Math.abs(seconds) > MANY_SECONDS) return fail('clock', found, remedy)
  return Math.abs(seconds) > SOME_SECONDS ? warn('clock', found, remedy) : ok('clock', found)
}
