import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { servedHere } from '../../platform/db/served-here.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'

/** A reminder is written this long before the release, and never less than `WARNING`: a job that comes late releases late. */
const REMINDER = sql`interval '20 minutes'`
const WARNING = sql`interval '15 minutes'`

/** A building on its current day. */
export interface DueDay {
  readonly orgId: string
  readonly locationId: string
  readonly day: string
}

/** Whether something is to be decided about a booking `b` of a building `l`: to remind of it, or to release it. */
const isDue = (moment: RawBuilder<unknown>) => sql`
  b.status = 'booked' and b.checked_in_at is null
  and (
    b.release_at is null and check_in_time(l, b.day, b.updated_at) <= ${moment} + ${REMINDER}
    or b.release_at <= ${moment}
  )`

/**
 * Lists buildings of all organizations with bookings to decide about. Buildings without check-in cost nothing, others nothing until the
 * first reminder of the day, and then one range of the index of bookings by day.
 */
export const listDueDays = async (db: Db, at: Date): Promise<DueDay[]> => {
  const moment = sql`${at}::timestamptz`
  const { rows } = await sql<DueDay>`
    select l.org_id as "orgId", l.id as "locationId", t.day
    from locations l
    cross join lateral (select local_day(${moment}, l.time_zone, l.day_start_hour) as day) t
    where l.check_in_mode <> 'none' and ${servedHere('l.org_id')}
      and check_in_time(l, t.day, '-infinity') <= ${moment} + ${REMINDER}
      and exists (
        select
        from bookings b
        where b.org_id = l.org_id and b.location_id = l.id and b.day = t.day and ${isDue(moment)}
        offset 0
      )
    order by l.org_id, l.id`.execute(db)
  return rows
}

export interface DueBooking {
  readonly id: string
  readonly userId: string
  /** What its time has come for. After a change of the settings it may be due later than the reminder said. */
  readonly step: 'remind' | 'release' | 'postpone'
  /** The local time of the release. */
  readonly time: string
  /** When it is released. */
  readonly releasedAt: Date
  /** The booked desk or zone; null: only the building. */
  readonly node: string | null
  readonly building: string
}

/**
 * Locks a batch of bookings to decide about, in the order of their ids. Those that another transaction has locked, such as a check-in or
 * another node, are left to the next look.
 */
export const lockDueBookings = async (
  trx: Db,
  { orgId, locationId, day }: DueDay,
  at: Date,
  limit: number,
): Promise<DueBooking[]> => {
  const moment = sql`${at}::timestamptz`
  const { rows } = await sql<DueBooking>`
    select b.id, b.user_id as "userId", s.step, to_char(r.released_at at time zone l.time_zone, 'HH24:MI') as time,
      r.released_at as "releasedAt",
      coalesce(
        (select p.name from places p where p.org_id = b.org_id and p.id = b.place_id),
        (select z.name from zones z where z.org_id = b.org_id and z.id = b.zone_id)
      ) as node, l.name as building
    from locations l
    join bookings b on b.org_id = l.org_id and b.location_id = l.id and b.day = ${day}
    cross join lateral (
      select d.due_at, case
        when d.due_at > ${moment} + ${REMINDER} then 'postpone'
        when b.release_at is null or d.due_at > ${moment} then 'remind'
        else 'release'
      end as step
      from (select check_in_time(l, b.day, b.updated_at) as due_at) d
    ) s
    cross join lateral (
      select case s.step when 'release' then b.release_at else greatest(s.due_at, ${moment} + ${WARNING}) end as released_at
    ) r
    where l.org_id = ${orgId} and l.id = ${locationId} and l.check_in_mode <> 'none' and ${isDue(moment)}
    order by b.id
    limit ${limit}
    for no key update of b skip locked`.execute(trx)
  return rows
}

/** Fewer people may all be away by chance; the same number as for suggestions of outages. */
const MIN_USUAL = 5
/** Days before, of whose workdays the usual number of people is the average. */
const COMPARED_DAYS = 14

