import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { compressChunk } from '../../src/warehouse/chunks/chunk.ts'

const DAYS = 31
export const FIRST_DAY = '2026-01-01'
export const LAST_DAY = '2026-01-31'

/** A row of attendance such as there are many, with its own id. */
const row = (index: number): string => {
  const [user, place] = [randomUUID(), randomUUID()]
  const [location, zone, group] = [
    '6f1c0f0e-6d2b-4d43-9f0c-0d7b6f3a9e21',
    `0b1c2d3e-0000-4000-8000-00000000000${index % 9}`,
    `group-${index % 40}`,
  ]
  return JSON.stringify({
    ...{ userId: user, primaryLocationId: location, primaryLocationName: 'Berlin Mitte', day: '2026-01-05T00:00:00.000Z' },
    ...{ plan: 'o', bookingDepth: 3, attendanceType: index % 5 ? 'confirmed' : 'noShow', bookingLocationId: location },
    ...{ bookingLocationName: 'Berlin Mitte', bookingLevelId: zone, bookingLevelName: `Level ${index % 9}`, bookingZoneId: zone },
    ...{ bookingZoneName: `Zone ${index % 9}`, bookingPlaceId: place, bookingPlaceName: `Desk ${index}`, primaryGroupId: group },
    ...{ primaryGroupName: group, attendanceLocationId: location, attendanceLocationName: 'Berlin Mitte' },
    ...{ firstSeenAt: `2026-01-05T08:${10 + (index % 50)}:00.000Z`, lastSeenAt: '2026-01-05T17:00:00.000Z' },
    updatedAt: '2026-01-05T17:00:01.234Z',
  })
}

export interface LargeSegments {
  readonly rowCount: number
  /** The size of the answer as JSON. */
  readonly bytes: number
  /** One chunk as it is before compression. */
  readonly raw: Buffer
}

/** Publishes so many chunks of a megabyte each, over 31 days of one location, without anything that they were made of. */
export const addLargeSegments = async (pool: pg.Pool, orgId: string, chunks: number): Promise<LargeSegments> => {
  const rows: string[] = []
  for (let size = 0; size < 1 << 20; size += (rows.at(-1)?.length ?? 0) + 2) rows.push(row(rows.length))
  const raw = Buffer.from(rows.join('\n,').concat('\n'))
  const chunk = await compressChunk(raw, rows.length)
  const locationId = randomUUID()
  await pool.query('insert into locations (org_id, id, name, time_zone) values ($1, $2, $3, $4)', [
    orgId,
    locationId,
    'Large',
    'UTC',
  ])
  await pool.query(
    `insert into published_locations (org_id, location_id, published_through, published_at)
     select $1, id, '2026-02-28', now()
     from unnest(array[$2, '00000000-0000-0000-0000-000000000000']::uuid[]) id`,
    [orgId, locationId],
  )
  await pool.query(
    `insert into segments (org_id, dataset, day, location_id, revision, position, reason, published_at, row_count, sha256)
     select $1, 'user-booking-attendance', $3::date + n, $2, 1, n + 1, 'refreshed', now(),
       $4::int * (select count(*) from generate_series(n, $5::int - 1, ${DAYS})), ''
     from generate_series(0, ${DAYS - 1}) n`,
    [orgId, locationId, FIRST_DAY, rows.length, chunks],
  )
  await pool.query(
    `insert into segment_chunks (org_id, dataset, day, location_id, chunk_no, row_count, size, crc32, deflated, zstandard)
     select $1, 'user-booking-attendance', $3::date + n % ${DAYS}, $2, n / ${DAYS}, $4, $5, $6, $7, $8
     from generate_series(0, $9::int - 1) n`,
    [orgId, locationId, FIRST_DAY, rows.length, raw.length, chunk.crc32, chunk.deflated, chunk.zstandard, chunks],
  )
  return { rowCount: rows.length * chunks, bytes: chunks * (raw.length + 1) + 2, raw }
}
