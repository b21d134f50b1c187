import { expect, test } from 'vitest'
import { calendarDay, daysAfter, daysBetween, daysFrom, utcDay } from './day.ts'

test.each(['2026-01-05', '2024-02-29', '0001-01-01', '9999-12-31'])('%s is a day, and the day of its date-times', (day) => {
  expect(calendarDay(day)).toBe(day)
  expect(calendarDay(`${day}T23:59:59-08:00`)).toBe(day)
})

test.each(['2026-02-29', '2026-02-30', '2026-13-01', '0000-01-01', '20260105', '2026-1-05', '+02026-01-05', 'today', ''])(
  '%j is not a day of the calendar',
  (text) => expect(calendarDay(text)).toBeUndefined(),
)

test('days are counted over months, leap years and changes of the clock, in both directions', () => {
  expect([1, 2, -365].map((days) => daysAfter('2024-02-28', days))).toEqual(['2024-02-29', '2024-03-01', '2023-02-28'])
  expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2)
  expect(daysBetween('2026-01-05', '2026-01-05')).toBe(0)
  expect(daysBetween('2025-03-01', '2024-03-01')).toBe(-365)
})

test('a moment belongs to its day in UTC, also before 1970', () => {
  expect(utcDay(Date.parse('2026-01-05T23:59:59.999Z'))).toBe('2026-01-05')
  expect(utcDay(-1)).toBe('1969-12-31')
})

test('daysFrom yields the days from the first to the last in steps, also at both ends of the calendar', () => {
  expect([...daysFrom('2024-02-28', '2024-03-01')]).toEqual(['2024-02-28', '2024-02-29', '2024-03-01'])
  expect([...daysFrom('2026-01-01', '2026-01-06', 3)]).toEqual(['2026-01-01', '2026-01-04'])
  expect([...daysFrom('2026-01-02', '2026-01-01')]).toEqual([])
  expect([...daysFrom('9999-12-30', '9999-12-31')]).toEqual(['9999-12-30', '9999-12-31'])
  expect([...daysFrom('9999-12-30', '9999-12-31', 31)]).toEqual(['9999-12-30'])
  expect([...daysFrom('0001-01-01', '0001-01-02')]).toEqual(['0001-01-01', '0001-01-02'])
})

test('no day is outside of the calendar', () => {
  expect(daysAfter('9999-12-31', 1)).toBe('9999-12-31')
  expect(daysAfter('9999-12-02', 30)).toBe('9999-12-31')
  expect(daysAfter('0001-01-02', -31)).toBe('0001-01-01')
})
