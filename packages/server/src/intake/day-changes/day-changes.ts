import { sql } from 'kysely'
import { lockForTransaction, tryLockForTransaction } from '../../platform/db/advisory-lock.ts'
import type { Db } from '../../platform/db/database.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'

/** What a change is of: plans and bookings, presence events, workplace events, names and settings, what analytics alone show. */
export type ChangeTopic = 'plans' | 'presence' | 'events' | 'directory' | 'analytics'
export type ChangeReason = 'lateEvents' | 'corrected' | 'erased'

/** In which state a day is. */
export interface DayState {
  /** How often anything of the day was changed: only ever goes up, so it names the state. */
  readonly state: number
  readonly changedAt: Date
}

/** What was changed of a day so far, of one topic and for one reason. */
export interface DayChange {
  readonly day: string
  readonly topic: ChangeTopic
  readonly reason: ChangeReason
  /** How often. */
  readonly changes: number
  /** How many of them the published segments show. */
  readonly published: number
}

/** Changes of a day that no published segment shows. */
export type DirtyDay = Pick<DayChange, 'day' | 'topic' | 'reason'>

/**
 * The states of the days from first to last, by day, for all the topics together; days of which nothing was ever changed are
 * absent. One statement, so a change counts once, whether it is added up already or not.
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
 * Days that were changed since they were published, or never were, in their order; `lastDay` leaves out what lies ahead of it.
 * Reads nothing of the days that are published as they are.
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
 * What was changed of the days so far, of all topics, as the snapshot of `db` sees it: to be handed to `markPublished` when what
 * the same snapshot shows is published.
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

/** Makes whoever adds up or publishes changes of the organization wait for each other until the transaction ends. */
export const lockChanges = (trx: Db, orgId: string): Promise<void> => lockForTransaction(trx, lockName(orgId))

/** As `lockChanges`, without waiting: whether nobody else had the lock. */
export const tryLockChanges = (trx: Db, orgId: string): Promise<boolean> => tryLockForTransaction(trx, lockName(orgId))

const lockName = (orgId: string) => `rollcall.day-changes.${orgId}`

/** Adds up what is committed so far, for whoever holds the lock. States stay what they are. */
export const addUpTicks = async (trx: Db, orgId: string): Promise<void> => {
  await sql`
    with taken as (
      delete from day_change_ticks
      where org_id = ${orgId}
      returning day, topic, reason, changed_at
    )
    insert into day_changes as c (org_id, day, topic, reason, changes, changed_at)
    select ${orgId}, day, topic, reason, count(*), max(changed_at)
    from taken
    group by day, topic, reason
    on conflict (org_id, day, topic, reason) do update
    set changes = c.changes + excluded.changes, changed_at = greatest(c.changed_at, excluded.changed_at)
  `.execute(trx)
}

/**
 * Says that the published segments show these changes, which a snapshot taken before saw. Under the lock and after `addUpTicks`,
 * so that what the snapshot counted as ticks has a row by now.
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
