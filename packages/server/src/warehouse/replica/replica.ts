import type pg from 'pg'
import { openDatabase } from '../../platform/db/database.ts'
import { EXPORT_CONNECTIONS, LONG_WAITING_PER_CONNECTION } from '../../platform/db/pools.ts'
import { startPeriodic } from '../../platform/jobs/periodic.ts'
import type { Telemetry } from '../../platform/telemetry/telemetry.ts'
import { createLagGauge } from './replica-lag.ts'
import { isSameDatabase, readPrimaryState, readReplicaState } from './server-state.ts'

/** `foreign`: it is no replica of this database, or no longer, because it was promoted. */
export type ReplicaState = 'in use' | 'behind' | 'away' | 'foreign'

/** A streaming replica of the database of a cell, from which rows of the warehouse are read. */
export interface Replica extends AsyncDisposable {
  readonly pool: pg.Pool
  /** Returns a time before which the replica has every commit, or undefined if it must not be used. */
  asOf(): Date | undefined
  state(): ReplicaState
}

interface Options {
  readonly url: string
  /** The database that it is a replica of. */
  readonly primary: pg.Pool
  /** How far the replica may be behind. */
  readonly maxLagMs: number
  readonly telemetry: Telemetry
}

const CHECK_MS = 1_000
const CHECK_TIMEOUT_MS = 5_000

/** Connects to a replica and compares it with its primary once a second. A replica that is away does not prevent the start. */
export const startReplica = async ({ url, primary, maxLagMs, telemetry }: Options): Promise<Replica> => {
  await using stack = new AsyncDisposableStack()
  const onError = (error: unknown) => telemetry.backgroundFailed('replica', error)
  const onRefused = () => telemetry.overloaded('exports')
  const rows = stack.use(
    openDatabase({ url, poolSize: EXPORT_CONNECTIONS, waitingPerConnection: LONG_WAITING_PER_CONNECTION, onError, onRefused }),
  )
  const checks = stack.use(openDatabase({ url, poolSize: 1, statementMs: CHECK_TIMEOUT_MS, onError: () => {} }))
  const lag = createLagGauge(maxLagMs)
  let condition: 'replica' | 'away' | 'foreign' = 'away'

  const compare = async (): Promise<void> => {
    const at = Date.now()
    const written = await readPrimaryState(primary).catch(() => undefined)
    if (written) lag.wrote(at, written.position)
    const replayed = await readReplicaState(checks.pool)
    if (!replayed.isReplica || (written && !isSameDatabase(written, replayed))) condition = 'foreign'
    else {
      lag.replayed(replayed.position)
      condition = 'replica'
    }
  }
  const check = () =>
    compare().catch((error) => {
      if (condition !== 'away') onError(error)
      condition = 'away'
    })
  await check()
  stack.use(startPeriodic(CHECK_MS, check, onError))

  const asOf = () => (condition === 'replica' ? lag.asOf(Date.now()) : undefined)
  const state = (): ReplicaState => {
    if (condition !== 'replica') return condition
    return asOf() ? 'in use' : 'behind'
  }
  stack.defer(telemetry.metrics.watchReplica(() => ({ isUsed: asOf() !== undefined, lagSeconds: lag.seconds(Date.now()) })))
  const running = stack.move()
  return { pool: rows.pool, asOf, state, [Symbol.asyncDispose]: () => running.disposeAsync() }
}
