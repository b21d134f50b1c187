import { describe, expect, it } from 'vitest'
import { comparisonText, isComparable } from '../../src/pages/analytics/figures/comparison.ts'
import { addDays } from '../../src/time/days.ts'

/** So many days from Monday, 2 November 2026, on. */
const days = (count: number) => Array.from({ length: count }, (_, index) => addDays('2026-11-02', index))
const textOf = (covered: readonly string[], published: number) =>
  comparisonText({ from: '2026-10-05', to: '2026-11-01', daysBack: 28, days: [...covered], hidden: false }, published)

describe('a comparison with earlier days', () => {
  it('is made of all published days, however few', () => {
    expect(isComparable({ days: days(1) }, 1)).toBe(true)
    expect(isComparable({ days: days(3) }, 3)).toBe(true)
    expect(isComparable({ days: [] }, 0)).toBe(false)
  })

  it('is not made of less than a week of workdays or of half of the days', () => {
    expect(isComparable({ days: days(5) }, 10)).toBe(true)
    expect(isComparable({ days: days(5) }, 11)).toBe(false)
    expect(isComparable({ days: days(4) }, 5)).toBe(false)
    // From Wednesday to Tuesday, there are five workdays; from Friday on, four.
    expect(isComparable({ days: days(9).slice(2) }, 10)).toBe(true)
    expect(isComparable({ days: days(10).slice(4) }, 10)).toBe(false)
  })

  it('says why there is none', () => {
    expect(textOf([], 20)).toMatch(/^No comparison: no workday is published, /)
    expect(textOf(days(2), 20)).toMatch(
      /^No comparison: only 2 days are published, .* At least 5 workdays and half of the days are needed\.$/,
    )
    expect(textOf(days(14), 20)).toMatch(/^Compares 14 days, from /)
    expect(textOf(days(20), 20)).toMatch(/^Compared with the same weekdays 4 weeks earlier, /)
  })
})
