import { expect, it } from 'vitest'
import { msUntilDayEnds } from '../../src/testing/steady-day.ts'

it.each([
  ['2026-01-05T23:59:50Z', 10_000],
  ['2026-01-05T22:59:50.500Z', 9_500],
  // Berlin is two hours ahead in summer.
  ['2026-07-05T21:59:59Z', 1_000],
  ['2026-01-05T23:00:00Z', 3_600_000],
  ['2026-01-05T00:00:00Z', 23 * 3_600_000],
])('at %s a day of a test ends in %d ms', (now, left) => {
  expect(msUntilDayEnds(Temporal.Instant.from(now))).toBe(left)
})

it('a day ends where a test says that it counts', () => {
  expect(msUntilDayEnds(Temporal.Instant.from('2026-01-05T18:14:50Z'), ['Asia/Kathmandu'])).toBe(10_000)
})
