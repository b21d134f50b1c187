import { POLICY_FORECAST_WEEKS } from '@rollcall/contract'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { anonymousThrough } from '../../intake/day-changes/anonymous-days.ts'
import { listDirtyDays, readDayStates } from '../../intake/day-changes/day-changes.ts'
import type { Db } from '../../platform/db/database.ts'
import { readTableState } from '../../platform/db/table-state.ts'
import { bindLiterals } from '../../platform/sql/copy-out.ts'
import { daysAfter, sundayOf } from '../../platform/time/day.ts'
import { DAILY } from '../daily/daily-datasets.ts'
import { segmentInputs } from '../segments/segment-dataset.ts'
import { both, hasSecondReader, openSecondReader } from './parallel-reads.ts'

/** A week that is not over, of the people of a group and building: how many met their policy already, and will by their plans. */
export interface OpenWeek {
  readonly groupId: string
  readonly locationId: string
  readonly week: string
  readonly day: string
  readonly people: number
  readonly metAlready: number
  readonly expected: number
}

export interface OpenWeeks {
  /** Returns this week and the next, as the snapshot sees them. */
  read(snapshot: Db, orgId: string, now: Date): Promise<readonly OpenWeek[]>
}

const { topics, tables, daysBack = 0 } = DAILY['policy-weeks']
/** Days begin at full hours of time zones that are apart by whole quarters of an hour. */
const QUARTER_MS = 15 * 60_000
/** The maximum of groups that a node remembers, for all organizations. */
const MAX_GROUPS = 100_000

/** The weeks that are not over, which a node counts once and remembers until something changes or a day may have ended. */
export const createOpenWeeks = (): OpenWeeks => {
  const known = new LRUCache<string, { readonly state: string; readonly weeks: readonly OpenWeek[] }>({
    maxSize: MAX_GROUPS,
    sizeCalculation: ({ weeks }) => 1 + weeks.length,
  })
  return {
    async read(snapshot, orgId, now) {
      const firstDay = sundayOf(now.toISOString().slice(0, 10))
      const lastDay = daysAfter(firstDay, 7 * (POLICY_FORECAST_WEEKS - 1))
      const days = await readDayStates(snapshot, orgId, topics, daysAfter(firstDay, -daysBack), lastDay)
      const changes = [...days.values()].reduce((sum, { state }) => sum + Number(state), 0)
      const state = JSON.stringify([
        ...[firstDay, Math.floor(now.getTime() / QUARTER_MS), changes],
        await readTableState(snapshot, orgId, tables),
      ])
      const remembered = known.get(orgId)
      if (remembered?.state === state) return remembered.weeks
      const { hasAny, hasMonths } = await readKinds(snapshot, orgId)
      const count = async () => {
        await openSecondReader(snapshot)
        const published = await publishedAsNow(snapshot, orgId, daysAfter(firstDay, -daysBack), lastDay)
        return countWeeks(snapshot, orgId, { firstDay, lastDay, moment: now.toISOString(), published, hasMonths })
      }
      const weeks = hasAny ? await count() : []
      known.set(orgId, { state, weeks })
      return weeks
    },
  }
}

/** Without a policy that expects anything no one is judged, and planning the large statement that counts would still take long. */
const readKinds = async (db: Db, orgId: string): Promise<{ readonly hasAny: boolean; readonly hasMonths: boolean }> => {
  const { rows } = await sql<{ hasAny: boolean; hasMonths: boolean }>`
    select count(*) > 0 as "hasAny", count(*) filter (where kind = 'daysPerMonth') > 0 as "hasMonths"
    from attendance_policies
    where org_id = ${orgId} and kind <> 'none'`.execute(db)
  return rows[0] as { hasAny: boolean; hasMonths: boolean }
}

/**
 * Returns the day up to which attendance is published everywhere and has not changed since, from the first day on: these days are read
 * from person_months. Null if there are none, or if retention has removed some of them.
 */
const publishedAsNow = async (db: Db, orgId: string, firstDay: string, lastDay: string): Promise<string | null> => {
  const { rows } = await sql<{ through: string | null }>`
    select case when count(p.published_through) = count(*) then min(p.published_through) end as through
    from publishing_locations l
    left join published_locations p on p.org_id = l.org_id and p.location_id = l.location_id
    where l.org_id = ${orgId}`.execute(db)
  const through = rows[0]?.through ?? null
  if (through === null || firstDay <= (await anonymousThrough(db, orgId, 'presence'))) return null
  const changed = await listDirtyDays(db, orgId, segmentInputs('user-booking-attendance').topics, lastDay)
  const first = changed.map(({ day }) => day).find((day) => day >= firstDay)
  const known = first !== undefined && first <= through ? daysAfter(first, -1) : through
  return known < firstDay ? null : known
}

interface Asked {
  readonly firstDay: string
  readonly lastDay: string
  readonly moment: string
  readonly published: string | null
  /** Whether any policy counts by month. */
  readonly hasMonths: boolean
}

/** With a second connection, one of them counts this week and the other one the next. No week depends on what else is asked for. */
const countWeeks = async (db: Db, orgId: string, asked: Asked): Promise<readonly OpenWeek[]> => {
  if (!hasSecondReader(db)) return selectWeeks(db, orgId, asked)
  const { firstDay } = asked
  const [first, later] = await both(
    db,
    (one) => selectWeeks(one, orgId, { ...asked, lastDay: firstDay }),
    (other) => selectWeeks(other, orgId, { ...asked, firstDay: daysAfter(firstDay, 7) }),
  )
  return [...first, ...later]
}

const JUDGED = `
  select w.primary_group_id as group_id, w.location_id, w.day, w.attended >= w.required as met, w.expected >= w.required as expected
  from policy_weeks($org, $firstDay::date, $lastDay::date, $moment::timestamptz, null, $published::date) w
  where w.required > 0 and not w.is_over`
/** A person whose policy changes from a month to weeks is judged by both in the last week of the month, and counts once. */
const JUDGED_ONCE = `
  select (array_agg(w.primary_group_id order by w.first_day_judged desc))[1] as group_id,
    (array_agg(w.location_id order by w.first_day_judged desc))[1] as location_id, w.day,
    bool_and(w.attended >= w.required) as met, bool_and(w.expected >= w.required) as expected
  from policy_weeks($org, $firstDay::date, $lastDay::date, $moment::timestamptz, null, $published::date) w
  where w.required > 0 and not w.is_over
  group by w.user_id, w.day`

/** It reads plans of the weeks, and presence of the days that are not published yet. */
const selectWeeks = async (db: Db, orgId: string, { hasMonths, ...values }: Asked): Promise<OpenWeek[]> => {
  const statement = `
    select c.group_id as "groupId", c.location_id as "locationId", to_char(c.day, 'IYYY-"W"IW') as week, c.day, c.people,
      c.met as "metAlready", c.expected
    from (
      select p.group_id, p.location_id, p.day, count(*)::integer as people, (count(*) filter (where p.met))::integer as met,
        (count(*) filter (where p.expected))::integer as expected
      from (${hasMonths ? JUDGED_ONCE : JUDGED}) p
      group by p.group_id, p.location_id, p.day
    ) c`
  const { rows } = await sql.raw<OpenWeek>(bindLiterals(statement, { org: orgId, ...values })).execute(db)
  return rows
}
