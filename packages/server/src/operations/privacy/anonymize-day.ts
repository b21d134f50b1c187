import { sql } from 'kysely'
import type pg from 'pg'
import { PRESENCE_ROWS } from '../../intake/presence/presence-rows.ts'
import type { Db } from '../../platform/db/database.ts'
import { bindLiterals } from '../../platform/sql/copy-out.ts'
import { bitOf, monthOf } from '../../warehouse/analytics/rollup-tally.ts'
import { ATTENDANCE_ROWS, UPDATED_AT } from '../../warehouse/attendance/attendance-rows.ts'
import { republishDay } from '../../warehouse/refresh/republish-day.ts'
import { NO_LOCATION_ID } from '../../warehouse/segments/segment-dataset.ts'
import { forgetTimeOff } from './forget-time-off.ts'
import { beginPseudonyms, pseudonym } from './pseudonyms.ts'
import { advanceRun, type ChangedRows } from './retention-store.ts'

/** @throws Error if the columns of the dataset have changed */
const withColumns = (columns: string, replacements: Readonly<Record<string, string>>): string =>
  Object.entries(replacements).reduce((text, [before, after]) => {
    if (!text.includes(before)) throw new Error(`There is no column ${before}`)
    return text.replace(before, after)
  }, columns)

const SEEN_PERSON = pseudonym('e.user_id')
const PERSON = pseudonym('a.user_id')

/**
 * Selects the published rows of a day with pseudonyms, the same in both datasets. Desks are removed: an assigned desk reveals its
 * user, and a habitual one links a person's days. So do the buildings that a person visits in turn, and days of time off.
 */
const ATTENDANCE = `
    select a.day, coalesce(a.location_id, '${NO_LOCATION_ID}'), r.json
    from ${ATTENDANCE_ROWS.from}
    cross join lateral (
      select row_to_json(c) as json
      from (
        select ${withColumns(ATTENDANCE_ROWS.columns, {
          'a.user_id as "userId"': `${PERSON} as "userId"`,
          'a.booking_place_id as "bookingPlaceId"': 'null::uuid as "bookingPlaceId"',
          'p.name as "bookingPlaceName"': 'null::text as "bookingPlaceName"',
          [UPDATED_AT]: 'iso_timestamp(now()) as "updatedAt"',
          'a.location_ids as "locationIds"': `array_remove(array[a.attendance_location_id], null) as "locationIds"`,
          'a.plan_origin as "planOrigin"': 'null::text as "planOrigin"',
        })}
      ) c
    ) r
    order by a.day, a.location_id, ${PERSON}`
const PRESENCE = `
    select e.local_day, e.location_id, r.json
    from ${PRESENCE_ROWS.from}
    cross join lateral (
      select row_to_json(c) as json
      from (
        select ${withColumns(PRESENCE_ROWS.columns, {
          'e.event_id as "eventId"': `'erased-' || ${pseudonym('e.source_no', 'e.event_id')} as "eventId"`,
          'e.source_user_id as "sourceUserId"': 'null::text as "sourceUserId"',
          'e.user_id as "userId"': `${SEEN_PERSON} as "userId"`,
          'u.user_name as "userName"': `'erased-' || left(${SEEN_PERSON}::text, 13) as "userName"`,
          'p.id as "placeId"': 'null::uuid as "placeId"',
          'p.name as "placeName"': 'null::text as "placeName"',
        })}
      ) c
    ) r
    where ${PRESENCE_ROWS.where}
    order by e.local_day, e.location_id, ${PRESENCE_ROWS.order}`

/** Deletes the inputs of the published rows, in this order: bookings cannot exist without their plans. */
const SOURCES = {
  bookings: 't.day = $day',
  day_plans: 't.day = $day',
  day_removals: 't.day = $day',
  desk_sightings: 't.day = $day',
  presence_events: 't.utc_day between $day::date - 1 and $day::date + 1 and t.local_day = $day',
}

interface DayOfRun {
  readonly day: string
  readonly moment: Date
  readonly runNo: number
  readonly signal: AbortSignal | undefined
}

/**
 * Publishes a day again with pseudonyms and deletes its inputs, in one transaction. The rows correspond one to one, so every
 * count stays. The day must be published everywhere in its current state.
 * @throws Error if the rows differ from the published ones
 */
export const anonymizeDay = (pool: pg.Pool, orgId: string, { day, moment, runNo, signal }: DayOfRun): Promise<void> => {
  const values = { org: orgId, firstDay: day, lastDay: day, moment: moment.toISOString() }
  const queries = {
    'user-booking-attendance': bindLiterals(ATTENDANCE, values),
    presence: bindLiterals(PRESENCE, values),
  }
  return republishDay(pool, orgId, { day, queries, signal, prepare: beginPseudonyms }, async (writer) => {
    await sql`select set_config('rollcall.anonymizing', 'on', true)`.execute(writer)
    await storeAttendedCounts(writer, orgId, day)
    const sources = await removeSources(writer, orgId, day)
    const personDay = await forgetPersonDay(writer, orgId, day)
    await forgetWeek(writer, orgId, day)
    const rows = { ...sources, ...personDay, time_off_events: await forgetTimeOff(writer, orgId, day) }
    await advanceRun(writer, orgId, runNo, { through: day, rows })
  })
}

/** Stores how many people came to an event, because it cannot be counted afterwards. */
const storeAttendedCounts = async (writer: Db, orgId: string, day: string): Promise<void> => {
  await sql`
    update workplace_events e
    set attended_count = coalesce(a.attended_count, 0)
    from workplace_event_days d
    left join event_attendance(${orgId}, ${day}, ${day}) a on a.event_id = d.id
    where e.org_id = ${orgId} and d.org_id = ${orgId} and d.id = e.id and d.day = ${day} and e.attended_count is null
  `.execute(writer)
}

/** @returns the number of deleted rows by table */
const removeSources = async (writer: Db, orgId: string, day: string): Promise<ChangedRows> => {
  const rows: Record<string, number> = {}
  for (const [table, isOfDay] of Object.entries(SOURCES)) {
    const statement = bindLiterals(`delete from ${table} t where t.org_id = $org and ${isOfDay}`, { org: orgId, day })
    const { numAffectedRows } = await sql.raw(statement).execute(writer)
    rows[table] = Number(numAffectedRows ?? 0)
  }
  return rows
}

/** Makes the next refresh remove the rows of the week that ends on the day: they name persons, and cannot be computed again. */
const forgetWeek = async (writer: Db, orgId: string, day: string): Promise<void> => {
  await sql`
    insert into day_change_ticks (org_id, topic, day, reason)
    select distinct org_id, 'policies', day, 'erased'
    from segments
    where org_id = ${orgId} and dataset = 'policy-weeks' and day = ${day} and row_count > 0
  `.execute(writer)
}

/** Selects the days on which a person had a plan, came, or did not come. */
const forgetPersonDay = async (writer: Db, orgId: string, day: string): Promise<ChangedRows> => {
  const bit = bitOf(day)
  const { numAffectedRows } = await sql`
    update person_months m
    set planned = m.planned & ~${bit}::integer, seen = m.seen & ~${bit}::integer, no_show = m.no_show & ~${bit}::integer,
      involved = m.involved & ~${bit}::integer
    where m.org_id = ${orgId} and m.month = ${monthOf(day)} and m.involved & ${bit}::integer <> 0
  `.execute(writer)
  await sql`
    delete from person_months
    where org_id = ${orgId} and month = ${monthOf(day)} and involved = 0
  `.execute(writer)
  return { person_months: Number(numAffectedRows ?? 0) }
}
