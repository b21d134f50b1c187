import type { SegmentChange, SegmentDataset } from '@rollcall/contract'
import type { Source } from './source.ts'

/** Segments published since the previous page. */
export interface FeedPage {
  readonly cursor: string
  readonly segments: readonly SegmentChange[]
  readonly hasMore: boolean
  /** The timeline of the cursor; absent if the service does not report one. */
  readonly timeline?: string | undefined
}

/** @throws RollcallError with status 404 if the service has no change feed */
export const readFeedPage = async (
  { client, signal, persistence }: Source,
  datasets: readonly SegmentDataset[],
  cursor: string | undefined,
): Promise<FeedPage> => {
  const query = { datasets: datasets.toSorted().join(','), ...(cursor === undefined ? {} : { cursor }) }
  return await persistence(signal)(() => client.readChanges(query, signal ? { signal } : {}))
}
