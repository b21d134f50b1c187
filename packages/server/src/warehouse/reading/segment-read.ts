import type pg from 'pg'
import { eachOf } from '../../platform/jobs/in-order.ts'
import { openSnapshot, type Snapshot } from '../../platform/transactions/snapshot.ts'
import type { ChunkForm, Piece } from '../chunks/chunk.ts'
import type { PlacedRows } from '../chunks/chunk-cache.ts'
import { type ChunkRef, fetchChunks, listChunks, type SegmentDay, type SegmentRange } from '../published/published-segments.ts'
import { openOnServer } from '../replica/row-source.ts'
import { segmentShape } from '../segments/segment-dataset.ts'
import { findChunks, readChunks } from './chunk-reader.ts'
import type { DatasetRead, DatasetRows } from './dataset-read.ts'
import { LIVE_PARTS } from './live-parts.ts'
import { createReturnableSnapshot, type ReturnableSnapshot } from './returnable-snapshot.ts'
import { type LivePart, readSegmentPlan, type SegmentPlan, type SegmentQuery } from './segment-plan.ts'
import type { Warehouse } from './warehouse.ts'

/** Reads a dataset that has segments: published days as they were published, the others as they are now. */
export const readSegments = async (warehouse: Warehouse, question: SegmentQuery): Promise<DatasetRead> => {
  const shape = await segmentShape(warehouse.pool, question.dataset)
  const plan = await withSnapshot(warehouse.pool, ({ db }) => readSegmentPlan(db, shape, question))
  return {
    state: plan,
    countRows: async () => countKnownRows(warehouse, question, plan),
    // If everything is cached, a slow reader holds no connection.
    open: async (form) =>
      readFromCache(warehouse, { ...question, form }, plan) ?? (await openRows(warehouse, { ...question, form })),
  }
}

/** A request, and the encoding of the chunks that its response needs. */
interface OpenedQuery extends SegmentQuery {
  readonly form: ChunkForm
}

/**
 * The source of a response. All of it is read in one snapshot, so that a row that moved to another location is neither missing
 * nor duplicated.
 */
interface Reading {
  readonly question: OpenedQuery
  readonly plan: SegmentPlan
  readonly refs: readonly ChunkRef[]
}

const openRows = async (warehouse: Warehouse, question: OpenedQuery): Promise<DatasetRows> => {
  const shape = await segmentShape(warehouse.pool, question.dataset)
  return openOnServer(warehouse, question.orgId, async ({ snapshot, asOf }) => {
    const plan = await readSegmentPlan(snapshot.db, shape, question, asOf)
    // The first read of presence stores it.
    if (asOf && plan.days.some(({ published }) => published?.unbuilt)) return undefined
    const isPublished = plan.days.some(({ published }) => published)
    const refs = isPublished ? await listChunks(snapshot.db, question) : []
    rememberRefs(warehouse, question, publishedDays(plan), refs)
    if (isPublished) warehouse.readNotes?.note(question.orgId, question)
    const rowCount = countKnownRows(warehouse, question, plan)
    // Rows of the same revision are the same on every server.
    const returnable = createReturnableSnapshot(warehouse.exports, snapshot)
    return {
      state: { ...plan, asOf },
      rowCount,
      pieces: readDays(warehouse, returnable, { question, plan, refs }),
      close: returnable.close,
    }
  })
}

/** The state of a day determines its chunks, so their positions can be cached by it. */
const refsKey = ({ orgId, dataset, locationIds }: SegmentRange, day: string, { state }: SegmentDay): string =>
  [orgId, dataset, day, state, locationIds ?? 'all'].join()

const publishedDays = ({ days }: SegmentPlan): Map<string, SegmentDay> =>
  new Map(days.flatMap(({ day, published }) => (published ? [[day, published]] : [])))

/** Remembers where the chunks of days are whose rows are fixed. */
export const rememberRefs = (
  { refs: known }: Pick<Warehouse, 'refs'>,
  range: SegmentRange,
  days: ReadonlyMap<string, SegmentDay>,
  refs: readonly ChunkRef[],
): void => {
  const refsOf = Map.groupBy(refs, ({ day }) => day)
  for (const [day, published] of days) {
    if (published.unbuilt === 0) known.set(refsKey(range, day, published), refsOf.get(day) ?? [])
  }
}

