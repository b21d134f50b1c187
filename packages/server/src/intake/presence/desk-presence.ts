import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { servedHere } from '../../platform/db/served-here.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'

/** A person seen at a desk. */
export interface DeskSighting {
  readonly userId: string
  readonly day: string
  readonly occurredAt: string
  readonly placeId: string
}

/**
 * Stores the latest sighting per user and day, and returns the users whose latest sighting is new. A repeated sighting has no effect,
 * so it cannot undo what the user has booked since. Rows are locked in the order of the primary key, so that calls about the same
 * users never deadlock. Only sightings on the desk's current local day count.
 */
const insertSightings = async (trx: Db, orgId: string, sightings: readonly DeskSighting[]): Promise<string[]> => {
  const column = (name: keyof DeskSighting) => arrayLiteral(sightings.map((each) => each[name]))
  const { rows } = await sql<{ userId: string }>`
    insert into desk_sightings as d (org_id, user_id, day, occurred_at, place_id)
    select distinct on (s.user_id, s.day) ${orgId}::uuid, s.user_id, s.day, s.occurred_at, s.place_id
    from unnest(${column('userId')}::uuid[], ${column('day')}::date[], ${column('occurredAt')}::timestamptz[],
      ${column('placeId')}::uuid[]) as s (user_id, day, occurred_at, place_id)
    join nodes n on n.org_id = ${orgId} and n.type = 'place' and n.id = s.place_id
    where s.day = local_day(now(), n.time_zone, n.day_start_hour)
    order by s.user_id, s.day, s.occurred_at desc, s.place_id desc
    on conflict (org_id, user_id, day) do update
    set occurred_at = excluded.occurred_at, place_id = excluded.place_id
    where (excluded.occurred_at, excluded.place_id) > (d.occurred_at, d.place_id)
    returning d.user_id as "userId"
  `.execute(trx)
  return rows.map(({ userId }) => userId)
}

/**
 * Moves the bookings of these users to the desks where they were last seen, or creates them. It applies only to office days, and to
 * desks that are free, active and not assigned to another user. Of two users seen at one free desk, the first gets it.
 *
 * The query reads the sightings of the days around today, at most two rows per user. 1,000 users take 60 ms; one takes 2 ms.
 */
const moveBookings = async (trx: Db, orgId: string, userIds: readonly string[], days: readonly string[]): Promise<void> => {
  await sql`
    insert into bookings as b
      (org_id, id, user_id, day, location_id, zone_id, place_id, changed_by, reason, command_id)
    select distinct on (s.place_id, s.day) ${orgId}::uuid, time_ordered_id(), s.user_id, s.day, l.id, z.id, p.id,
      'presence', 'presence', (select gen_random_uuid())
    from unnest(${arrayLiteral(userIds)}::uuid[]) as seen (user_id)
    join desk_sightings s on s.org_id = ${orgId} and s.user_id = seen.user_id and s.day = any (${arrayLiteral(days)}::date[])
    join users u on u.org_id = ${orgId} and u.id = s.user_id
    join day_plans d on d.org_id = ${orgId} and d.user_id = s.user_id and d.day = s.day
    join places p on p.org_id = ${orgId} and p.id = s.place_id
    join zones z on z.org_id = ${orgId} and z.id = p.zone_id
    join levels v on v.org_id = ${orgId} and v.id = z.level_id
    join locations l on l.org_id = ${orgId} and l.id = v.location_id
    where d.plan = 'o' and z.kind = 'individual' and coalesce(p.assigned_user_id, s.user_id) = s.user_id
      and 'inactive' not in (u.status, p.status, z.status, v.status, l.status)
      and s.day = local_day(now(), l.time_zone, l.day_start_hour)
      and not exists (select from closed_day(${orgId}, l.id, s.day) offset 0)
      and not exists (
        select
        from bookings t
        where t.org_id = ${orgId} and t.place_id = s.place_id and t.day = s.day and t.status = 'booked'
      )
    order by s.place_id, s.day, s.occurred_at, s.user_id
    on conflict (org_id, user_id, day) where status = 'booked' do update
    set location_id = excluded.location_id, zone_id = excluded.zone_id, place_id = excluded.place_id, updated_at = now(),
      changed_by = excluded.changed_by, changed_by_user_id = null, reason = excluded.reason, command_id = excluded.command_id
  `.execute(trx)
}

/** Stores sightings, and moves the bookings of the users whose latest sighting is new. */
export const followSightings = async (trx: Db, orgId: string, sightings: readonly DeskSighting[]): Promise<void> => {
  const userIds = await insertSightings(trx, orgId, sightings)
  if (userIds.length > 0) await moveBookings(trx, orgId, userIds, [...new Set(sightings.map(({ day }) => day))])
}

/** Deletes old sightings, which only count on their own local day: at most one day before or after the UTC day. */
export const purgeSightings = async (db: Db): Promise<void> => {
  await sql`delete from desk_sightings where day < current_date - 2 and ${servedHere('desk_sightings.org_id')}`.execute(db)
}
