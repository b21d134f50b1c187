import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** Through which day a location is published. */
export interface LocationState {
  readonly id: string
  /** The current local day. */
  readonly today: string
  readonly publishedThrough: string | null
  readonly publishedAt: Date | null
}

/**
 * Returns all locations of the organization, and the placeholder for rows without a location, in the organization's time zone.
 */
export const listLocationStates = async (db: Db, orgId: string): Promise<LocationState[]> => {
  const { rows } = await sql<LocationState>`
    select l.location_id as id, local_day(now(), l.time_zone, l.day_start_hour) as today, p.published_through as "publishedThrough",
      p.published_at as "publishedAt"
    from publishing_locations l
    left join published_locations p on p.org_id = ${orgId} and p.location_id = l.location_id
    where l.org_id = ${orgId}
    order by l.location_id
  `.execute(db)
  return rows
}
