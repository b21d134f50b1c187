import { type DayExplanation, MAX_EXPLAINED_EVENTS, type UserAction } from '@rollcall/contract'
import { sql } from 'kysely'
import type { UserDayKey } from '../../planning/commands/command.ts'
import { BOOKING_COLUMNS, NAMED_BOOKINGS } from '../../planning/days/named-booking.ts'
import { shownReason } from '../../planning/timeoff/timeoff-types.ts'
import type { Db } from '../../platform/db/database.ts'
import { ACTION_NODES, actionColumns } from './action-sentence.ts'

/** The parameters of all statements here: a user's day in an organization. */
export interface ExplainedDay extends UserDayKey {
  readonly orgId: string
  /** Whether the caller may see types of time off. */
  readonly showsTypes: boolean
}

type Plan = NonNullable<DayExplanation['plan']>
type Booking = NonNullable<DayExplanation['booking']>
type ListedEvent = Omit<DayExplanation['events'][number], 'counted'>

/** An event with its position among those of the day. */
export type PresenceAt = ListedEvent & { readonly position: number; readonly total: number }

export interface ExplainedUser {
  readonly organizationZone: string
  readonly primaryLocationId: string | null
}

export const selectUser = async (db: Db, { orgId, userId }: ExplainedDay): Promise<ExplainedUser | undefined> => {
  const { rows } = await sql<ExplainedUser>`
    select o.time_zone as "organizationZone", u.primary_location_id as "primaryLocationId"
    from users u
    join organizations o on o.id = u.org_id
    where u.org_id = ${orgId} and u.id = ${userId}
  `.execute(db)
  return rows[0]
}

/** Returns the day plan; if there is none and the day is not over for the user, the plan according to the week plan. */
export const selectPlan = async (
  db: Db,
  { orgId, userId, day, showsTypes }: ExplainedDay,
  moment: Date,
): Promise<Plan | undefined> => {
  const { rows } = await sql<Plan>`
    with plans as (
      select 1 as rank, org_id, plan, origin, location_id, changed_by, changed_by_user_id, reason, updated_at
      from day_plans
      where org_id = ${orgId} and user_id = ${userId} and day = ${day}
      union all
      select 2, w.org_id, w.plan, 'forecast', w.location_id, w.changed_by, w.changed_by_user_id, w.reason, w.updated_at
      from week_plans w
      join organizations o on o.id = w.org_id
      join users u on u.org_id = w.org_id and u.id = w.user_id
      left join locations l on l.org_id = u.org_id and l.id = u.primary_location_id
      where w.org_id = ${orgId} and w.user_id = ${userId} and w.weekday = extract(isodow from ${day}::date)
        and ${day}::date >= local_day(${moment}::timestamptz, coalesce(l.time_zone, o.time_zone), coalesce(l.day_start_hour, 0))
    )
    select p.plan, p.origin as "planOrigin", p.location_id as "locationId", l.name as "locationName", p.changed_by as "changedBy",
      p.changed_by_user_id as "changedByUserId", ${sql.raw(shownReason('p', `${showsTypes}`))} as reason,
      iso_timestamp(p.updated_at) as "updatedAt"
    from plans p
    left join locations l on l.org_id = p.org_id and l.id = p.location_id
    order by p.rank
    limit 1
  `.execute(db)
  return rows[0]
}

export const selectBooking = async (db: Db, { orgId, userId, day }: ExplainedDay): Promise<Booking | undefined> => {
  const { rows } = await sql<Booking>`
    select ${BOOKING_COLUMNS}
    from ${NAMED_BOOKINGS}
    where b.org_id = ${orgId} and b.user_id = ${userId} and b.day = ${day} and b.status = 'booked'
  `.execute(db)
  return rows[0]
}

