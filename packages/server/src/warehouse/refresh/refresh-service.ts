import type { Database } from '../../platform/db/database.ts'
import { listDueRefreshes } from '../coverage/due-refreshes.ts'
import { type PublishOptions, type PublishReport, publishDays } from './publish-days.ts'
import { type RefreshConnections, withRefreshLock } from './refresh-connections.ts'
import { failRun, type RefreshTrigger, startRun } from './refresh-runs.ts'
import { markReshapedDays } from './reshaped-days.ts'
import { settleDirectory } from './settle-directory.ts'

export interface RefreshOptions extends PublishOptions {
  readonly trigger?: RefreshTrigger
  /** Waits for a running refresh; if false, refuses instead. */
  readonly wait?: boolean
}

export interface DueRefreshOptions extends Pick<RefreshOptions, 'signal' | 'pause'> {
  /** The time that decides what is due. */
  readonly moment: Date
  /** The delay before a failed refresh is retried. */
  readonly retryMs: number
}

export interface RefreshReport extends PublishReport {
  readonly runNo: number
  readonly seconds: number
}

/**
 * Publishes the days of an organization that are over, and restates published days that changed (domain §8). Everything is
 * computed from one snapshot, several days at a time, and published by one commit, so an interrupted run changes nothing and the next one does its work.
 * Running it again changes nothing.
 *
 * @throws AppError conflict if another refresh is running and this one does not wait
 */
export const runRefresh = (
  { pool }: Pick<Database, 'pool'>,
  orgId: string,
  { trigger = 'command', wait = true, signal, ...options }: RefreshOptions = {},
): Promise<RefreshReport> =>
  withRefreshLock(pool, orgId, { wait, signal }, (connections) =>
    runLocked(pool, connections, orgId, { ...options, trigger, signal }),
  )

/**
 * Publishes the locations of an organization that are due. Returns undefined if another node has done so since the caller looked.
 *
 * @throws AppError conflict if another refresh is running
 */
export const runDueRefresh = (
  { pool }: Pick<Database, 'pool'>,
  orgId: string,
  { moment, retryMs, signal, ...options }: DueRefreshOptions,
): Promise<RefreshReport | undefined> =>
  withRefreshLock(pool, orgId, { wait: false, signal }, async (connections) => {
    const [due] = await listDueRefreshes(connections.writer, { moment, retryMs, orgId })
    if (!due) return undefined
    const { locationIds } = due
    return runLocked(pool, connections, orgId, { ...options, locationIds, moment, signal, trigger: 'schedule' })
  })

const runLocked = async (
  pool: Database['pool'],
  connections: RefreshConnections,
  orgId: string,
  { trigger, ...options }: PublishOptions & { readonly trigger: RefreshTrigger },
): Promise<RefreshReport> => {
  const began = performance.now()
  const { writer, writerClient } = connections
  await markReshapedDays(pool, writer, orgId)
  const runNo = await startRun(writer, orgId, trigger, options.locationIds)
  try {
    await settleDirectory(writer, orgId)
    const counts = await publishDays(pool, connections, orgId, runNo, options)
    return { runNo, ...counts, seconds: (performance.now() - began) / 1000 }
  } catch (error) {
    // If the connection is lost, the next run marks this one as interrupted.
    await writerClient.query('rollback').catch(() => {})
    await failRun(writer, orgId, runNo, options.signal?.aborted ? 'interrupted' : 'failed', error).catch(() => {})
    throw error
  }
}
