import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { ConfigError } from '../../platform/config-error.ts'
import { movingLock } from '../../platform/db/served-here.ts'
import { sqlState } from '../../platform/errors.ts'

export type Placement = 'here' | 'arriving' | 'read-only' | 'gone'

/** The one connection that may change where an organization is served, while no transaction writes its rows. */
export interface WritersOut {
  setPlacement(placement: Placement): Promise<void>
}

/** Other writers started more than this before they keep the organization from becoming read-only. */
const LONG_MS = 1_000
const LOOK_EVERY_MS = 250
const LOCK_NOT_AVAILABLE = '55P03'

/** Transactions did not end in time, so nothing was changed. */
export class WritersBusy extends Error {}

const LONG_WRITERS = `
  select coalesce(max(extract(epoch from clock_timestamp() - a.xact_start)), 0)::float8 as seconds
  from pg_locks l
  join pg_stat_activity a on a.pid = l.pid
  cross join hashtextextended($1, 0) key
  where l.locktype = 'advisory' and l.objsubid = 1 and l.database = (select oid from pg_database where datname = current_database())
    and l.classid = ((key >> 32) & 4294967295)::oid and l.objid = (key & 4294967295)::oid and l.pid <> pg_backend_pid()`

/**
 * Waits for long transactions that write rows of the organization, such as a refresh or an import. Meanwhile others still write: they
 * are refused only once we wait for the last ones.
 */
export const waitForLongWriters = async (
  pool: pg.Pool,
  orgId: string,
  { limitMs, signal, onWait }: { limitMs: number; signal?: AbortSignal | undefined; onWait: (seconds: number) => void },
): Promise<void> => {
  const start = performance.now()
  for (;;) {
    const { rows } = await pool.query<{ seconds: number }>(LONG_WRITERS, [movingLock(orgId)])
    const seconds = rows[0]?.seconds ?? 0
    if (seconds * 1000 < LONG_MS) return
    if (performance.now() - start > limitMs) throw new WritersBusy(`A transaction has written for ${Math.round(seconds)} s.`)
    onWait(seconds)
    await delay(LOOK_EVERY_MS, undefined, { signal })
  }
}

/**
 * Runs the work while no transaction writes rows of the organization: it waits for those in progress, and new ones are refused
 * (admit_moving_write). All changes of the placement go through its one connection. If that is lost, so is the lock, and nothing
 * more is changed.
 * @throws WritersBusy
 */
export const withWritersOut = async <T>(
  pool: pg.Pool,
  orgId: string,
  lockTimeoutMs: number,
  work: (source: WritersOut) => Promise<T>,
): Promise<T> => {
  const client = await pool.connect()
  try {
    await client.query(`set lock_timeout = ${lockTimeoutMs}`)
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [movingLock(orgId)]).catch((error) => {
      if (sqlState(error) === LOCK_NOT_AVAILABLE) throw new WritersBusy('A transaction that writes did not end.')
      throw error
    })
    return await work({ setPlacement: (placement) => setPlacement(client, orgId, placement) })
  } finally {
    // Closing the connection releases the lock and restores its settings.
    client.release(true)
  }
}

/** All nodes forget what they know of the organization, because a trigger of the table says so. */
const setPlacement = async (client: pg.ClientBase, orgId: string, placement: Placement): Promise<void> => {
  const { rowCount } = await client.query('update organizations set placement = $2 where id = $1', [orgId, placement])
  if (rowCount !== 1) throw new Error(`Organization ${orgId} is not in this database.`)
}

export const findPlacement = async (pool: Pick<pg.Pool, 'query'>, orgId: string): Promise<Placement | undefined> => {
  const { rows } = await pool.query<{ placement: Placement }>('select placement from organizations where id = $1', [orgId])
  return rows[0]?.placement
}

const INSUFFICIENT_PRIVILEGE = '42501'

/** @throws ConfigError if the role may not write rows as they are */
export const assertMayReplicate = async (pool: pg.Pool, cell: string): Promise<void> => {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
  } catch (error) {
    if (sqlState(error) !== INSUFFICIENT_PRIVILEGE) throw error
    const { rows } = await pool.query<{ role: string }>('select quote_ident(current_user) as role')
    throw new ConfigError(
      `The role ${rows[0]?.role} of the cell ${cell} may not write rows as they are. As a superuser of that database: grant set on parameter session_replication_role to ${rows[0]?.role};`,
    )
  } finally {
    await client.query('rollback').catch(() => {})
    client.release()
  }
}
