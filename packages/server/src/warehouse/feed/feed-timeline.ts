import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { transact } from '../../platform/transactions/transact.ts'
import { forgetRows } from '../chunks/chunk-cache.ts'

/**
 * Why a timeline started: it is the first one, the database is not the one of the previous timeline, or an operator asked for it.
 */
export type TimelineCause = 'first' | 'restored' | 'command'

/** A history of publications. Positions of the change feed are valid within one timeline only (contract §4.1). */
export interface FeedTimeline {
  readonly id: string
  readonly cause: TimelineCause
  readonly startedAt: Date
}

/** The current timeline, and whether it started in this very database. */
interface CurrentTimeline extends FeedTimeline {
  readonly isHere: boolean
}

/** Returns all timelines, newest first. */
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

/** Whether timeline `t` started in database `d`. If the cluster identifier cannot be read, only the object ids are compared. */
export const IS_HERE = sql<boolean>`
  (t.database_oid = d.database_oid and t.feed_oid = d.feed_oid and coalesce(t.cluster = d.cluster, true))`

/**
 * Returns the timeline of the feed, and starts a new one if this is not the database in which the last one started: a dump was
 * restored, or the database was copied to move or upgrade it. These cases cannot be told apart.
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

/** Starts a new timeline, because the operator says that an older backup was restored. */
export const startTimeline = (db: Db): Promise<FeedTimeline> =>
  transact(db, async (trx) => {
    await lockTimelines(trx)
    const last = await findCurrent(trx)
    return insertTimeline(trx, last?.isHere === false ? 'restored' : 'command')
  })

/**
 * The timeline of the feed of organization `o` in a database whose current timeline is `t`: that of the database, or one that the
 * organization brought from another cell. A timeline that started after it arrived, because a backup was restored, is its own.
 */
export const OF_ORGANIZATION = sql<string>`case when o.arrived_timeline_id = t.id then o.brought_timeline_id else t.id end`

/** Returns the identifier of the timeline of an organization's feed, after it has made sure that there is one. */
export const ensureTimelineOf = async (db: Db, orgId: string, onStarted?: (timeline: FeedTimeline) => void): Promise<string> => {
  const { id } = await ensureTimeline(db, onStarted)
  return (await findTimelineOf(db, orgId)) ?? id
}

/** Returns the same, or undefined if no timeline has started yet. */
export const findTimelineOf = async (db: Db, orgId: string): Promise<string | undefined> => {
  const { rows } = await sql<{ id: string }>`
    select ${OF_ORGANIZATION} as id
    from (select id from feed_timelines order by timeline_no desc limit 1) t
    left join organizations o on o.id = ${orgId}
  `.execute(db)
  return rows[0]?.id
}

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
  // Running nodes cache rows by revision, and the new timeline may assign the same revision numbers to other rows.
  await forgetRows(trx, timeline.id)
  return timeline
}