const withSnapshot = async <T>(pool: pg.Pool, work: (snapshot: Snapshot) => Promise<T>): Promise<T> => {
  const snapshot = await openSnapshot(pool)
  try {
    const result = await work(snapshot)
    await snapshot.commit()
    return result
  } finally {
    snapshot.close()
  }
}

/** Returns the rows from the cache, or undefined if anything must be read from the database. */
const readFromCache = (warehouse: Warehouse, question: OpenedQuery, plan: SegmentPlan): DatasetRows | undefined => {
  const { cache, refs: known } = warehouse
  const { find } = LIVE_PARTS[question.dataset]
  const chunks: PlacedRows[] = []
  for (const { day, published, live } of plan.days) {
    const refs = published ? known.get(refsKey(question, day, published)) : []
    const stored = refs && findChunks(cache, { ...question, refs })
    const built = live ? find(warehouse, { question, form: question.form, day, live }) : []
    if (!stored || !built) return undefined
    chunks.push(...stored, ...built)
  }
  const rowCount = chunks.reduce((sum, chunk) => sum + chunk.rowCount, 0)
  if (plan.days.some(({ published }) => published)) warehouse.readNotes?.note(question.orgId, question)
  warehouse.onRead?.('cache')
  return { state: plan, rowCount, pieces: eachOf(chunks), close() {} }
}

/** Counts the rows, or returns undefined if they would have to be read for that. */
const countKnownRows = (warehouse: Warehouse, question: SegmentQuery, { days }: SegmentPlan): number | undefined => {
  const { find } = LIVE_PARTS[question.dataset]
  let count = 0
  for (const { day, published, live } of days) {
    if (published?.unbuilt) return undefined
    count += published?.rowCount ?? 0
    if (!live) continue
    const built = find(warehouse, { question, form: 'zstandard', day, live })
    if (!built) return undefined
    for (const chunk of built) count += chunk.rowCount
  }
  return count
}

/**
 * Yields the rows day by day: the published ones by location, then the live ones by location. Fixed rows are identified by their
 * revision, so once only these remain, another snapshot will do; if one was published again meanwhile, it is missing and the read
 * fails.
 */
const readDays = async function* (warehouse: Warehouse, snapshot: ReturnableSnapshot, reading: Reading): AsyncGenerator<Piece> {
  const { question, plan, refs } = reading
  const { form } = question
  const isFixed = new Set(plan.days.flatMap(({ day, published }) => (published?.unbuilt === 0 ? [day] : [])))
  const fixed = refs.filter(({ day }) => isFixed.has(day))
  const fetch = (window: readonly ChunkRef[]) => snapshot.use(({ client }) => fetchChunks(client, question, window, form))
  const stored = readChunks(fetch, warehouse.cache, { ...question, refs: fixed })
  const refsOf = Map.groupBy(fixed, ({ day }) => day)
  const lastOfSnapshot = plan.days.findLastIndex(({ published, live }) => live || published?.unbuilt)
  for (const [index, { day, published, live }] of plan.days.entries()) {
    if (index > lastOfSnapshot) snapshot.allowReturn()
    for (let left = refsOf.get(day)?.length ?? 0; left > 0; left--) yield (await stored.next()).value as PlacedRows
    if (published?.unbuilt) yield* readUnbuilt(warehouse, publishedPart(question, live), day)
    if (live) yield* LIVE_PARTS[question.dataset].read(warehouse, snapshot.first, { question, form, day, live })
  }
  await snapshot.commit()
}

/** Narrows the request to the locations for which the day was published in the snapshot; the others are read live. */
const publishedPart = (question: OpenedQuery, live: LivePart | undefined): OpenedQuery => {
  const { locationIds } = question
  return live ? { ...question, locationIds: live.leftOut.filter((id) => !locationIds || locationIds.includes(id)) } : question
}

/**
 * Fixes the rows before reading them, so they are newer than the snapshot. The read fails if a segment is published again
 * meanwhile.
 */
const readUnbuilt = async function* (warehouse: Warehouse, question: OpenedQuery, day: string): AsyncGenerator<PlacedRows> {
  const { db, pool, cache, presenceBuilder } = warehouse
  await presenceBuilder.ensureBuilt(question.orgId, day)
  const refs = await listChunks(db, { ...question, firstDay: day, lastDay: day })
  const fetch = (window: readonly ChunkRef[]) =>
    withSnapshot(pool, ({ client }) => fetchChunks(client, question, window, question.form))
  yield* readChunks(fetch, cache, { ...question, refs })
}
