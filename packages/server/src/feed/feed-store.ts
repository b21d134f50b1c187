import type { SegmentChange } from '@rollcall/contract'
import { sql } from 'kysely'
import { arrayLiteral } from '../db/array-literal.ts'
import type { Db } from '../db/database.ts'
import { NO_LOCATION_ID } from '../segments/segment-dataset.ts'

export interface FeedPage {
  /** Where the feed ended when the segments were read. */
  readonly end: number
  readonly changes: readonly (SegmentChange & { readonly position: number })[]
}

/**
 * Published segments after a position, in the order of publication, and the end of the feed, in one statement: read one after the
 * other, a publication in between would be passed over. One range of an index: 1,000 segments take 3 ms, none 0.2 ms.
 */
export const selectChanges = async (
  db: Db,
  orgId: string,
  { after, datasets, limit }: { after: number; datasets: readonly string[]; limit: number },
): Promise<FeedPage> => {
  const { rows } = await sql<SegmentChange & { end: number; position: number | null }>`
    select f.position as end, s.*
    from change_feeds f
    left join lateral (
      select position, dataset, nullif(location_id, ${NO_LOCATION_ID}::uuid) as "locationId", day, revision,
        row_count as "rowCount", encode(sha256, 'hex') as sha256, iso_timestamp(published_at) as "updatedAt", reason
      from segments
      where org_id = ${orgId} and position > ${after} and dataset = any (${arrayLiteral(datasets)})
      order by position
      limit ${limit}
    ) s on true
    where f.org_id = ${orgId}
    order by s.position
  `.execute(db)
  const changes = rows.flatMap(({ end: _, position, ...change }) => (position === null ? [] : [{ position, ...change }]))
  return { end: rows[0]?.end ?? 0, changes }
}
