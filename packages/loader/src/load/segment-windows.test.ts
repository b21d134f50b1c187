import type { SegmentChange } from '@rollcall/contract'
import { expect, test } from 'vitest'
import { ATTENDANCE } from '../datasets/datasets.ts'
import { daysAfter } from './days.ts'
import { segmentWindows } from './segment-windows.ts'

/** Segments of consecutive days with these numbers of rows. */
const segmentsOf = (rowCounts: readonly number[]): SegmentChange[] =>
  rowCounts.map((rowCount, index) => ({
    ...{ dataset: ATTENDANCE.dataset, day: daysAfter('2026-01-01', index), locationId: 'a', revision: 1, rowCount },
    ...{ sha256: 'ab', updatedAt: '2026-03-01T00:00:00.000Z', reason: 'refreshed' },
  }))

const windowsOf = (rowCounts: readonly number[]): number[][] =>
  segmentWindows(ATTENDANCE, segmentsOf(rowCounts), () => false).map(({ segments }) => segments.map(({ rowCount }) => rowCount))

const times = (count: number, rowCount: number): number[] => Array.from({ length: count }, () => rowCount)

test('windows grow from 10,000 rows to 50,000', () => {
  expect(windowsOf(times(90, 2_000)).map((window) => window.length)).toEqual([5, 10, 20, 25, 25, 5])
  expect(windowsOf([10_000, 1, 20_000])).toEqual([[10_000], [1], [20_000]])
  expect(windowsOf([9_999, 1, 19_999, 1, 1])).toEqual([[9_999, 1], [19_999, 1], [1]])
})

test('small segments are read by as few requests as their days allow', () => {
  expect(windowsOf(times(62, 100)).map((window) => window.length)).toEqual([31, 31])
})

test('a segment with more rows than a window may have is read by itself', () => {
  expect(windowsOf([60_000, 100, 70_000, 70_000])).toEqual([[60_000], [100], [70_000], [70_000]])
})
