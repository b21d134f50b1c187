import { SEGMENT_DATASETS, type SegmentDataset } from '@rollcall/contract'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../../platform/db/database.ts'
import { recountGroups } from '../analytics/rollup.ts'
import { forgetErasedRows } from '../chunks/chunk-cache.ts'
import { copySegmentRows } from '../rows/segment-rows.ts'
import { buildEmptySegment, buildSegments } from '../segments/build-segments.ts'
import { type RefreshConnections, withRefreshLock } from './refresh-connections.ts'
import { createRevisionBuffer } from './revision-buffer.ts'
import { assignPositions, listSegments, segmentKey } from './revision-store.ts'

/** The rows that replace the published ones of a day: the same rows with less data. */
interface Republication {
  readonly day: string
  /** The query of each dataset with such rows, which `copySegmentRows` reads, sorted by segment. */
  readonly queries: Readonly<Partial<Record<SegmentDataset, string>>>
  readonly signal: AbortSignal | undefined
  /** Runs before the queries on the same connection. */
  readonly prepare: (reader: Db) => Promise<void>
}

/**
 * Publishes a day again because personal data was removed from it. Everything is read in one snapshot; `work` writes what belongs
 * to it in the publishing transaction. Waits for a running refresh of the organization.
 * @throws Error if the number of rows differs from the published one
 */
export const republishDay = (
  pool: pg.Pool,
  orgId: string,
  { day, queries, signal, prepare }: Republication,
  work: (writer: Db) => Promise<void>,
): Promise<void> =>
  withRefreshLock(pool, orgId, { wait: true, signal }, async (connections) => {
    const { reader, readerClient, writer, writerClient } = connections
    await readerClient.query('begin isolation level repeatable read read only')
    await writerClient.query('begin')
    await prepare(reader)
    for (const [dataset, query] of Object.entries(queries)) {
      await replaceSegments(connections, orgId, { dataset: dataset as SegmentDataset, day, query })
    }
    await work(writer)
    await forgetErasedRows(writer, orgId)
    await assignPositions(writer, orgId)
    await readerClient.query('commit')
    await writerClient.query('commit')
  })

const replaceSegments = async (
  { reader, readerClient, writer }: RefreshConnections,
  orgId: string,
  { dataset, day, query }: { readonly dataset: SegmentDataset; readonly day: string; readonly query: string },
): Promise<void> => {
  const revisions = createRevisionBuffer(writer, orgId, dataset, { rows: 0, segments: 0, restated: 0 })
  const stored = await listSegments(reader, orgId, dataset, { firstDay: day, lastDay: day })
  const waiting = new Map([...stored].filter(([, { rowCount }]) => rowCount > 0))
  for await (const segment of buildSegments(copySegmentRows(readerClient, query))) {
    const key = segmentKey(segment.day, segment.locationId)
    if (waiting.get(key)?.rowCount !== segment.rowCount) throw new Error(notAsPublished(dataset, day))
    waiting.delete(key)
    await revisions.add({ ...segment, reason: 'erased' }, true)
  }
  if (waiting.size > 0) throw new Error(notAsPublished(dataset, day))
  await revisions.flush()
}

const notAsPublished = (dataset: string, day: string) => `Rows of ${dataset} on ${day} are not those that are published`

/**
 * Publishes all days of these locations as empty. `work` removes the locations in the publishing transaction, so that no reader sees the
 * one without the other. Waits for a running refresh of the organization.
 */
export const unpublishLocations = (
  pool: pg.Pool,
  orgId: string,
  locationIds: readonly string[],
  work: (writer: Db) => Promise<void>,
): Promise<void> =>
  withRefreshLock(pool, orgId, { wait: true, signal: undefined }, async ({ writer, writerClient }) => {
    await writerClient.query('begin')
    await work(writer)
    await recountGroups(writer, orgId)
    for (const dataset of SEGMENT_DATASETS) await emptySegments(writer, orgId, dataset, locationIds)
    await forgetErasedRows(writer, orgId)
    await assignPositions(writer, orgId)
    await writerClient.query('commit')
  })

const emptySegments = async (
  writer: Db,
  orgId: string,
  dataset: SegmentDataset,
  locationIds: readonly string[],
): Promise<void> => {
  const revisions = createRevisionBuffer(writer, orgId, dataset, { rows: 0, segments: 0, restated: 0 })
  const { rows } = await sql<{ day: string; locationId: string }>`
    select day, location_id as "locationId"
    from segments
    where org_id = ${orgId} and dataset = ${dataset} and location_id = any (${[...locationIds]}::uuid[]) and row_count > 0
    order by day, location_id
    for update`.execute(writer)
  for (const { day, locationId } of rows)
    await revisions.add({ ...(await buildEmptySegment(day, locationId)), reason: 'corrected' }, true)
  await revisions.flush()
}
