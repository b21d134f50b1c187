import { expect, it } from 'vitest'
import { groupByRows } from './presence-segments.ts'

const rowsOf = (counts: readonly number[], max: number) =>
  groupByRows(
    counts.map((rowCount) => ({ rowCount })),
    max,
  ).map((group) => group.map(({ rowCount }) => rowCount))

it('fills groups of segments up to the limit, in order', () => {
  expect(rowsOf([4, 6, 1, 9, 2], 10)).toEqual([[4, 6], [1, 9], [2]])
})

it('gives a segment that is larger than the limit a group of its own', () => {
  expect(rowsOf([1, 30, 2, 3], 10)).toEqual([[1], [30], [2, 3]])
  expect(rowsOf([], 10)).toEqual([])
})
