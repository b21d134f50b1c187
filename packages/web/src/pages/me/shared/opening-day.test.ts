import { expect, it } from 'vitest'
import { openingDay } from './opening-day.ts'

it('is today as long as a working day of the week is left, today included', () => {
  expect(['2026-11-23', '2026-11-27'].map((day) => openingDay(day))).toEqual(['2026-11-23', '2026-11-27'])
})

it('is the next Monday on a weekend', () => {
  expect(['2026-11-28', '2026-11-29'].map((day) => openingDay(day))).toEqual(['2026-11-30', '2026-11-30'])
})

it('follows the working days of the building', () => {
  const sundayToThursday = [7, 1, 2, 3, 4]
  expect(['2026-11-28', '2026-11-29'].map((day) => openingDay(day, sundayToThursday))).toEqual(['2026-11-28', '2026-11-29'])
})
