import type pg from 'pg'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'

/** A segment published by its number of rows only; the rows are fixed when they are first read. */
export interface AnnouncedSegment {
  readonly locationId: string
  readonly rowCount: number
}

const ANNOUNCED = `
  select location_id as "locationId", row_count as "rowCount"
  from segments
  where org_id = $1 and dataset = 'presence' and day = $2 and sha256 is null`

export const listAnnounced = async (pool: pg.Pool, orgId: string, day: string): Promise<AnnouncedSegment[]> =>
  (await pool.query<AnnouncedSegment>(`${ANNOUNCED} order by location_id`, [orgId, day])).rows

/** Locks in the order of the keys, as the refresh does, to avoid deadlocks. */
export const lockAnnounced = async (
  client: pg.ClientBase,
  orgId: string,
  day: string,
  group: readonly AnnouncedSegment[],
): Promise<AnnouncedSegment[]> => {
  const { rows } = await client.query<AnnouncedSegment>(
    `${ANNOUNCED} and location_id = any ($3::uuid[]) order by location_id for update`,
    [orgId, day, arrayLiteral(group.map(({ locationId }) => locationId))],
  )
  return rows
}
