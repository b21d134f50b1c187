import { sql } from 'kysely'
import { lockForTransaction, tryLocksForTransaction } from '../../platform/db/advisory-lock.ts'
import type { Db } from '../../platform/db/database.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'

/**
 * What a change is about: plans and bookings, presence events, workplace events, names and settings, values that only analytics
 * show, the audit log, visits, or attendance policies.
 */
export type ChangeTopic = 'plans' | 'presence' | 'events' | 'directory' | 'analytics' | 'audit' | 'visits' | 'policies'
export type ChangeReason = 'lateEvents' | 'corrected' | 'erased'

/** The state of a day. */
export interface DayState {
  /** The number of changes to the day. It only increases, so it identifies the state. */
  readonly state: number
  readonly changedAt: Date
}

/** The changes of a day so far that have one topic and one reason. */
export interface DayChange {
  readonly day: string
  readonly topic: ChangeTopic
  readonly reason: ChangeReason
  /** The number of changes. */
  readonly changes: number
  /** The number of changes that the published segments include. */
  readonly published: number
}

/** Changes of a day that no published segment includes. */
export type DirtyDay = Pick<DayChange, 'day' | 'topic' | 'reason'>

/**
 * Returns the states of the days from first to last, by day, over all these topics. Days without changes are absent. It is one
 * statement, so each change counts once, whether the rollup has already added it or not.
 */
export const readDayStates = async (
  db: Db,
  orgId: string,
  topics: readonly ChangeTopic[],
  firstDay: string,
  lastDay: string,
): Promise<Map<string, DayState>> => {
  const { rows } = await sql<DayState & { day: string }>`
    select day, sum(changes)::int8 as state, max(changed_at) as "changedAt"
    from (
      select day, changes, changed_at
      from day_changes
      where org_id = ${orgId} and topic = any (${arrayLiteral(topics)}) and day between ${firstDay} and ${lastDay}
      union all
      select day, 1, changed_at
      from day_change_ticks
      where org_id = ${orgId} and topic = any (${arrayLiteral(topics)}) and day between ${firstDay} and ${lastDay}
    ) c
    group by day
  `.execute(db)
  return new Map(rows.map(({ day, state, changedAt }) => [day, { state, changedAt }]))
}

/**
 * Returns the days up to `lastDay` that changed since they were published, or were never published, in order. It does not read days
 * whose published segments are current.
 */
export const listDirtyDays = async (
  db: Db,
  orgId: string,
  topics: readonly ChangeTopic[],
  lastDay = 'infinity',
): Promise<DirtyDay[]> => {
  const { rows } = await sql<DirtyDay>`
    select day, topic, reason
    from day_changes
    where org_id = ${orgId} and topic = any (${arrayLiteral(topics)}) and day <= ${lastDay} and changes > published
    union
    select day, topic, reason
    from day_change_ticks
    where org_id = ${orgId} and topic = any (${arrayLiteral(topics)}) and day <= ${lastDay}
    order by day, topic, reason
  `.execute(db)
  return rows
}

/**
 * Returns the changes of the days so far, for all topics, as the snapshot of `db` sees them. The caller passes them to
 * `markPublished` after it publishes the state of the same snapshot.
 */
export const readDayChanges = async (db: Db, orgId: string, days: readonly string[]): Promise<DayChange[]> => {
  const { rows } = await sql<DayChange>`
    select day, topic, reason, sum(changes)::int8 as changes, max(published) as published
    from (
      select day, topic, reason, changes, published
      from day_changes
      where org_id = ${orgId} and day = any (${arrayLiteral(days)}::date[])
      union all
      select day, topic, reason, 1, 0
      from day_change_ticks
      where org_id = ${orgId} and day = any (${arrayLiteral(days)}::date[])
    ) c
    group by day, topic, reason
    order by day, topic, reason
  `.execute(db)
  return rows
}

/** Serializes all transactions that add up or publish changes of the organization. */
export const lockChanges = (trx: Db, orgId: string): Promise<void> => lockForTransaction(trx, lockName(orgId))

/** Like `lockChanges` for several organizations, but does not wait; returns those whose lock was free. */
export const tryLockChanges = (trx: Db, orgIds: readonly string[]): Promise<string[]> =>
  tryLocksForTransaction(trx, orgIds, lockName)

const lockName = (orgId: string) => `rollcall.day-changes.${orgId}`

/** Adds all committed ticks of the organizations to day_changes; the caller holds their locks. States stay the same. */
export const addUpTicks = async (trx: Db, orgIds: readonly string[]): Promise<void> => {
  await sql`
    with taken as (
      delete from day_change_ticks
      where org_id = any (${arrayLiteral(orgIds)}::uuid[])
      returning org_id, day, topic, reason, changed_at
    )
    insert into day_changes as c (org_id, day, topic, reason, changes, changed_at)
    select org_id, day, topic, reason, count(*), max(changed_at)
    from taken
    group by org_id, day, topic, reason
    on conflict (org_id, day, topic, reason) do update
    set changes = c.changes + excluded.changes, changed_at = greatest(c.changed_at, excluded.changed_at)
  `.execute(trx)
}

/**
 * Records that the published segments include these changes, which an earlier snapshot saw. Call it under the lock and after
 * `addUpTicks`, so that the ticks that the snapshot counted are in day_changes by now.
 */
export const markPublished = async (trx: Db, orgId: string, seen: readonly DayChange[]): Promise<void> => {
  const column = (name: keyof DayChange) => arrayLiteral(seen.map((change) => change[name]))
  await sql`
    update day_changes c
    set published = s.changes
    from unnest(
      ${column('day')}::date[], ${column('topic')}::text[], ${column('reason')}::text[], ${column('changes')}::int8[]
    ) as s (day, topic, reason, changes)
    where c.org_id = ${orgId} and c.day = s.day and c.topic = s.topic and c.reason = s.reason and c.published < s.changes
  `.execute(trx)
}
