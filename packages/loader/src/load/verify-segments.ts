import type { SegmentChange } from '@rollcall/contract'
import type { PublishedDataset } from '../datasets/datasets.ts'
import { segmentKey } from '../destinations/destination.ts'
import { readFirstPage } from './follow-feed.ts'
import { LoadError } from './load-error.ts'
import { keyOf } from './load-segments.ts'
import type { Session } from './session.ts'
import { isOtherTimeline, type KnownLoad, type KnownSegment, readSegmentKey } from './state.ts'
import { type Findings, INCREMENTAL_HELPS, REPAIR_HELPS } from './verify-report.ts'

/** Compares the segments that the change feed lists for the loaded days with the state and the stored rows. */
export const verifySegments = async (
  session: Session,
  datasets: readonly PublishedDataset[],
  { datasets: from, timeline: known }: KnownLoad,
  findings: Findings,
): Promise<void> => {
  if (datasets.length === 0) return
  const { announced, timeline } = await readAnnounced(session, datasets, from)
  if (isOtherTimeline(timeline, known)) {
    findings.isRestored = true
    findings.notices.push(
      'An older backup of the service was restored since the last load: `rollcall load incremental` repairs the differences.',
    )
  }
  for (const dataset of datasets) {
    const counts = await session.destination.countSegments(dataset)
    const there = new Map(session.state.list<KnownSegment>(`segment/${dataset.dataset}/`))
    for (const segment of announced.values()) {
      if (segment.dataset !== dataset.dataset) continue
      const key = keyOf(segment)
      const problem = compare(segment, there.get(key), counts.get(segmentKey(segment)) ?? 0)
      findings.segments += 1
      if (!problem) continue
      findings.differences.push({ dataset: dataset.name, day: segment.day, locationId: segment.locationId, problem })
      findings.toReload.add(key)
    }
    for (const [key, count] of counts) {
      const stateKey = `segment/${dataset.dataset}/${key}`
      if (announced.has(stateKey)) continue
      findings.differences.push({
        dataset: dataset.name,
        ...readSegmentKey(stateKey),
        problem: `has ${count} rows that are not published: ${REPAIR_HELPS}`,
      })
      findings.toReload.add(stateKey)
    }
  }
}

/** The last revision of each segment of the loaded days, by state key, and its timeline. */
const readAnnounced = async (
  session: Session,
  datasets: readonly PublishedDataset[],
  from: KnownLoad['datasets'],
): Promise<{ announced: Map<string, SegmentChange>; timeline: string | undefined }> => {
  const announced = new Map<string, SegmentChange>()
  let cursor: string | undefined
  for (;;) {
    const page = await readFirstPage(session, datasets, cursor)
    if (!page) throw new LoadError('The service no longer has a change feed: `rollcall load incremental` works without it.')
    for (const segment of page.segments) {
      const first = from[segment.dataset] ?? null
      if (first === null || segment.day >= first) announced.set(keyOf(segment), segment)
    }
    session.progress.say(`reading the change feed: ${announced.size} segments`)
    cursor = page.cursor
    if (!page.hasMore) return { announced, timeline: page.timeline }
  }
}

const compare = (segment: SegmentChange, known: KnownSegment | undefined, count: number): string | undefined => {
  const { revision, rowCount, sha256 } = segment
  // An older revision than loaded means that the service was restored from a backup, and its feed no longer lists ours.
  if (known && known.revision !== revision) {
    const helps = known.revision < revision ? INCREMENTAL_HELPS : REPAIR_HELPS
    return `has revision ${known.revision}, revision ${revision} is published: ${helps}`
  }
  if (!known && rowCount > 0) return `is not loaded, but ${rowCount} rows are published: ${INCREMENTAL_HELPS}`
  if (count !== rowCount) return `has ${count} rows, ${rowCount} are published: ${REPAIR_HELPS}`
  if (known && sha256 !== null && known.sha256 !== sha256) return `differs from the published content: ${REPAIR_HELPS}`
  return undefined
}
