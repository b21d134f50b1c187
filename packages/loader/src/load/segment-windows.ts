import type { SegmentChange } from '@rollcall/contract'
import type { PublishedDataset } from '../datasets/datasets.ts'
import { daysAfter, daysBetween } from './days.ts'

/** Segments of one location that are read by one question. */
export interface SegmentWindow {
  readonly dataset: PublishedDataset
  readonly locationId: string | null
  readonly firstDay: string
  readonly lastDay: string
  /** Those whose rows are wanted, by day; rows of other days are left out. */
  readonly segments: readonly SegmentChange[]
}

/** Whether a day between wanted ones has rows that nobody needs to read again. */
export type IsSettled = (day: string) => boolean

/**
 * Puts segments that have rows together into as few questions as may be, without reading others: a window goes on over days of
 * which there is nothing, as weekends.
 */
export const segmentWindows = (
  dataset: PublishedDataset,
  segments: readonly SegmentChange[],
  isSettled: IsSettled,
): SegmentWindow[] => {
  const windows: SegmentChange[][] = []
  for (const segment of segments.toSorted((a, b) => (a.day < b.day ? -1 : 1))) {
    const window = windows.at(-1)
    if (window && goesOn(window, segment, dataset.maxDays, isSettled)) window.push(segment)
    else windows.push([segment])
  }
  return windows.map((window) => {
    const [first, last] = [window[0] as SegmentChange, window.at(-1) as SegmentChange]
    return { dataset, locationId: first.locationId, firstDay: first.day, lastDay: last.day, segments: window }
  })
}

const goesOn = (window: readonly SegmentChange[], { day }: SegmentChange, maxDays: number, isSettled: IsSettled): boolean => {
  const first = (window[0] as SegmentChange).day
  if (daysBetween(first, day) >= maxDays) return false
  for (let between = daysAfter((window.at(-1) as SegmentChange).day, 1); between < day; between = daysAfter(between, 1)) {
    if (isSettled(between)) return false
  }
  return true
}