/** Returns the entries in the order in which they were recorded, by the index on day and user. */
export const selectActions = async (db: Db, { orgId, userId, day, showsTypes }: ExplainedDay): Promise<UserAction[]> => {
  const { rows } = await sql<UserAction>`
    select ${sql.raw(actionColumns(showsTypes))}
    from user_actions a ${sql.raw(ACTION_NODES)}
    where a.org_id = ${orgId} and a.user_id = ${userId} and a.day = ${day}
    order by a.action_no
  `.execute(db)
  return rows
}

/**
 * Returns the first 500 events of the day, the first one at each building, and the late one that arrived last, in chronological
 * order.
 *
 * The primary key is used: all presence events of the organization around the day are scanned, as for attendance. An event is
 * late if the local day had ended before it arrived.
 */
export const selectEvents = async (db: Db, { orgId, userId, day }: ExplainedDay): Promise<PresenceAt[]> => {
  const { rows } = await sql<PresenceAt>`
    select e.event_id as "eventId", e.source_id as "sourceId", iso_timestamp(e.occurred_at) as timestamp,
      iso_timestamp(e.received_at) as "receivedAt", e.node_type as "locationType", e.location_id as "locationId",
      e.location_name as "locationName", v.name as "levelName", z.name as "zoneName", p.name as "placeName",
      r.name as "spaceName", e.is_late as "isLate", e.position, e.total
    from (
      select e.*, s.source_id, l.name as location_name, n.is_late, count(*) over () as total,
        row_number() over (order by e.occurred_at, s.source_id, e.event_id) as position,
        row_number() over (partition by e.location_id order by e.occurred_at, s.source_id, e.event_id) as position_at_location,
        row_number() over (order by n.is_late desc, e.received_at desc, e.occurred_at desc, s.source_id desc, e.event_id desc)
          as lateness
      from presence_events e
      join sources s on s.org_id = e.org_id and s.source_no = e.source_no
      join locations l on l.org_id = e.org_id and l.id = e.location_id
      cross join lateral (select local_day(e.received_at, l.time_zone, l.day_start_hour) > e.local_day as is_late) n
      where e.org_id = ${orgId} and e.utc_day between ${day}::date - 1 and ${day}::date + 1
        and e.local_day = ${day} and e.user_id = ${userId}
    ) e
    left join spaces r on r.org_id = e.org_id and r.id = e.node_id and e.node_type = 'space'
    left join places p on p.org_id = e.org_id and p.id = e.node_id and e.node_type = 'place'
    left join former_desk_zones f
      on f.org_id = e.org_id and f.place_id = p.id and e.local_day >= f.since and e.local_day < f.before
    left join zones z
      on z.org_id = e.org_id and z.id = case e.node_type when 'zone' then e.node_id else coalesce(f.zone_id, p.zone_id) end
    left join levels v
      on v.org_id = e.org_id and v.id = case e.node_type when 'level' then e.node_id else coalesce(z.level_id, r.level_id) end
    where e.position <= ${MAX_EXPLAINED_EVENTS} or e.position_at_location = 1 or e.lateness = 1
    order by e.position
  `.execute(db)
  return rows
}

export interface ExplainedLocation {
  readonly id: string
  readonly name: string
  readonly timeZone: string
  readonly dayStartHour: number
  readonly reportsFrom: string | null
  readonly reportsUntil: string | null
  readonly isSetByAdministrator: boolean
}

export const selectLocations = async (
  db: Db,
  orgId: string,
  ids: readonly (string | null | undefined)[],
): Promise<Map<string, ExplainedLocation>> => {
  const { rows } = await sql<ExplainedLocation>`
    select l.id, l.name, l.time_zone as "timeZone", l.day_start_hour as "dayStartHour", r.reports_from as "reportsFrom", r.reports_until as "reportsUntil",
      l.presence_from is not null as "isSetByAdministrator"
    from locations l
    join presence_reporting r on r.org_id = l.org_id and r.location_id = l.id
    where l.org_id = ${orgId} and l.id = any (${ids.filter(Boolean)}::uuid[])
  `.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}
