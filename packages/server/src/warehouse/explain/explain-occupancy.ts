import { MAX_EXPLAINED_REPORTS, type OccupancyExplanation, type OccupancyRow } from '@rollcall/contract'
import { sql } from 'kysely'
import { getLocation } from '../../directory/places/find-location.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { inSnapshot } from './in-snapshot.ts'

/** An hour of a node. */
interface ExplainedHour {
  readonly orgId: string
  readonly locationId: string
  readonly nodeId: string
  readonly day: string
  readonly hour: number
}

/**
 * Explains how occupied a node was in an hour of local time, by the reports of its sensors.
 * @throws AppError entity_not_found
 */
export const explainOccupancy = (db: Db, of: ExplainedHour): Promise<OccupancyExplanation> =>
  inSnapshot(db, async (snapshot) => {
    const { timeZone } = await getLocation(snapshot, of.orgId, of.locationId)
    const row = await findHour(snapshot, of)
    if (!row) {
      throw new AppError('entity_not_found', {
        detail: 'In that hour no node of the building with this id reported or was occupied, so occupancy has no row for it.',
      })
    }
    const { day: _, ...figures } = row
    const reports = await listReports(snapshot, of)
    return { ...figures, day: of.day, timeZone, reports, sentences: occupancySentences(row, reports) }
  })

/** Returns the row of the dataset as it would be published now. */
const findHour = async (db: Db, { orgId, locationId, nodeId, day, hour }: ExplainedHour) => {
  const { rows } = await sql<Omit<OccupancyRow, 'levelId' | 'zoneId' | 'placeId' | 'spaceId'>>`
    select day, hour, location_id as "locationId", location_name as "locationName", location_type as "locationType",
      node_id as "nodeId", level_name as "levelName", zone_name as "zoneName", place_name as "placeName",
      space_name as "spaceName", samples, occupied_minutes::float as "occupiedMinutes", min_count as "minCount",
      max_count as "maxCount", average_count::float as "averageCount"
    from occupancy_hours(${orgId}, ${day}, ${day})
    where location_id = ${locationId} and node_id = ${nodeId} and hour = ${hour}
  `.execute(db)
  return rows[0]
}

type Report = OccupancyExplanation['reports'][number]

const listReports = async (db: Db, { orgId, locationId, nodeId, day, hour }: ExplainedHour): Promise<Report[]> => {
  const { rows } = await sql<Report>`
    select r.event_id as "eventId", s.source_id as "sourceId", iso_timestamp(r.occurred_at) as timestamp,
      iso_timestamp(r.received_at) as "receivedAt", r.occupied, r.occupancy, iso_timestamp(r.held_until) as "heldUntil",
      h.is_sample as "isSample", round(h.seconds / 60, 2)::float as "occupiedMinutes"
    from occupancy_reports(${orgId}, ${day}, ${day}) r
    join sources s on s.org_id = ${orgId} and s.source_no = r.source_no
    cross join lateral (
      select bool_or(h.start = r.hour_start) as is_sample,
        coalesce(sum(
          extract(epoch from least(r.held_until, h.start + interval '1 hour') - greatest(r.occurred_at, h.start))
        ) filter (where r.occupied), 0) as seconds
      from generate_series(
        r.hour_start, case when r.occupied then greatest(r.hour_start, r.held_until - interval '1 microsecond') else r.hour_start end,
        interval '1 hour'
      ) h (start)
      where extract(hour from h.start at time zone r.time_zone) = ${hour}
    ) h
    where r.location_id = ${locationId} and r.node_id = ${nodeId} and h.is_sample is not null
    order by r.occurred_at, s.source_id, r.event_id
    limit ${MAX_EXPLAINED_REPORTS}
  `.execute(db)
  return rows
}

type Figures = Pick<OccupancyRow, 'samples' | 'minCount' | 'maxCount' | 'averageCount' | 'occupiedMinutes'>

/** Says how each figure came about. The web app writes the same from the facts, in the language of the reader. */
export const occupancySentences = (
  { samples, minCount, maxCount, averageCount, occupiedMinutes }: Figures,
  reports: readonly Report[],
): string[] => {
  const earlier = reports.filter(({ isSample }) => !isSample).length
  return [
    `${samples === 1 ? '1 report' : `${samples} reports`} of the node ${samples === 1 ? 'was' : 'were'} made in this hour${earlier > 0 ? ', and an earlier one holds into it' : ''}.`,
    `It was occupied for ${occupiedMinutes === 1 ? '1 minute' : `${occupiedMinutes ?? 0} minutes`}: each report that it is occupied holds to the next report of the day, the last one to the end of its hour.`,
    ...(averageCount === null
      ? ['No report of this hour counts people.']
      : [`The reports of this hour count from ${minCount} to ${maxCount} people, ${averageCount} on average.`]),
  ]
}
