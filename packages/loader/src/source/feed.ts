import type { SegmentChange, SegmentDataset } from '@rollcall/contract'
import type { Source } from './source.ts'

/** Segments that were published since the page before. */
export interface FeedPage {
  readonly cursor: string
  readonly segments: readonly SegmentChange[]
  readonly hasMore: boolean
  /** The history that the cursor belongs to; absent where the service does not tell. */
  readonly timeline?: string | undefined
}

/** @throws RollcallError of 404 where the service has no change feed */
export const readFeedPage = async (
  { client, signal, persistence }: Source,
  datasets: readonly SegmentDataset[],
  cursor: string | undefined,
): Promise<FeedPage> => {
  const query = { datasets: datasets.toSorted().join(','), ...(cursor === undefined ? {} : { cursor }) }
  return await persistence(signal)(() => client.readChanges(query, signal ? { signal } : {}))
}
