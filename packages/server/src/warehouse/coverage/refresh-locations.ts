import { SEGMENT_DATASETS } from '@rollcall/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'

/** Through which day a location is published, and through which it could be. */
export interface LocationDays {
  readonly locationId: string
  /** The last local day that is over. */
  readonly yesterday: string
  /** Null if nothing is published yet. */
  readonly publishedThrough: string | null
}

/**
 * Returns the moment, or the end of the last published day if that is later: a day that was over stays over when the clock is set
 * back.
 */
export const afterPublishedDays = async (db: Db, orgId: string, moment: Date): Promise<Date> => {
  const { rows } = await sql<{ moment: Date }>`
    select greatest(${moment}::timestamptz, max(day_start(p.published_through + 1, l.time_zone, l.day_start_hour))) as moment
    from published_locations p
    join publishing_locations l on l.org_id = p.org_id and l.location_id = p.location_id
    where p.org_id = ${orgId}
  `.execute(db)
  return rows[0]?.moment ?? moment
}

/**
 * Returns all locations of the organization, and the placeholder for rows without a location, in the organization's time zone.
 */
export const listLocationDays = async (db: Db, orgId: string, moment: Date): Promise<LocationDays[]> => {
  const { rows } = await sql<LocationDays>`
    select l.location_id as "locationId", local_day(${moment}::timestamptz, l.time_zone, l.day_start_hour) - 1 as yesterday,
      p.published_through as "publishedThrough"
    from publishing_locations l
    left join published_locations p on p.org_id = ${orgId} and p.location_id = l.location_id
    where l.org_id = ${orgId}
    order by l.location_id
  `.execute(db)
  return rows
}

/** A canceled booking produces no row. */
const isBooked = sql`status = 'booked'`

/**
 * Returns the first day with data that could produce a row of this location, where publishing starts; undefined if there is none.
 * Without this, adding a location to an established organization would recompute its whole history. Only days that changed since the
 * location was created are looked at for what its sensors reported, because occupancy has no index on locations.
 */
export const findFirstDay = async (db: Db, orgId: string, locationId: string): Promise<string | undefined> => {
  const { rows } = await sql<{ day: string | null }>`
    select least(
      (select min(day) from bookings where org_id = ${orgId} and location_id = ${locationId} and ${isBooked}),
      (select min(day) from day_plans where org_id = ${orgId} and location_id = ${locationId}),
      (select first_day from location_presence where org_id = ${orgId} and location_id = ${locationId}),
      (
        select min(p.day)
        from users u
        cross join lateral (
          select day from day_plans where org_id = ${orgId} and user_id = u.id order by day limit 1
        ) p
        where u.org_id = ${orgId} and u.primary_location_id = ${locationId}
      ),
      (
        select min(p.day)
        from user_moves m
        cross join lateral (
          select day from day_plans where org_id = ${orgId} and user_id = m.user_id order by day limit 1
        ) p
        where m.org_id = ${orgId} and m.primary_location_id = ${locationId}
      ),
      (select min(day) from visits where org_id = ${orgId} and location_id = ${locationId}),
      (select min(local_day) from visitor_events where org_id = ${orgId} and location_id = ${locationId}),
      (
        select c.day
        from locations l
        join (
          select day, topic, changed_at from day_changes where org_id = ${orgId}
          union all
          select day, topic, changed_at from day_change_ticks where org_id = ${orgId}
        ) c on c.topic = 'analytics' and c.changed_at >= l.created_at
        where l.org_id = ${orgId} and l.id = ${locationId}
          and exists (
            select from occupancy_events e
            where e.org_id = l.org_id and e.utc_day between c.day - 1 and c.day + 1 and e.local_day = c.day and e.location_id = l.id
          )
        order by c.day
        limit 1
      )
    ) as day
  `.execute(db)
  return rows[0]?.day ?? undefined
}

/** Returns the first day with any data: a plan, a booking, presence or a published segment. */
export const findFirstDayOfAll = async (db: Db, orgId: string): Promise<string | undefined> => {
  const { rows } = await sql<{ day: string | null }>`
    select least(
      (select min(day) from bookings where org_id = ${orgId} and ${isBooked}),
      (select min(day) from day_plans where org_id = ${orgId}),
      (select min(first_day) from location_presence where org_id = ${orgId}),
      (select min(day) from visits where org_id = ${orgId}),
      (select min(local_day) from visitor_events where org_id = ${orgId}),
      (
        select min(local_day)
        from occupancy_events
        where org_id = ${orgId} and utc_day <= (select min(utc_day) + 1 from occupancy_events where org_id = ${orgId})
      ),
      (select min(day) from segments where org_id = ${orgId} and dataset = 'user-booking-attendance'),
      (select min(day) from segments where org_id = ${orgId} and dataset = 'presence')
    ) as day
  `.execute(db)
  return rows[0]?.day ?? undefined
}

/**
 * Returns those of the days that have a plan, a booking, presence or segments, since an organization may have a few events from
 * long ago. This takes a few look-ups per day; if only neighboring days have events, all of these are checked.
 */
export const listDaysWithAnything = async (db: Db, orgId: string, firstDay: string, lastDay: string): Promise<string[]> => {
  const { rows } = await sql<{ day: string }>`
    select d.day
    from (
      select ${firstDay}::date + n as day
      from generate_series(0, ${lastDay}::date - ${firstDay}::date) n
    ) d
    where exists (select from day_plans where org_id = ${orgId} and day = d.day offset 0)
      or exists (select from bookings where org_id = ${orgId} and day = d.day and ${isBooked} offset 0)
      or exists (
        select
        from presence_events
        where org_id = ${orgId} and utc_day between d.day - 1 and d.day + 1 and local_day = d.day
        offset 0
      )
      or exists (select from visits where org_id = ${orgId} and day = d.day offset 0)
      or exists (select from visitor_events where org_id = ${orgId} and local_day = d.day offset 0)
      or exists (
        select
        from occupancy_events
        where org_id = ${orgId} and utc_day between d.day - 1 and d.day + 1 and local_day = d.day
        offset 0
      )
      or exists (select from segments where org_id = ${orgId} and dataset = any (${arrayLiteral(SEGMENT_DATASETS)}) and day = d.day offset 0)
    order by d.day
  `.execute(db)
  return rows.map(({ day }) => day)
}

/**
 * Stores through which day the locations are now published. If a time zone was corrected since the snapshot, the last of these
 * days may not be over.
 */
export const savePublishedThrough = async (
  trx: Db,
  orgId: string,
  moment: Date,
  publishedThrough: ReadonlyMap<string, string>,
): Promise<void> => {
  const locationIds = arrayLiteral([...publishedThrough.keys()])
  await sql`select from organizations where id = ${orgId} for share`.execute(trx)
  await sql`
    select from locations where org_id = ${orgId} and id = any (${locationIds}::uuid[]) order by id for share
  `.execute(trx)
  await sql`
    insert into published_locations as p (org_id, location_id, published_through, published_at)
    select ${orgId}, t.location_id,
      least(t.day, local_day(${moment}::timestamptz, coalesce(l.time_zone, o.time_zone), coalesce(l.day_start_hour, 0)) - 1), clock_timestamp()
    from unnest(${locationIds}::uuid[], ${arrayLiteral([...publishedThrough.values()])}::date[]) as t (location_id, day)
    join organizations o on o.id = ${orgId}
    left join locations l on l.org_id = ${orgId} and l.id = t.location_id
    order by t.location_id
    on conflict (org_id, location_id) do update
    set published_through = greatest(p.published_through, excluded.published_through), published_at = excluded.published_at
  `.execute(trx)
}
