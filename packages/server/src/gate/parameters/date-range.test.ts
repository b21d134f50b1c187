import { describe, expect, it } from 'vitest'
import type { AppError } from '../../platform/errors.ts'
import { readDateFilters, readDateRange } from './date-range.ts'

const range = (startDate: string, endDate: string, maxDays?: number) => readDateRange({ startDate, endDate }, maxDays)

const refusal = (work: () => unknown): AppError => {
  try {
    work()
  } catch (error) {
    return error as AppError
  }
  throw new Error('The range was not rejected.')
}

describe('a range of days', () => {
  it.each([
    ['2026-01-05', '2026-01-06'],
    ['20260105', '20260106'],
    ['20260105', '2026-01-06'],
    ['2026-01-05', '20260106'],
    ['2026-01-05T23:59:59.999-12:00', '2026-01-06T00:00:00+14:00'],
    ['2026-01-05 08:00', '20260106T080000Z'],
    ['2026-01-05t08:00z', '2026-01-06T'],
  ])('takes the dates of %s and %s as they are written', (startDate, endDate) => {
    expect(range(startDate, endDate)).toEqual({ firstDay: '2026-01-05', lastDay: '2026-01-06' })
  })

  it('may be one day', () => {
    expect(range('2026-01-05', '20260105')).toEqual({ firstDay: '2026-01-05', lastDay: '2026-01-05' })
  })

  it('reaches 30 days after its first day', () => {
    expect(range('2026-01-01', '2026-01-31').lastDay).toBe('2026-01-31')
    expect(range('2024-02-01', '2024-03-02').lastDay).toBe('2024-03-02')
  })

  it.each([
    ['2026-01-01', '2026-02-01', 'startDate=2026-01-01&endDate=2026-01-31', 'startDate=2026-02-01'],
    ['20240201', '20240303', 'startDate=2024-02-01&endDate=2024-03-02', 'startDate=2024-03-03'],
    ['2026-01-01', '9999-12-31', 'startDate=2026-01-01&endDate=2026-01-31', 'startDate=2026-02-01'],
  ])('of %s to %s is refused with the range to ask for instead', (startDate, endDate, ...next) => {
    const { code, message } = refusal(() => range(startDate, endDate))
    expect(code).toBe('range_too_large')
    expect(message).toContain('30 days')
    for (const part of next) expect(message).toContain(part)
  })

  it('has the limit that is given', () => {
    expect(range('2026-01-01', '2027-07-05', 550).lastDay).toBe('2027-07-05')
    expect(refusal(() => range('2026-01-01', '2027-07-06', 550)).message).toContain('550 days')
  })

  it.each([
    ['2026-02-30', '2026-03-01', '/startDate'],
    ['20260229', '2026-03-01', '/startDate'],
    ['2026-04-30', '2026-04-31', '/endDate'],
    ['2026-04-30', '20260431', '/endDate'],
    ['0000-01-01', '2026-01-01', '/startDate'],
    ['2026-01-05', '2026-01-04', '/endDate'],
    ['20260105', '20251231', '/endDate'],
  ])('rejects the range from %s to %s with an error at %s', (startDate, endDate, pointer) => {
    const { code, extras } = refusal(() => range(startDate, endDate))
    expect([code, extras.errors?.map((fieldError) => fieldError.pointer)]).toEqual(['invalid_parameter', [pointer]])
  })
})

describe('the range of days of a list', () => {
  it('is open where a date is absent, and has no limit', () => {
    expect(readDateFilters({})).toEqual({ firstDay: undefined, lastDay: undefined })
    expect(readDateFilters({ startDate: '20260105' })).toEqual({ firstDay: '2026-01-05', lastDay: undefined })
    expect(readDateFilters({ endDate: '2026-01-05' })).toEqual({ firstDay: undefined, lastDay: '2026-01-05' })
    expect(readDateFilters({ startDate: '2000-01-01', endDate: '2030-01-01' }).lastDay).toBe('2030-01-01')
  })

  it('may not end before it starts', () => {
    expect(refusal(() => readDateFilters({ startDate: '2026-01-05', endDate: '2026-01-04' })).code).toBe('invalid_parameter')
  })
})
