import type { SegmentChange } from '@rollcall/contract'
import { PUBLISHED, type PublishedDataset } from '../datasets/datasets.ts'
import type { SegmentId, StateEntry } from '../destinations/destination.ts'
import { type Download, download } from '../source/download.ts'
import type { DayContent } from '../source/row-file.ts'
import { type Job, runJobs } from './jobs.ts'
import { titleOf } from './load-dated.ts'
import { windowQuestion } from './load-windows.ts'
import { rowsOf, type SegmentWindow, segmentWindows } from './segment-windows.ts'
import type { Session } from './session.ts'
import { type KnownSegment, segmentKeyOf } from './state.ts'

/** Segments whose content differed from the announcement, by state key. */
export type Unsettled = Map<string, SegmentChange>

/** Number of empty segments removed at a time. */
const REMOVALS_PER_BATCH = 200
/** The content of an empty segment. */
const NOTHING: DayContent = { rowCount: 0, sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855' }

export const keyOf = (segment: Pick<SegmentChange, 'dataset' | 'day' | 'locationId'>): string =>
  segmentKeyOf(segment.dataset, segment)

/**
 * Updates segments to their announced content: reads them concurrently and replaces one window after the other. Each segment is
 * announced at most once. These jobs run before, without a break in between.
 */
export const loadSegments = async (
  session: Session,
  segments: readonly SegmentChange[],
  unsettled: Unsettled,
  before: readonly Job[] = [],
): Promise<void> => {
  const withRows = segments.filter(({ rowCount }) => rowCount > 0)
  const windows = windowsOf(session, withRows)
  session.progress.expect(windows.length)
  if (session.isDry) {
    countDry(session, segments, windows)
    return await runJobs(session, before)
  }
  await removeSegments(
    session,
    segments.filter(({ rowCount }) => rowCount === 0),
    unsettled,
  )
  await runJobs(session, [...before, ...windows.map((window) => windowJob(session, window, unsettled))])
}

const windowJob = (session: Session, window: SegmentWindow, unsettled: Unsettled): Job => ({
  rowCount: rowsOf(window.segments),
  read: async (signal) => {
    const answer = await readWindow(session, window, signal)
    return async (isFollowed) => {
      await storeWindow(session, window, answer, { unsettled, isFollowed })
      session.progress.done(titleOf(window.dataset.name, window))
    }
  },
})

const windowsOf = ({ state }: Session, segments: readonly SegmentChange[]): SegmentWindow[] => {
  const announced = new Set(segments.map(keyOf))
  const windows = PUBLISHED.flatMap((dataset) => {
    const ofDataset = segments.filter((segment) => segment.dataset === dataset.dataset)
    const byLocation = Map.groupBy(ofDataset, ({ locationId }) => locationId)
    return [...byLocation].flatMap(([locationId, list]) =>
      segmentWindows(dataset, list, (day) => {
        const key = segmentKeyOf(dataset.dataset, { day, locationId })
        return !announced.has(key) && (state.find<KnownSegment>(key)?.rowCount ?? 0) > 0
      }),
    )
  })
  return windows.sort((a, b) => (a.firstDay < b.firstDay ? -1 : 1))
}

const readWindow = async ({ source }: Session, window: SegmentWindow, signal: AbortSignal): Promise<Download> => {
  const { dataset, locationId, segments } = window
  const days = new Set(segments.map(({ day }) => day))
  const request = { questions: [windowQuestion(dataset, window, locationId)], columns: dataset.columns, days }
  // Without an ETag there is always a response body.
  return (await download(source, request, signal)) as Download
}

interface Storing {
  readonly unsettled: Unsettled
  readonly isFollowed: () => boolean
}

const storeWindow = async (
  session: Session,
  window: SegmentWindow,
  answer: Download,
  { unsettled, isFollowed }: Storing,
): Promise<void> => {
  const { dataset, segments } = window
  const found = segments.map((segment) => ({ segment, content: answer.days.get(segment.day) ?? NOTHING }))
  const state = found.map(
    ({ segment, content }): StateEntry => [
      keyOf(segment),
      isAsAnnounced(segment, content)
        ? ({
            revision: segment.revision,
            ...content,
          } satisfies KnownSegment)
        : null,
    ],
  )
  await session.replace({ dataset, scope: { kind: 'segments', segments: segments.map(idOf) }, state, isFollowed }, answer)
  session.of(dataset).segmentsRead += segments.length
  for (const { segment, content } of found) settle(session, segment, content, unsettled)
}

const idOf = ({ day, locationId }: SegmentChange): SegmentId => ({ day, locationId })

/** Content that differs from the announcement belongs to a later revision, which the feed will list. */
const isAsAnnounced = ({ sha256, rowCount }: SegmentChange, content: DayContent): boolean =>
  sha256 === null ? rowCount === content.rowCount : sha256 === content.sha256

/** Counts the reason of a change. Reasons of a newer service may be unknown here. */
const countReason = ({ reasons }: Session, { reason }: SegmentChange): void => {
  if (Object.hasOwn(reasons, reason)) reasons[reason] += 1
}

const settle = (session: Session, segment: SegmentChange, content: DayContent, unsettled: Unsettled): void => {
  const { verified } = session
  if (!isAsAnnounced(segment, content)) return void unsettled.set(keyOf(segment), segment)
  unsettled.delete(keyOf(segment))
  countReason(session, segment)
  if (segment.sha256 === null) verified.byRowCount += 1
  else verified.bySha256 += 1
}

const removeSegments = async (session: Session, segments: readonly SegmentChange[], unsettled: Unsettled): Promise<void> => {
  for (const dataset of PUBLISHED) {
    const ofDataset = segments.filter((segment) => segment.dataset === dataset.dataset)
    for (let at = 0; at < ofDataset.length; at += REMOVALS_PER_BATCH) {
      const some = ofDataset.slice(at, at + REMOVALS_PER_BATCH)
      const state = some.map((segment): StateEntry => [keyOf(segment), { ...NOTHING, revision: segment.revision }])
      await removeRows(session, dataset, some, state)
      for (const segment of some) {
        unsettled.delete(keyOf(segment))
        countReason(session, segment)
      }
    }
  }
}

/** Removes the rows of segments, and updates or removes their state entries. */
export const removeRows = async (
  session: Session,
  dataset: PublishedDataset,
  segments: readonly SegmentId[],
  state: readonly StateEntry[],
): Promise<void> => {
  await session.replace({ dataset, scope: { kind: 'segments', segments }, state })
  session.of(dataset).segmentsRemoved += segments.length
}

const countDry = (session: Session, segments: readonly SegmentChange[], windows: readonly SegmentWindow[]): void => {
  for (const segment of segments) countReason(session, segment)
  for (const dataset of PUBLISHED) {
    const summary = session.of(dataset)
    const ofDataset = segments.filter((segment) => segment.dataset === dataset.dataset)
    const read = ofDataset.filter(({ rowCount }) => rowCount > 0)
    summary.segmentsRead += read.length
    summary.segmentsRemoved += ofDataset.length - read.length
    summary.windowsRead += windows.filter((window) => window.dataset === dataset).length
    summary.rowsWritten += rowsOf(read)
  }
}
