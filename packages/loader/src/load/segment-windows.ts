import type { SegmentChange } from '@rollcall/contract'
import type { PublishedDataset } from '../datasets/datasets.ts'
import { daysAfter, daysBetween } from './days.ts'

/** Segments of one location that are read by one request. */
export interface SegmentWindow {
  readonly dataset: PublishedDataset
  readonly locationId: string | null
  readonly firstDay: string
  readonly lastDay: string
  /** The segments to read, by day; rows of other days are ignored. */
  readonly segments: readonly SegmentChange[]
}

/**
 * Maximum number of rows of the first window of a location, of which each following one may have twice as many. Storing starts soon
 * after a short first window, and long ones save requests.
 */
const FIRST_WINDOW_ROWS = 10_000
const MAX_WINDOW_ROWS = 50_000

/** Whether a day between two segments has rows that need not be read again. */
export type IsSettled = (day: string) => boolean

/**
 * Groups segments with rows into few requests without reading others. A window may include days without rows, such as weekends. Only
 * a single segment may have more rows than the maximum.
 */
export const segmentWindows = (
  dataset: PublishedDataset,
  segments: readonly SegmentChange[],
  isSettled: IsSettled,
): SegmentWindow[] => {
  const windows: SegmentChange[][] = []
  for (const segment of segments.toSorted((a, b) => (a.day < b.day ? -1 : 1))) {
    const window = windows.at(-1)
    const maxRows = Math.min(FIRST_WINDOW_ROWS * 2 ** (windows.length - 1), MAX_WINDOW_ROWS)
    if (window && rowsOf([...window, segment]) <= maxRows && extendsWindow(window, segment, dataset.maxDays, isSettled))
      window.push(segment)
    else windows.push([segment])
  }
  return windows.map((window) => {
    const [first, last] = [window[0] as SegmentChange, window.at(-1) as SegmentChange]
    return { dataset, locationId: first.locationId, firstDay: first.day, lastDay: last.day, segments: window }
  })
}

/** The announced number of rows. */
export const rowsOf = (segments: readonly SegmentChange[]): number => segments.reduce((sum, { rowCount }) => sum + rowCount, 0)

const extendsWindow = (
  window: readonly SegmentChange[],
  { day }: SegmentChange,
  maxDays: number,
  isSettled: IsSettled,
): boolean => {
  const first = (window[0] as SegmentChange).day
  if (daysBetween(first, day) >= maxDays) return false
  for (let between = daysAfter((window.at(-1) as SegmentChange).day, 1); between < day; between = daysAfter(between, 1)) {
    if (isSettled(between)) return false
  }
  return true
}
