import { DEFAULT_REPLICA_MAX_LAG } from './platform/config.ts'
import { type Database, type Db, openDatabase } from './platform/db/database.ts'
import { migrate } from './platform/db/migrate.ts'
import {
  EXPORT_CONNECTIONS,
  JOB_CONNECTIONS,
  LONG_WAITING_PER_CONNECTION,
  STATEMENT_MS,
  WAITING_PER_CONNECTION,
} from './platform/db/pools.ts'
import { recordVersion } from './platform/db/service-versions.ts'
import type { Fairness } from './platform/fairness/fairness.ts'
import { type Listener, startListener } from './platform/notifications/listener.ts'
import type { Pool } from './platform/telemetry/metrics.ts'
import type { Telemetry } from './platform/telemetry/telemetry.ts'
import type { ServiceConfig } from './service-config.ts'
import { ensureTimeline } from './warehouse/feed/feed-timeline.ts'
import { type Replica, startReplica } from './warehouse/replica/replica.ts'

/** The connections of a node to the database of a cell: for requests, for streamed responses, and for background work. */
export interface CellDatabase extends AsyncDisposable {
  readonly requests: Database
  readonly exports: Database
  readonly jobs: Database
  readonly listener: Listener
  /** A replica for reads of the warehouse. */
  readonly replica?: Replica
}

/** Connects to the database of a cell, and brings it to the data model of this version, if it passes the check. */
export const openCellDatabase = async (
  url: string,
  {
    poolSize,
    statementMs = STATEMENT_MS,
    waitMs,
    connectMs,
  }: Pick<ServiceConfig, 'poolSize' | 'statementMs' | 'waitMs' | 'connectMs'>,
  fairness: Fairness,
  telemetry: Telemetry,
  check: (db: Db) => Promise<void>,
): Promise<CellDatabase> => {
  await using stack = new AsyncDisposableStack()
  const open = (what: Pool, size: number, waitingPerConnection: number, limitMs?: number) =>
    stack.use(
      openDatabase({
        ...{ url, poolSize: size, waitingPerConnection, waitMs, connectMs, statementMs: limitMs, fairness },
        onError: (error) => telemetry.backgroundFailed('database connection', error),
        onRefused: () => telemetry.overloaded(what),
      }),
    )
  const requests = open('requests', poolSize, WAITING_PER_CONNECTION, statementMs)
  const exports = open('exports', EXPORT_CONNECTIONS, LONG_WAITING_PER_CONNECTION)
  const jobs = open('jobs', JOB_CONNECTIONS, LONG_WAITING_PER_CONNECTION)
  await check(jobs.db)
  // This has no time limit.
  await migrate(jobs.db)
  await recordVersion(jobs.db)
  await ensureTimeline(jobs.db, telemetry.feedTimelineStarted)
  const listener = stack.use(await startListener(url))
  const running = stack.move()
  return { requests, exports, jobs, listener, [Symbol.asyncDispose]: () => running.disposeAsync() }
}

/** Connects to a replica of the database of a cell. */
export const openReplica = (
  { jobs }: Pick<CellDatabase, 'jobs'>,
  { url, replicaMaxLag = DEFAULT_REPLICA_MAX_LAG }: Pick<ServiceConfig, 'replicaMaxLag'> & { readonly url: string },
  telemetry: Telemetry,
): Promise<Replica> => startReplica({ url, primary: jobs.pool, maxLagMs: 1000 * replicaMaxLag, telemetry })
