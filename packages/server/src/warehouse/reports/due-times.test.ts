import { expect, it } from 'vitest'
import { dueAround, localDate, nextDue } from './due-times.ts'

const at = (text: string) => new Date(text)
const MONDAYS = { frequency: 'weekly', day: 1, time: '07:30' } as const
const MONTHLY = { frequency: 'monthly', day: 28, time: '02:30' } as const

it('a report is due at the local time of its day, before and after the clocks change', () => {
  const next = (after: string) => nextDue(MONDAYS, 'Europe/Berlin', at(after)).toISOString()
  expect(next('2026-10-19T05:29:59Z')).toBe('2026-10-19T05:30:00.000Z')
  expect(next('2026-10-19T05:30:00Z')).toBe('2026-10-26T06:30:00.000Z')
  // The clock skips 02:30 on this day.
  expect(nextDue(MONTHLY, 'Europe/Berlin', at('2027-03-01T00:00:00Z')).toISOString()).toBe('2027-03-28T01:30:00.000Z')
  // It is Monday there before it is Monday in UTC.
  expect(nextDue(MONDAYS, 'Pacific/Auckland', at('2026-07-05T12:00:00Z')).toISOString()).toBe('2026-07-05T19:30:00.000Z')
})

it('after a pause the last missed one is made, and those before it are not', () => {
  const { last, next } = dueAround(MONDAYS, 'UTC', at('2026-11-02T07:30:00Z'), at('2026-11-20T00:00:00Z'))
  expect([last, next].map((moment) => localDate(moment, 'UTC'))).toEqual(['2026-11-16', '2026-11-23'])
})
