import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { transact } from '../../platform/transactions/transact.ts'
import { forgetRows } from '../chunks/chunk-cache.ts'

/** Why a timeline began: with the feed, because the database is another one than before, or because an operator said so. */
export type TimelineCause = 'first' | 'restored' | 'command'

/** A history that positions of the change feed are of (contract §4.1). */
export interface FeedTimeline {
  readonly id: string
  readonly cause: TimelineCause
  readonly startedAt: Date
}

/** The current timeline, and whether it began in this very database. */
interface CurrentTimeline extends FeedTimeline {
  readonly isHere: boolean
}

/** The timelines from the current one back. */
export const listTimelines = async (db: Db): Promise<FeedTimeline[]> => {
  const { rows } = await sql<FeedTimeline>`
    select id, cause, started_at as "startedAt" from feed_timelines order by timeline_no desc
  `.execute(db)
  return rows
}

const findCurrent = async (db: Db): Promise<CurrentTimeline | undefined> => {
  const { rows } = await sql<CurrentTimeline>`
    select t.id, t.cause, t.started_at as "startedAt", ${IS_HERE} as "isHere"
    from feed_timelines t
    cross join feed_database() d
    order by t.timeline_no desc
    limit 1
  `.execute(db)
  return rows[0]
}

/** Of the timeline `t` and the database `d`. A cluster that cannot be read may be any. */
export const IS_HERE = sql<boolean>`
  (t.database_oid = d.database_oid and t.feed_oid = d.feed_oid and coalesce(t.cluster = d.cluster, true))`

/**
 * The timeline of the feed. Begins a new one where the database is not the one in which the last began: then a dump was restored,
 * or the database was moved or upgraded by copying it, which cannot be told apart.
 */
export const ensureTimeline = async (db: Db, onStarted: (timeline: FeedTimeline) => void = () => {}): Promise<FeedTimeline> => {
  const current = await findCurrent(db)
  if (current?.isHere) return current
  let started: FeedTimeline | undefined
  const timeline = await transact(db, async (trx) => {
    await lockTimelines(trx)
    const last = await findCurrent(trx)
    if (last?.isHere) return last
    started = await insertTimeline(trx, last ? 'restored' : 'first')
    return started
  })
  if (started) onStarted(started)
  return timeline
}

/** Begins a new timeline because an operator says that an older backup was restored. */
export const startTimeline = (db: Db): Promise<FeedTimeline> =>
  transact(db, async (trx) => {
    await lockTimelines(trx)
    const last = await findCurrent(trx)
    return insertTimeline(trx, last?.isHere === false ? 'restored' : 'command')
  })

/** Whether the current timeline started in this very database; undefined if none has started. */
export const isTimelineHere = async (db: Db): Promise<boolean | undefined> => (await findCurrent(db))?.isHere

/** Locks until the end of the transaction; readers continue. */
const lockTimelines = (trx: Db) => sql`lock table feed_timelines in share row exclusive mode`.execute(trx)

const insertTimeline = async (trx: Db, cause: TimelineCause): Promise<FeedTimeline> => {
  const { rows } = await sql<FeedTimeline>`
    insert into feed_timelines (cause, cluster, database_oid, feed_oid)
    select ${cause}, cluster, database_oid, feed_oid from feed_database()
    returning id, cause, started_at as "startedAt"
  `.execute(trx)
  const timeline = rows[0] as FeedTimeline
  // Nodes that ran meanwhile remember rows by revisions that may be assigned again.
  await forgetRows(trx, timeline.id)
  return timeline
}
