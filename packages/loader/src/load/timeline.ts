import type { PublishedDataset } from '../datasets/datasets.ts'
import type { StateEntry } from '../destinations/destination.ts'
import type { FeedPage } from '../source/feed.ts'
import { readFirstPage, TimelineError } from './follow-feed.ts'
import type { Session } from './session.ts'
import { FEED_KEY, isOtherTimeline, type KnownLoad, LOAD_KEY } from './state.ts'
import type { Findings } from './verify-report.ts'
import { verifySegments } from './verify-segments.ts'

/** The position at which a load starts to follow the change feed. */
export interface FeedStart {
  /** Undefined if the service has no change feed. */
  readonly page: FeedPage | undefined
  readonly cursor: string | undefined
  /** Whether an older backup of the service was restored since the copy was loaded. */
  readonly isRestored: boolean
}

/** Returns to the start of the feed if the copy belongs to another timeline. */
export const startFeed = async (
  session: Session,
  datasets: readonly PublishedDataset[],
  cursor: string | undefined,
): Promise<FeedStart> => {
  const known = session.state.find<KnownLoad>(LOAD_KEY)?.timeline
  try {
    const page = await readFirstPage(session, datasets, cursor)
    if (!isOtherTimeline(page?.timeline, known)) return { page, cursor, isRestored: false }
  } catch (error) {
    if (!(error instanceof TimelineError)) throw error
  }
  return { page: await readFirstPage(session, datasets, undefined), cursor: undefined, isRestored: true }
}

/**
 * Drops the state of segments that differ from the announcement, so that the load reads them again. Rows are counted too: a load
 * interrupted before the restore may have left half-replaced segments with an old state.
 */
export const forgetOtherTimeline = async (session: Session, datasets: readonly PublishedDataset[]): Promise<void> => {
  const load = session.state.find<KnownLoad>(LOAD_KEY)
  if (!load) return
  const findings: Findings = { segments: 0, windows: 0, differences: [], notices: [], toReload: new Set() }
  await verifySegments(session, datasets, load, findings)
  const differing = findings.toReload.size
  session.notice(
    `An older backup of the service was restored since the last load, so the whole copy was compared with it: of ${findings.segments} segments ${differing} ${session.isDry ? 'would be' : 'were'} read again or removed.`,
  )
  await session.remember([...findings.toReload, FEED_KEY].map((key): StateEntry => [key, null]))
}
