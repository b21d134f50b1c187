import { SEGMENT_DATASETS, type SegmentDataset } from '@rollcall/contract'
import { sql } from 'kysely'
import type pg from 'pg'
import type { ChangeTopic } from '../../intake/day-changes/day-changes.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { segmentShape } from '../segments/segment-dataset.ts'
import { withRefreshLock } from './refresh-connections.ts'

/** The topic whose changes make the rows of a dataset be computed again, and no more than those. */
const TOPIC: Readonly<Record<SegmentDataset, ChangeTopic>> = { 'user-booking-attendance': 'plans', presence: 'presence' }

/**
 * Marks all published days of a dataset as corrected where its rows have another shape than those that are published: a column or the SQL
 * changed with the version. The shape is recorded under the refresh lock alone, by the node that publishes next, so a version that
 * still runs beside this one leaves no day of its own shape unmarked.
 */
export const markReshapedDays = async (pool: pg.Pool, writer: Db, orgId: string): Promise<void> => {
  const { rows } = await sql<{ dataset: SegmentDataset; shape: string }>`
    select dataset, shape from segment_shapes where org_id = ${orgId}
  `.execute(writer)
  const recorded = new Map(rows.map(({ dataset, shape }) => [dataset, shape]))
  for (const dataset of SEGMENT_DATASETS) {
    const shape = await segmentShape(pool, dataset)
    if (recorded.get(dataset) !== shape) await recordShape(writer, orgId, dataset, shape)
  }
}

const recordShape = async (writer: Db, orgId: string, dataset: SegmentDataset, shape: string): Promise<void> => {
  await sql`
    with recorded as (
      insert into segment_shapes (org_id, dataset, shape)
      values (${orgId}, ${dataset}, ${shape})
      on conflict (org_id, dataset) do update
      set shape = excluded.shape
    )
    insert into day_change_ticks (org_id, topic, day, reason)
    select distinct ${orgId}::uuid, ${TOPIC[dataset]}, day, 'corrected'
    from segments
    where org_id = ${orgId} and dataset = ${dataset}
  `.execute(writer)
}

/**
 * Does so for all organizations at the start of a service, so that what waits to be published again shows at once. One that is being
 * refreshed is left to its next refresh.
 */
export const markAllReshapedDays = async (pool: pg.Pool): Promise<void> => {
  const shapes = await Promise.all(SEGMENT_DATASETS.map((dataset) => segmentShape(pool, dataset)))
  const { rows } = await pool.query<{ orgId: string }>(
    `select distinct f.org_id as "orgId"
     from change_feeds f
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
