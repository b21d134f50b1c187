import type pg from 'pg'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'

/** A segment of presence whose rows are stored now. */
export interface FixedSegment {
  readonly locationId: string
  readonly rowCount: number
  readonly sha256: Buffer
}

const columnsOf = (segments: readonly FixedSegment[]) => [
  arrayLiteral(segments.map(({ locationId }) => locationId)),
  arrayLiteral(segments.map(({ rowCount }) => rowCount)),
  arrayLiteral(segments.map(({ sha256 }) => sha256.toString('hex'))),
]

/** Stores the rows of the current revision, which are fixed from now on. */
export const settle = async (
  client: pg.ClientBase,
  orgId: string,
  day: string,
  segments: readonly FixedSegment[],
): Promise<void> => {
  if (segments.length === 0) return
  await client.query(
    `update segments s
     set sha256 = decode(f.sha256, 'hex')
     from unnest($3::uuid[], $4::integer[], $5::text[]) as f (location_id, row_count, sha256)
     where s.org_id = $1 and s.dataset = 'presence' and s.day = $2 and s.location_id = f.location_id`,
    [orgId, day, ...columnsOf(segments)],
  )
}

/** Stores the next revision at the end of the change feed, which stays locked until the transaction ends. */
export const publishAgain = async (
  client: pg.ClientBase,
  orgId: string,
  day: string,
  segments: readonly FixedSegment[],
): Promise<void> => {
  if (segments.length === 0) return
  await client.query(
    `with fixed as (
       select location_id, row_count, sha256, row_number() over (order by location_id) as place
       from unnest($3::uuid[], $4::integer[], $5::text[]) as f (location_id, row_count, sha256)
     ),
     feed as (
       insert into change_feeds as f (org_id, position, refreshed_at)
       values ($1, (select count(*) from fixed), clock_timestamp())
       on conflict (org_id) do update
       set position = f.position + excluded.position
       returning position
     ),
     published as (
       insert into publications (org_id, position) select $1, position from feed
     )
     update segments s
     set revision = s.revision + 1, position = feed.position - (select count(*) from fixed) + fixed.place,
       reason = case when fixed.row_count > s.row_count then 'lateEvents' else 'corrected' end,
       published_at = clock_timestamp(), row_count = fixed.row_count, sha256 = decode(fixed.sha256, 'hex')
     from fixed, feed
     where s.org_id = $1 and s.dataset = 'presence' and s.day = $2 and s.location_id = fixed.location_id`,
    [orgId, day, ...columnsOf(segments)],
  )
}
