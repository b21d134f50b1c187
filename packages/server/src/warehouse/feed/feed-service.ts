import type { ChangeFeed } from '@rollcall/contract'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { type FeedPosition, readCursor, writeCursor } from './feed-cursor.ts'
import { type FeedPage, findPublication, selectChanges } from './feed-store.ts'
import { ensureTimeline, type FeedTimeline } from './feed-timeline.ts'

interface FeedQuery {
  readonly cursor: string | undefined
  /** Undefined: all of them. */
  readonly datasets: readonly string[] | undefined
  readonly limit: number
}

/**
 * Returns what was published since a cursor (contract §4.1).
 * @throws AppError invalid_parameter, cursor_of_another_timeline
 */
export const readFeed = async (
  db: Db,
  orgId: string,
  { cursor, datasets: asked, limit }: FeedQuery,
  onTimelineStarted: (timeline: FeedTimeline) => void,
): Promise<ChangeFeed> => {
  const { datasets, ...from } = readCursor(orgId, cursor, asked)
  const question = { after: from.position, datasets, limit: limit + 1 }
  let page = await selectChanges(db, orgId, question)
  if (!page?.timeline.isHere) {
    await ensureTimeline(db, onTimelineStarted)
    page = (await selectChanges(db, orgId, question)) as FeedPage
  }
  if (cursor !== undefined && !isOfTimeline(from, page)) throw new AppError('cursor_of_another_timeline')
  const shown = page.changes.slice(0, limit)
  const hasMore = page.changes.length > limit
  const { id: timelineId } = page.timeline
  const last = shown.at(-1)?.position
  const reached =
    hasMore && last !== undefined
      ? { position: last, publicationId: await findPublication(db, orgId, last) }
      : { position: page.end, publicationId: page.endPublicationId }
  const { position, publicationId } = reached
  return {
    cursor: writeCursor(orgId, { timelineId, position, publicationId: publicationId ?? undefined }, datasets),
    timeline: timelineId,
    segments: shown.map(({ change }) => change),
    hasMore,
  }
}

/**
 * Whether the database still has what the reader received up to the cursor. The timeline alone does not show it: after database
 * files were restored, or after a standby that lacks the last publications took over, only the publication at the position
 * differs.
 */
const isOfTimeline = ({ position, timelineId, publicationId }: FeedPosition, page: FeedPage): boolean => {
  if (position > page.end) return false
  if (timelineId === undefined) return page.timeline.isFirst
  return timelineId === page.timeline.id && publicationId === (page.publicationId ?? undefined)
}
