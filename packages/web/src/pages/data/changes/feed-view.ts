import { msg } from '@lingui/core/macro'
import type { SegmentDataset } from '@rollcall/contract'
import { laterWords } from '../../../language/later-words.ts'

/** The visible part of the change feed; part of the address of the page. */
export interface FeedView {
  /** The newest first if absent. */
  readonly from?: 'beginning'
  readonly dataset?: SegmentDataset
  /** The cursor of the page when the feed is read from the beginning. */
  readonly cursor?: string
}

export const FEED_DATASETS: Readonly<Record<SegmentDataset, string>> = laterWords({
  'user-booking-attendance': msg`Bookings & attendance`,
  presence: msg`Presence`,
  headcount: msg`Headcount`,
  occupancy: msg`Occupancy`,
  visits: msg`Visits`,
  'policy-weeks': msg`Policy weeks`,
})

export const validateFeedView = ({ from, dataset, cursor }: Record<string, unknown>): FeedView => ({
  ...(from === 'beginning' ? { from } : {}),
  ...(typeof dataset === 'string' && dataset in FEED_DATASETS ? { dataset: dataset as SegmentDataset } : {}),
  ...(typeof cursor === 'string' && cursor && from === 'beginning' ? { cursor } : {}),
})
