import { KPI_DEFINITIONS, type KpiDefinition } from '@rollcall/contract'
import { describe, expect, it } from 'vitest'
import { compare } from '../../src/pages/analytics/figures/comparison.ts'
import { KPIS } from '../../src/pages/analytics/figures/kpis.ts'
import { periodOf, scopeOn, validateScope } from '../../src/pages/analytics/scope/scope.ts'
import { addMonths, daysBetween, isDay, weekdayOf } from '../../src/time/days.ts'

const read = (search: object) => validateScope(search as Parameters<typeof validateScope>[0])

describe('periods by name', () => {
  it.each([
    ['thisWeek', '2026-11-16', '2026-11-22'],
    ['lastWeek', '2026-11-09', '2026-11-15'],
    ['lastFourWeeks', '2026-10-25', '2026-11-21'],
    ['lastMonth', '2026-10-01', '2026-10-31'],
    ['lastThreeMonths', '2026-08-22', '2026-11-21'],
    ['lastTwelveMonths', '2025-11-22', '2026-11-21'],
  ] as const)('%s is from %s to %s on a Sunday', (preset, from, to) => {
    expect(periodOf(preset, '2026-11-22')).toEqual({ from, to })
    expect(scopeOn(read({ period: preset }), '2026-11-22')).toEqual({ period: preset, from, to })
  })

  it('move on with the days in a link, where two days stay what they are', () => {
    expect(read({})).toEqual({ period: 'lastFourWeeks' })
    expect(read({ period: 'lastCentury' })).toEqual({ period: 'lastFourWeeks' })
    expect(scopeOn(read({ period: 'lastFourWeeks' }), '2026-11-23')).toMatchObject({
      from: '2026-10-26',
      to: '2026-11-22',
    })
    const days = { from: '2026-11-02', to: '2026-11-06' }
    expect(scopeOn(read({ ...days, period: 'lastWeek' }), '2026-11-23')).toEqual(days)
  })

  it('keep to the last day of shorter months', () => {
    expect(addMonths('2026-05-31', -3)).toBe('2026-02-28')
    expect(addMonths('2024-02-29', -12)).toBe('2023-02-28')
  })

  it('know days of the calendar', () => {
    expect(['2026-02-28', '2026-02-30', '2026-2-3', 20260228].map(isDay)).toEqual([true, false, false, false])
    expect(daysBetween('2026-02-28', '2026-03-01')).toBe(1)
    expect(weekdayOf('2026-11-22')).toBe(7)
  })
})

describe('the change since the period before', () => {
  it('is shown with its sign, in points where shares are compared', () => {
    expect(compare(12, 10, 'people')).toEqual({ arrow: '▲', change: '+2' })
    expect(compare(10.25, 12, 'people')).toEqual({ arrow: '▼', change: '−1.7' })
    // 82.8 and 84.4 on the screen.
    expect(compare(82.76, 84.44, 'people')).toEqual({ arrow: '▼', change: '−1.6' })
    expect(compare(0.5, 0.25, 'share')).toEqual({ arrow: '▲', change: '+25.0 pp' })
  })

  it('is absent if the shown digits are the same', () => {
    expect(compare(0.50001, 0.5, 'share')).toEqual({ arrow: '=', change: 'unchanged' })
  })

  it('is not shown where one of them has no figure', () => {
    expect([compare(null, 1, 'people'), compare(1, null, 'people')]).toEqual([undefined, undefined])
  })
})

it('KPIs have the names and sentences of the API reference in English, and say how they are computed without its columns', () => {
  const named = (kpis: Readonly<Record<string, KpiDefinition>>) =>
    Object.entries(kpis).map(([name, { formula: _, ...words }]) => [name, words])
  expect(named(KPIS)).toEqual(named(KPI_DEFINITIONS))
  for (const { formula } of Object.values(KPIS))
    expect(formula).not.toMatch(/[a-z][A-Z]|\brows?\b|percentile_cont|\bp90\b|\/| plan o /)
})
