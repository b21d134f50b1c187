import { MAX_OCCUPANCY_STRETCHES, type OccupancyHour, type OccupancyStretch, type SpaceOccupancy } from '@rollcall/contract'
import { sql } from 'kysely'
import type { DateRange } from '../../gate/parameters/date-range.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'

interface SpaceDays extends DateRange {
  readonly orgId: string
  readonly spaceId: string
  readonly timeZone: string
  /** The current time, after which nothing is known. */
  readonly moment: Date
}

/** Returns what was reported about a space on some local days. @throws AppError entity_not_found */
export const getSpaceOccupancy = (
  db: Db,
  orgId: string,
  spaceId: string,
  days: DateRange,
  moment = new Date(),
): Promise<SpaceOccupancy> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const timeZone = await selectTimeZone(trx, orgId, spaceId)
      const spaceDays = { ...days, orgId, spaceId, timeZone, moment }
      const stretches = await selectStretches(trx, spaceDays)
      return {
        spaceId,
        timeZone,
        hours: await selectHours(trx, spaceDays),
        stretches: stretches.map(({ total: _, ...stretch }) => stretch),
        stretchCount: stretches[0]?.total ?? 0,
      }
    })

const selectTimeZone = async (db: Db, orgId: string, spaceId: string): Promise<string> => {
  const { rows } = await sql<{ timeZone: string }>`
    select l.time_zone as "timeZone"
    from spaces s
    join levels v on v.org_id = s.org_id and v.id = s.level_id
    join locations l on l.org_id = v.org_id and l.id = v.location_id
    where s.org_id = ${orgId} and s.id = ${spaceId}`.execute(db)
  const [space] = rows
  if (!space) throw new AppError('entity_not_found', { detail: 'There is no such space.' })
  return space.timeZone
}

/**
 * Selects the reports of each day in order, each with the time for which it counts: until the next one or, as in analytics, to the
 * end of its hour, but not beyond now. `begins` marks reports that differ from the one before.
 *
 * It uses the index occupancy_events_of_space.
 */
const reports = ({ orgId, spaceId, firstDay, lastDay, timeZone, moment }: SpaceDays) => sql`
  reports as (
    select e.local_day as day, e.occurred_at as starts_at, e.occupied, e.occupancy, e.source_no, e.event_id,
      lead(e.occurred_at) over in_order is null as is_open,
      coalesce(
        lead(e.occurred_at) over in_order,
        greatest(e.occurred_at, least(${moment}, date_trunc('hour', e.occurred_at, ${timeZone}) + interval '1 hour'))
      ) as ends_at,
      e.occupied is distinct from lag(e.occupied) over in_order as begins
    from occupancy_events e
    where e.org_id = ${orgId} and e.node_type = 'space' and e.node_id = ${spaceId}
      and e.utc_day between ${firstDay}::date - 1 and ${lastDay}::date + 1
      and e.local_day between ${firstDay}::date and ${lastDay}::date
    window in_order as (partition by e.local_day order by e.occurred_at, e.source_no, e.event_id)
  )`

const selectStretches = async (db: Db, spaceDays: SpaceDays): Promise<(OccupancyStretch & { total: number })[]> => {
  const { rows } = await sql<OccupancyStretch & { total: number }>`
    with ${reports(spaceDays)},
    numbered as (
      select *, count(*) filter (where begins) over (
        partition by day order by starts_at, source_no, event_id rows unbounded preceding
      ) as number
      from reports
    )
    select day, iso_timestamp(min(starts_at)) as "startsAt", iso_timestamp(max(ends_at)) as "endsAt", bool_or(is_open) as "isOpen",
      bool_and(occupied) as occupied, max(occupancy) as peak, count(*) as reports, count(*) over () as total
    from numbered
    group by day, number
    order by day, number
    limit ${MAX_OCCUPANCY_STRETCHES}`.execute(db)
  return rows
}

/** Sums the reports by hour of the building's local time. */
const selectHours = async (db: Db, spaceDays: SpaceDays): Promise<OccupancyHour[]> => {
  const { timeZone } = spaceDays
  const { rows } = await sql<OccupancyHour>`
    with ${reports(spaceDays)},
    parts as (
      select r.day, extract(hour from h.starts_at at time zone ${timeZone})::integer as hour, r.occupied, r.occupancy,
        extract(epoch from least(r.ends_at, h.starts_at + interval '1 hour') - greatest(r.starts_at, h.starts_at)) / 60 as minutes
      from reports r
      cross join lateral generate_series(
        date_trunc('hour', r.starts_at, ${timeZone}), r.ends_at, interval '1 hour'
      ) as h (starts_at)
      where h.starts_at < r.ends_at or r.starts_at = r.ends_at
    )
    select day, hour, round(coalesce(sum(minutes) filter (where occupied), 0), 2)::double precision as "occupiedMinutes",
      round(sum(minutes), 2)::double precision as "reportedMinutes", max(occupancy) as peak
    from parts
    group by day, hour
    order by day, hour`.execute(db)
  return rows
}
