import { SEGMENT_DATASETS, type SegmentDataset } from '@rollcall/contract'
import { sql } from 'kysely'
import type pg from 'pg'
import type { ChangeTopic } from '../../intake/day-changes/day-changes.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { segmentInputs, segmentShape } from '../segments/segment-dataset.ts'
import { withRefreshLock } from './refresh-connections.ts'

/** The topic whose changes recompute the rows of a dataset. */
const topicOf = (dataset: SegmentDataset): ChangeTopic => segmentInputs(dataset).topics[0] as ChangeTopic

/**
 * Marks all published days of a dataset as corrected if this version changed the shape of its rows, by a column or by SQL; of a
 * dataset that is new, the days on which another one is published. Only
 * the node that publishes next records the shape, under the refresh lock, so an older version that still runs cannot leave days
 * of its own shape unmarked.
 */
export const markReshapedDays = async (pool: pg.Pool, writer: Db, orgId: string): Promise<void> => {
  const { rows } = await sql<{ dataset: SegmentDataset; shape: string }>`
    select dataset, shape from segment_shapes where org_id = ${orgId}
  `.execute(writer)
  const recorded = new Map(rows.map(({ dataset, shape }) => [dataset, shape]))
  for (const dataset of SEGMENT_DATASETS) {
    const shape = await segmentShape(pool, dataset)
    const known = recorded.get(dataset)
    if (known !== shape) await recordShape(writer, orgId, { dataset, shape, isNew: known === undefined })
  }
}

interface NewShape {
  readonly dataset: SegmentDataset
  readonly shape: string
  /** Whether no version has published the dataset before. */
  readonly isNew: boolean
}

const recordShape = async (writer: Db, orgId: string, { dataset, shape, isNew }: NewShape): Promise<void> => {
  await sql`
    with recorded as (
      insert into segment_shapes (org_id, dataset, shape)
      values (${orgId}, ${dataset}, ${shape})
      on conflict (org_id, dataset) do update
      set shape = excluded.shape
    )
    insert into day_change_ticks (org_id, topic, day, reason)
    select distinct ${orgId}::uuid, ${topicOf(dataset)}, day, 'corrected'
    from segments
    where org_id = ${orgId} and (dataset = ${dataset} or ${isNew})
  `.execute(writer)
}

/**
 * Marks them for all organizations when a service starts, so that pending restatements show at once. An organization that is
 * being refreshed is left to its next refresh.
 */
export const markAllReshapedDays = async (pool: pg.Pool): Promise<void> => {
  const shapes = await Promise.all(SEGMENT_DATASETS.map((dataset) => segmentShape(pool, dataset)))
  const { rows } = await pool.query<{ orgId: string }>(
    `select distinct f.org_id as "orgId"
     from change_feeds f
     join organizations o on o.id = f.org_id and o.placement = 'here'
     cross join unnest($1::text[], $2::text[]) as t (dataset, shape)
     left join segment_shapes s on s.org_id = f.org_id and s.dataset = t.dataset
     where s.shape is distinct from t.shape`,
    [SEGMENT_DATASETS, shapes],
  )
  for (const { orgId } of rows) {
    await withRefreshLock(pool, orgId, { wait: false, signal: undefined }, ({ writer }) =>
      markReshapedDays(pool, writer, orgId),
    ).catch((error) => {
      if (!(error instanceof AppError && error.code === 'conflict')) throw error
    })
  }
}
