import type { SegmentChange } from '@rollcall/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'
import { NO_LOCATION_ID } from '../segments/segment-dataset.ts'
import { IS_HERE, OF_ORGANIZATION } from './feed-timeline.ts'

export interface FeedPage {
  readonly timeline: FeedState
  /** The last position of the feed when the segments were read, and the publication that wrote it. */
  readonly end: number
  readonly endPublicationId: string | null
  /** The publication that wrote the requested position. */
  readonly publicationId: string | null
  readonly changes: readonly { readonly position: number; readonly change: SegmentChange }[]
}

export interface FeedState {
  readonly id: string
  /** Whether this is the first timeline. */
  readonly isFirst: boolean
  /** Whether it started in this very database. */
  readonly isHere: boolean
}

interface FeedQuery {
  readonly after: number
  readonly datasets: readonly string[]
  readonly limit: number
}

type Row = FeedState & Omit<FeedPage, 'timeline' | 'changes'> & { position: number | null; change: SegmentChange }

/**
 * Returns segments published after a position in the order of publication, the end of the feed, and its timeline. One statement
 * reads them all, because separate reads would miss a publication in between. It scans one range of an index: on two busy cores
 * 1,000 segments took 15 ms and none 0.7 ms, of which 0.1 ms identifies the database. Returns undefined if no timeline has
 * started yet.
 */
export const selectChanges = async (
  db: Db,
  orgId: string,
  { after, datasets, limit }: FeedQuery,
): Promise<FeedPage | undefined> => {
  const { rows } = await sql<Row>`
    select ${OF_ORGANIZATION} as id, t."isHere", t."isFirst" and ${OF_ORGANIZATION} = t.id as "isFirst",
      coalesce(f.position, 0) as end, publication_at(${orgId}, f.position) as "endPublicationId",
      publication_at(${orgId}, ${after}) as "publicationId", s.*
    from (
      select t.id, t.timeline_no = (select min(timeline_no) from feed_timelines) as "isFirst", ${IS_HERE} as "isHere"
      from feed_timelines t
      cross join feed_database() d
      order by t.timeline_no desc
      limit 1
    ) t
    left join organizations o on o.id = ${orgId}
    left join change_feeds f on f.org_id = ${orgId}
    left join lateral (
      select s.position, row_to_json(c) as change
      from segments s
      cross join lateral (
        select s.dataset, nullif(s.location_id, ${NO_LOCATION_ID}::uuid) as "locationId", s.day, s.revision,
          s.row_count as "rowCount", encode(s.sha256, 'hex') as sha256, iso_timestamp(s.published_at) as "updatedAt", s.reason
      ) c
      where s.org_id = ${orgId} and s.position > ${after} and s.dataset = any (${arrayLiteral(datasets)})
      order by s.position
      limit ${limit}
    ) s on true
    order by s.position
  `.execute(db)
  const [first] = rows
  if (!first) return undefined
  const { id, isFirst, isHere, end, endPublicationId, publicationId } = first
  const changes = rows.flatMap(({ position, change }) => (position === null ? [] : [{ position, change }]))
  return { timeline: { id, isFirst, isHere }, end, endPublicationId, publicationId, changes }
}

/** Returns the publication that wrote a position of the feed. */
export const findPublication = async (db: Db, orgId: string, position: number): Promise<string | null> => {
  const { rows } = await sql<{ id: string | null }>`select publication_at(${orgId}, ${position}) as id`.execute(db)
  return rows[0]?.id ?? null
}
