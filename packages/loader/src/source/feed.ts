import type { SegmentChange, SegmentDataset } from '@rollcall/contract'
import { isMissing, type Source } from './source.ts'

/** Segments that were published since the page before. */
export interface FeedPage {
  readonly cursor: string
  readonly segments: readonly SegmentChange[]
  readonly hasMore: boolean
}

/** Undefined where the service has no change feed. */
export const readFeedPage = async (
  { client, signal }: Pick<Source, 'client' | 'signal'>,
  datasets: readonly SegmentDataset[],
  cursor: string | undefined,
): Promise<FeedPage | undefined> => {
  const query = { datasets: datasets.toSorted().join(','), ...(cursor === undefined ? {} : { cursor }) }
  try {
    return await client.readChanges(query, signal ? { signal } : {})
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}
