import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { ChangedBy } from './command.ts'
import type { Plan, PlanOrigin } from './day-plans.ts'

/** What holds for a user on a day. */
export interface EffectiveDay {
  day: string
  plan: Plan | null
  origin: PlanOrigin | null
  /** Said by the week plan alone, so it may still change with it. */
  isForecast: boolean
  /** Whether the user's local day is over. */
  isPast: boolean
  /** Of an office day: the booking's, else the plan's, else the primary one. */
  locationId: string | null
  locationName: string | null
  booking: {
    bookingId: string
    depth: 1 | 2 | 3
    locationId: string
    locationName: string
    levelId: string | null
    levelName: string | null
    zoneId: string | null
    zoneName: string | null
    placeId: string | null
    placeName: string | null
    changedBy: ChangedBy
    createdAt: string
    updatedAt: string
  } | null
}

/** Each day of a range: the day plan, else from today on what the week plan says, and the booking. */
export const listDays = async (
  db: Db,
  orgId: string,
  userId: string,
  firstDay: string,
  lastDay: string,
): Promise<EffectiveDay[]> => {
  const { rows } = await sql<EffectiveDay>`
    select i.day, coalesce(d.plan, w.plan) as plan,
      coalesce(d.origin, case when w.plan is not null then 'week-plan' end) as origin,
      d.plan is null and w.plan is not null as "isForecast", i.day < c.today as "isPast",
      l.id as "locationId", l.name as "locationName",
      case when b.id is not null then json_build_object(
        'bookingId', b.id,
        'depth', case when b.place_id is not null then 3 when b.zone_id is not null then 2 else 1 end,
        'locationId', b.location_id, 'locationName', bl.name, 'levelId', v.id, 'levelName', v.name,
        'zoneId', z.id, 'zoneName', z.name, 'placeId', p.id, 'placeName', p.name, 'changedBy', b.changed_by,
        'createdAt', iso_timestamp(b.created_at), 'updatedAt', iso_timestamp(b.updated_at)
      ) end as booking
    from user_calendars c
    join users u on u.org_id = c.org_id and u.id = c.user_id
    cross join lateral (
      select day::date as day
      from generate_series(${firstDay}::timestamp, ${lastDay}::timestamp, interval '1 day') as day
    ) i
    left join day_plans d on d.org_id = c.org_id and d.user_id = c.user_id and d.day = i.day
    left join week_plans w on w.org_id = c.org_id and w.user_id = c.user_id and w.weekday = extract(isodow from i.day)
      and d.plan is null and i.day >= c.today
    left join bookings b on b.org_id = c.org_id and b.user_id = c.user_id and b.day = i.day and b.status = 'booked'
    left join locations l on l.org_id = c.org_id and coalesce(d.plan, w.plan) = 'o'
      and l.id = coalesce(b.location_id, d.location_id, w.location_id, u.primary_location_id)
    left join locations bl on bl.org_id = b.org_id and bl.id = b.location_id
    left join zones z on z.org_id = b.org_id and z.id = b.zone_id
    left join levels v on v.org_id = z.org_id and v.id = z.level_id
    left join places p on p.org_id = b.org_id and p.id = b.place_id
    where c.org_id = ${orgId} and c.user_id = ${userId}
    order by i.day`.execute(db)
  return rows
}
