import type { Booking, LostBooking, UserDay } from '@rollcall/contract'
import { sql } from 'kysely'
import { unknownUser } from '../../directory/people/find-user.ts'
import type { Db } from '../../platform/db/database.ts'
import { executePrepared } from '../../platform/db/prepared.ts'
import { BOOKING_COLUMNS, NAMED_BOOKINGS } from './named-booking.ts'

/** The plan and booking of a user on a day. */
interface EffectiveDay {
  day: string
  /** What the day is in the building of an office day, or else in the primary one. */
  dayType: UserDay['dayType']
  /** The holiday, or the reason of the closure. */
  dayName: string | null
  plan: UserDay['plan']
  origin: Exclude<UserDay['planOrigin'], 'forecast'>
  /** Whether it comes only from the week plan, so that it may still change with it. */
  isForecast: boolean
  /** Whether the user's local day is over. */
  isPast: boolean
  /** The location of an office day: that of the booking, else of the plan, else the primary one. */
  locationId: string | null
  locationName: string | null
  booking: Booking | null
  /** By when the booking is to be confirmed; null if it need not be. */
  checkInBy: string | null
  /** A booking that another user or the system canceled, until the user has chosen again; never with the type of time off. */
  lostBooking: LostBooking | null
}

/**
 * Returns the plan and booking of each day of a range. Without a day plan, the week plan applies from today on. It is prepared, and keeps
 * its plan for ranges of any length (days_of_range): planning takes ten times as long as reading a day.
 */
export const listDays = async (
  db: Db,
  orgId: string,
  userId: string,
  firstDay: string,
  lastDay: string,
): Promise<EffectiveDay[]> =>
  executePrepared(
    db,
    'days of a user',
    sql<EffectiveDay>`
    select i.day, k.day_type as "dayType", k.name as "dayName", coalesce(d.plan, w.plan) as plan,
      coalesce(d.origin, case when w.plan is not null then 'week-plan' end) as origin,
      d.plan is null and w.plan is not null as "isForecast", i.day < c.today as "isPast",
      l.id as "locationId", l.name as "locationName",
      case when b."bookingId" is not null then to_jsonb(b) - 'releaseAt' end as booking,
      case when b."bookingId" is not null and b."checkedInAt" is null and k.day_type = 'workday' and i.day >= c.today
          and b."releaseAt" is distinct from 'infinity' and l.check_in_mode <> 'none'
        then iso_timestamp(greatest(b."releaseAt", check_in_time(l, i.day, b."updatedAt"::timestamptz))) end as "checkInBy",
      case when lost."changedBy" <> 'user' and (b."bookingId" is null or b."changedBy" <> 'user' and b."createdAt" >= lost."lostAt")
        then to_json(lost) end as "lostBooking"
    from user_calendars c
    join users u on u.org_id = c.org_id and u.id = c.user_id
    cross join days_of_range(${firstDay}, ${lastDay}) i (day)
    left join day_plans d on d.org_id = c.org_id and d.user_id = c.user_id and d.day = i.day
    left join week_plans w on w.org_id = c.org_id and w.user_id = c.user_id and w.weekday = extract(isodow from i.day)
      and d.plan is null and i.day >= c.today
    left join lateral (
      select ${BOOKING_COLUMNS}, b.release_at as "releaseAt"
      from ${NAMED_BOOKINGS}
      where b.org_id = c.org_id and b.user_id = c.user_id and b.day = i.day and b.status = 'booked'
    ) b on true
    left join lateral (
      select l.name as "locationName", v.name as "levelName", z.name as "zoneName", p.name as "placeName",
        b.changed_by as "changedBy", case when b.changed_by = 'time-off' then 'time off' else b.reason end as reason,
        iso_timestamp(b.updated_at) as "lostAt"
      from ${NAMED_BOOKINGS}
      where b.org_id = c.org_id and b.user_id = c.user_id and b.day = i.day and b.status = 'cancelled'
      order by b.updated_at desc
      limit 1
    ) lost on coalesce(d.plan, w.plan) = 'o' and i.day >= c.today
    left join locations l on l.org_id = c.org_id and coalesce(d.plan, w.plan) = 'o'
      and l.id = coalesce(b."locationId", d.location_id, w.location_id, u.primary_location_id)
    left join locations at on at.org_id = c.org_id and at.id = coalesce(l.id, u.primary_location_id)
    cross join lateral (
      select coalesce(
        min(s.day_type),
        case when extract(isodow from i.day)::smallint = any (coalesce(at.working_days, '{1,2,3,4,5}')) then 'workday' else 'weekend' end
      ) as day_type, string_agg(distinct s.name, ', ') filter (where s.day_type = s.first_type) as name
      from (select s.day_type, s.name, min(s.day_type) over () as first_type from closed_day(c.org_id, at.id, i.day) s) s
    ) k
    where c.org_id = ${orgId} and c.user_id = ${userId}
    order by i.day`,
  )

const toUserDay = (userId: string, { origin, isForecast, ...day }: EffectiveDay): UserDay => ({
  ...day,
  userId,
  planOrigin: isForecast ? 'forecast' : origin,
})

/** Returns the plan and booking of each day of a range, as the application API shows it. @throws AppError entity_not_found */
export const listUserDays = async (
  db: Db,
  orgId: string,
  userId: string,
  { firstDay, lastDay }: { firstDay: string; lastDay: string },
): Promise<UserDay[]> => {
  const days = await listDays(db, orgId, userId, firstDay, lastDay)
  if (days.length === 0) throw unknownUser()
  return days.map((day) => toUserDay(userId, day))
}

/** @throws AppError entity_not_found */
export const getUserDay = async (db: Db, orgId: string, userId: string, day: string): Promise<UserDay> =>
  (await listUserDays(db, orgId, userId, { firstDay: day, lastDay: day }))[0] as UserDay
