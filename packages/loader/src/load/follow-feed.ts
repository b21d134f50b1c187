import { RollcallError } from '@rollcall/client'
import type { SegmentChange } from '@rollcall/contract'
import type { PublishedDataset } from '../datasets/datasets.ts'
import type { StateEntry } from '../destinations/destination.ts'
import { type FeedPage, readFeedPage } from '../source/feed.ts'
import { isMissing, isOfAnotherTimeline, isUnknownPath } from '../source/source.ts'
import type { Job } from './jobs.ts'
import { LoadError } from './load-error.ts'
import { keyOf, loadSegments, removeRows, type Unsettled } from './load-segments.ts'
import type { Session } from './session.ts'
import { FEED_KEY, type KnownFeed, type KnownLoad, type KnownSegment, LOAD_KEY, readSegmentKey, windowsKey } from './state.ts'

/** Segments that are loaded together: enough to group segments by location, but few enough to save progress often. */
const SEGMENTS_PER_BATCH = 20_000
/** How often the feed is read again for segments whose content differed from the announcement. */
const MAX_ROUNDS = 5

export interface FeedLoad {
  readonly datasets: readonly PublishedDataset[]
  /** Where to resume; absent: at the start. */
  readonly cursor: string | undefined
  /** Whether a segment is in the loaded range. */
  isWanted(segment: { readonly dataset: string; readonly day: string }): boolean
  /** Whether the cursor may be stored; not if a later load must read segments that this load skips. */
  readonly keepsCursor: boolean
  /** Whether to look for rows without an entry in the state. */
  readonly isRepair: boolean
}

/** The copy belongs to a timeline that ended when an older backup of the service was restored. */
export class TimelineError extends LoadError {
  constructor(cause: unknown) {
    super('An older backup of the service was restored while it was read. Run the command again: it compares the whole copy.', {
      cause,
    })
  }
}

/**
 * Undefined if the service has no change feed.
 * @throws TimelineError
 */
export const readFirstPage = async (
  { source, state }: Pick<Session, 'source' | 'state'>,
  datasets: readonly PublishedDataset[],
  cursor: string | undefined,
): Promise<FeedPage | undefined> => {
  try {
    return await readFeedPage(source, namesOf(datasets), cursor)
  } catch (error) {
    if (isMissing(error)) {
      // A proxy may return this once while the service restarts, which must not discard the cursor.
      if (state.find<KnownLoad>(LOAD_KEY)?.mode === 'feed' && !isUnknownPath(error)) throw hiddenFeed(error)
      return undefined
    }
    if (isOfAnotherTimeline(error)) throw new TimelineError(error)
    const isCursor = cursor !== undefined && error instanceof RollcallError && error.status === 400
    throw isCursor ? foreignCursor(error) : error
  }
}

const foreignCursor = (cause: unknown) =>
  new LoadError(
    'The service does not know the cursor of this copy. If the service was restored from a backup, run a backfill, which compares everything. If it is another service, or the key of another organization, load into a new destination.',
    { cause },
  )

const hiddenFeed = (cause: unknown) =>
  new LoadError(
    'The change feed of this copy was not found, but the response did not come from the service: check the address and any proxies, then try again.',
    { cause },
  )

const namesOf = (datasets: readonly PublishedDataset[]) => datasets.map(({ dataset }) => dataset)

/** Follows the change feed to its end: loads missing segments, the first of them after these jobs, and removes deleted ones. */
export const followFeed = async (session: Session, load: FeedLoad, firstPage: FeedPage, jobs: readonly Job[]): Promise<void> => {
  const unsettled: Unsettled = new Map()
  const announced = new Set<string>()
  let page: FeedPage | undefined = firstPage
  for (let round = 1; ; round++) {
    page = await followToEnd(session, load, { page, unsettled, announced, jobs: round === 1 ? jobs : [] })
    if (unsettled.size === 0) break
    const again = [...unsettled.values()]
    await loadSegments(session, again, unsettled)
    const next: FeedPage = await nextPage(session, load, page.cursor)
    if (next.segments.length === 0 && unsettled.size > 0) throw notAsAnnounced(again.find((each) => unsettled.has(keyOf(each))))
    if (round === MAX_ROUNDS && unsettled.size > 0) throw notAsAnnounced([...unsettled.values()][0])
    page = next
  }
  if (load.cursor === undefined) await removeUnknown(session, load, announced)
  if (load.keepsCursor) await keepCursor(session, load, page)
}

interface Following {
  readonly page: FeedPage
  readonly unsettled: Unsettled
  readonly announced: Set<string>
  readonly jobs: readonly Job[]
}

