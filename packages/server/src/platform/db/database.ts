import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { type Fairness, UNSHARED } from '../fairness/fairness.ts'
import { BoundedPool } from './bounded-pool.ts'
import type { DB } from './schema.ts'
import { prepareSession } from './session-settings.ts'
import { KEEP_ALIVE, replaceReadOnly } from './silence.ts'

/** A handle on the database or on a transaction: the first argument of every function that reads or writes. */
export type Db = Kysely<DB>

/** Row counts and byte counts stay far below 2^53, so they are numbers; a date stays text. */
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, Number)
types.setTypeParser(pg.types.builtins.DATE, (text) => text)

export interface Database extends AsyncDisposable {
  readonly db: Db
  /** The pool below `db`, for prepared statements on hot paths and for COPY. */
  readonly pool: pg.Pool
}

export interface DatabaseOptions {
  readonly url: string
  /** The maximum number of connections. */
  readonly poolSize: number
  /** Called for errors on idle connections; the pool replaces them. */
  readonly onError?: (error: Error) => void
  /** How many callers may wait, for each connection of the pool; without it there is no limit. */
  readonly waitingPerConnection?: number
  /** How long a caller waits for a free connection before it is refused, and may retry. */
  readonly waitMs?: number | undefined
  /** How long opening a connection may take. */
  readonly connectMs?: number | undefined
  /** How long a statement may take; without it there is no limit. */
  readonly statementMs?: number | undefined
  /** Called when a caller may not wait, or has waited too long. */
  readonly onRefused?: () => void
  /** Limits what one organization has of the connections; without it there is no limit. */
  readonly fairness?: Fairness
}

const WAIT_MS = 5_000
const CONNECT_MS = 5_000

export const openDatabase = ({
  url,
  poolSize,
  onError,
  waitingPerConnection = Number.POSITIVE_INFINITY,
  waitMs = WAIT_MS,
  connectMs = CONNECT_MS,
  statementMs,
  onRefused = () => {},
  fairness = UNSHARED,
}: DatabaseOptions): Database => {
  const config = {
    ...{ connectionString: url, max: poolSize, types, connectionTimeoutMillis: connectMs, application_name: 'rollcall' },
    ...KEEP_ALIVE,
    onConnect: (client: pg.ClientBase) => prepareSession(client, statementMs),
  }
  const bounds = { maxWaiting: poolSize * waitingPerConnection, waitMs, onRefused, ...fairness }
  const pool = new BoundedPool(config, bounds)
  // `pg` does not wait until the connections of a pool that ends are closed, and what ends them then is no fault.
  pool.on('error', (error) => {
    if (!pool.ending) onError?.(error)
  })
  // While a connection is lent, its loss reaches the borrower through the statement that fails, never as an uncaught event.
  pool.on('connect', (client) => client.on('error', () => {}))
  replaceReadOnly(pool)
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  return { db, pool, [Symbol.asyncDispose]: () => db.destroy() }
}
