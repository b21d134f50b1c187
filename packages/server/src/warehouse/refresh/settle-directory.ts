import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** A call of events ends long before, also if it fails because it waited for the database too long. */
const LONGEST_CALL = '10 minutes'

/**
 * Completes what changes of buildings since the last refresh mean for days before them, which their transactions could not know. The
 * caller has the refresh lock.
 */
export const settleDirectory = async (db: Db, orgId: string): Promise<void> => {
  const since = sql`coalesce(
    (select max(r.started_at) from refresh_runs r where r.org_id = ${orgId} and r.status = 'succeeded'), '-infinity'
  )`
  await moveLateEvents(db, orgId, since)
  await markFirstCapacities(db, orgId, since)
}

type Since = ReturnType<typeof sql>

/**
 * Moves events to their local days that a call stored by the former time zone or beginning of the day, because it had read the building
 * before the correction was committed.
 */
const moveLateEvents = async (db: Db, orgId: string, since: Since): Promise<void> => {
  await sql`
    -- It waits for a correction that is not committed yet, whose time zone would otherwise be undone.
    with corrected as materialized (
      select l.id, l.time_zone, l.day_start_hour
      from locations l
      where l.org_id = ${orgId} and exists (
        select
        from location_changes c
        where c.org_id = ${orgId} and c.location_id = l.id and c.kind in ('timeZone', 'dayStart')
          and c.changed_at > ${since}::timestamptz - ${LONGEST_CALL}::interval
      )
      for share of l
    )
    select move_local_days(${orgId}, l.id, l.time_zone, l.day_start_hour)
    from corrected l
  `.execute(db)
}

/**
 * The first desks and zones of a building apply to all days before on which it was open (open_zones), so days that were published without
 * them, or with only some of those of the first day, are restated. The day of the last refresh may be another one at the building.
 */
const markFirstCapacities = async (db: Db, orgId: string, since: Since): Promise<void> => {
  await sql`
    with opened as materialized (
      select f.location_id, f.day,
        (select min(r.day) from location_rollups r where r.org_id = ${orgId} and r.location_id = f.location_id) as since
      from first_bookable_days(${orgId}) f
      where f.day >= ${since}::timestamptz::date - 1
    ),
    capacities as (
      select c.location_id, c.day, sum(c.capacity) as capacity
      from zone_capacities(${orgId}, (select min(o.since) from opened o), (select max(o.day) - 1 from opened o)) c
      group by c.location_id, c.day
    )
    insert into day_change_ticks (org_id, topic, day, reason)
    select distinct ${orgId}::uuid, 'analytics', r.day, 'corrected'
    from opened o
    join location_rollups r on r.org_id = ${orgId} and r.location_id = o.location_id and r.day < o.day
    left join capacities c on c.location_id = r.location_id and c.day = r.day
    where r.capacity <> coalesce(c.capacity, 0)
  `.execute(db)
}