const nextPage = async (session: Session, { datasets }: FeedLoad, cursor: string): Promise<FeedPage> => {
  const page = await readFirstPage(session, datasets, cursor)
  if (!page) throw new LoadError('The change feed of the service became unavailable during the load. Try again.')
  return page
}

/** Collects pages until there is enough to read. If a segment was published again meanwhile, its last revision counts. */
const followToEnd = async (
  session: Session,
  load: FeedLoad,
  { page: first, unsettled, announced, jobs }: Following,
): Promise<FeedPage> => {
  let page = first
  let before = jobs
  for (;;) {
    const gathered = new Map<string, SegmentChange>()
    for (;;) {
      gather(session, load, page, gathered, announced)
      if (!page.hasMore || gathered.size >= SEGMENTS_PER_BATCH) break
      session.progress.say(`reading the change feed: ${announced.size} segments`)
      page = await nextPage(session, load, page.cursor)
    }
    await loadSegments(session, [...gathered.values()], unsettled, before)
    before = []
    // When loading from the start, the cursor is stored only at the end; until then the state determines what is missing.
    if (load.keepsCursor && load.cursor !== undefined && unsettled.size === 0) await keepCursor(session, load, page)
    if (!page.hasMore) return page
    page = await nextPage(session, load, page.cursor)
  }
}

const gather = (
  session: Session,
  load: FeedLoad,
  page: FeedPage,
  gathered: Map<string, SegmentChange>,
  announced: Set<string>,
): void => {
  for (const segment of page.segments) {
    if (!load.isWanted(segment)) continue
    const key = keyOf(segment)
    announced.add(key)
    // Ordered by the last revision.
    gathered.delete(key)
    if (!isThere(session, segment)) gathered.set(key, segment)
    else {
      const dataset = load.datasets.find(({ dataset }) => dataset === segment.dataset)
      if (dataset) session.of(dataset).unchanged += 1
    }
  }
}

/**
 * Requires the same revision, because a row may have moved to another location and back. Also compares the content, because
 * revisions are reused after a restore from a backup.
 */
const isThere = ({ state }: Session, segment: SegmentChange): boolean => {
  const known = state.find<KnownSegment>(keyOf(segment))
  if (known?.revision !== segment.revision || known.rowCount !== segment.rowCount) return false
  return segment.sha256 === null || segment.sha256 === known.sha256
}

/** Removes segments of the copy that the feed does not list, for example after a restore or a load without the feed. */
const removeUnknown = async (session: Session, load: FeedLoad, announced: ReadonlySet<string>): Promise<void> => {
  if (session.isDry) return
  for (const dataset of load.datasets) {
    const windows = load.keepsCursor ? session.state.list(windowsKey(dataset.name)).map(([key]) => key) : []
    const known = session.state.list(`segment/${dataset.dataset}/`).map(([key]) => key)
    const counted = load.isRepair || windows.length > 0 ? [...(await session.destination.countSegments(dataset)).keys()] : []
    const there = new Set([...known, ...counted.map((key) => `segment/${dataset.dataset}/${key}`)])
    const gone = [...there].filter(
      (key) => !announced.has(key) && (load.isRepair || load.isWanted({ dataset: dataset.dataset, ...readSegmentKey(key) })),
    )
    const state = [...gone, ...windows].map((key): StateEntry => [key, null])
    if (gone.length > 0) await removeRows(session, dataset, gone.map(readSegmentKey), state)
    else await session.remember(state)
  }
}

/** Stores the cursor together with its timeline, which becomes the timeline of the copy. */
const keepCursor = async (session: Session, { datasets }: FeedLoad, { cursor, timeline }: FeedPage): Promise<void> => {
  const feed: KnownFeed = { cursor, datasets: namesOf(datasets).toSorted() }
  const known = session.state.find<KnownLoad>(LOAD_KEY)
  const entries: StateEntry[] = []
  if (session.state.find<KnownFeed>(FEED_KEY)?.cursor !== cursor) entries.push([FEED_KEY, feed])
  if (known && timeline !== undefined && known.timeline !== timeline) entries.push([LOAD_KEY, { ...known, timeline }])
  await session.remember(entries)
}

const notAsAnnounced = (segment: SegmentChange | undefined): LoadError => {
  const what = segment ? `${segment.dataset} of ${segment.day}, location ${segment.locationId ?? 'none'},` : 'The loaded data'
  return new LoadError(
    `${what} differs from what the change feed of the service announces. Try again; if the error persists, contact its operator.`,
  )
}