interface Exceptions {
  /** It is no workday of the building, or an outage of its presence reporting. */
  readonly isException: boolean
  /** It reports presence, and people usually come, but no one was seen today: the readers may be down. */
  readonly isSilent: boolean
}

/** Returns why no booking of the building is released on the day. It reads the presence of the building only if it usually reports. */
export const getExceptions = async (trx: Db, { orgId, locationId, day }: DueDay): Promise<Exceptions> => {
  const { rows } = await sql<Exceptions>`
    select not extract(isodow from ${day}::date)::smallint = any (l.working_days)
        or exists (select from special_days(${orgId}::uuid, ${day}::date, ${day}::date) s where s.location_id = l.id) as "isException",
      case
        when usual.people < ${MIN_USUAL} or usual.people is null then false
        when r.reports_from <= ${day}::date and (r.reports_until is null or r.reports_until >= ${day}::date) then not exists (
          select
          from presence_events e
          where e.org_id = ${orgId} and e.utc_day between ${day}::date - 1 and ${day}::date + 1 and e.local_day = ${day}::date
            and e.location_id = ${locationId}
        )
        else false
      end as "isSilent"
    from locations l
    join presence_reporting r on r.org_id = l.org_id and r.location_id = l.id
    cross join lateral (
      select avg(c.confirmed + c.walk_in) as people
      from location_rollups c
      where c.org_id = ${orgId} and c.location_id = l.id and c.day >= ${day}::date - ${COMPARED_DAYS}::integer and c.day < ${day}::date
        and extract(isodow from c.day)::smallint = any (l.working_days)
    ) usual
    where l.org_id = ${orgId} and l.id = ${locationId}`.execute(trx)
  return rows[0] ?? { isException: true, isSilent: false }
}

/**
 * Returns those of the bookings whose users were seen on the day in the booked zone, at one of its desks, or where no zone is named: at
 * its level or the building (domain §14). Without a booked zone, anywhere in the building. It reads the presence of the day once.
 */
export const listSeen = async (
  trx: Db,
  { orgId, locationId, day }: DueDay,
  bookingIds: readonly string[],
): Promise<Set<string>> => {
  const { rows } = await sql<{ id: string }>`
    with due as materialized (
      select b.id, b.user_id, b.zone_id, z.level_id
      from bookings b
      left join zones z on z.org_id = b.org_id and z.id = b.zone_id
      where b.org_id = ${orgId} and b.id = any (${arrayLiteral(bookingIds)}::uuid[])
    )
    select distinct b.id
    from due b
    join presence_events e on e.org_id = ${orgId} and e.utc_day between ${day}::date - 1 and ${day}::date + 1
      and e.local_day = ${day}::date and e.location_id = ${locationId} and e.user_id = b.user_id
    left join places p on p.org_id = ${orgId} and p.id = e.node_id and e.node_type = 'place'
    where b.zone_id is null or e.node_type = 'location' or e.node_id in (b.zone_id, b.level_id) or p.zone_id = b.zone_id
  `.execute(trx)
  return new Set(rows.map(({ id }) => id))
}

/** What becomes of bookings that are not released now. */
const RELEASE_AT = {
  reminded: (moment: RawBuilder<unknown>) => sql`greatest(check_in_time(l, b.day, b.updated_at), ${moment} + ${WARNING})`,
  kept: () => sql`'infinity'`,
  postponed: () => sql`null`,
}

/** Notes when bookings are released; this changes nothing else of them. */
export const setReleaseTimes = async (
  trx: Db,
  { orgId }: DueDay,
  bookingIds: readonly string[],
  outcome: keyof typeof RELEASE_AT,
  at: Date,
): Promise<void> => {
  if (bookingIds.length === 0) return
  await sql`
    update bookings b
    set release_at = ${RELEASE_AT[outcome](sql`${at}::timestamptz`)}
    from locations l
    where b.org_id = ${orgId} and b.id = any (${arrayLiteral(bookingIds)}::uuid[]) and l.org_id = b.org_id
      and l.id = b.location_id`.execute(trx)
}
