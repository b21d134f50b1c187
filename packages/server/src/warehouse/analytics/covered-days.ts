import { daysAfter, daysFrom } from '../../platform/time/day.ts'
import { isWorkday } from './kpis.ts'
import { isMeasured, type LocationState } from './location-states.ts'
import type { Period, Scope } from './scope.ts'

/**
 * The days of a period that are published in all locations in scope that have any rows, from the first one on: what averages are
 * made of. `within` is those of which the first day counts.
 */
export const countedDays = (
  { locations }: Pick<Scope, 'locations'>,
  { from, to }: Period,
  within: readonly LocationState[] = locations,
): string[] => {
  const first = within.flatMap(({ firstDay }) => firstDay ?? []).sort()[0]
  const through = locations.flatMap(({ firstDay, publishedThrough }) => (firstDay && publishedThrough) || []).sort()[0]
  if (first === undefined || through === undefined) return []
  return [...daysFrom(first > from ? first : from, through < to ? through : to)]
}

/** What a period is compared with: the same weekdays whole weeks earlier, where both days are covered (domain §13). */
export interface Comparison {
  readonly daysBack: number
  /** Days of the period. */
  readonly days: readonly string[]
  /** The same days, so many days earlier. */
  readonly before: readonly string[]
}

/**
 * Both are covered where both are published, and presence is reported by the same of the locations that there were before. A
 * weekend alone is no comparison: the averages are of workdays.
 */
export const compareDays = (scope: Pick<Scope, 'locations' | 'period' | 'previous' | 'daysBack'>): Comparison => {
  const { locations, period, previous, daysBack } = scope
  const published = new Set(countedDays(scope, previous))
  const earlier = (day: string) => daysAfter(day, -daysBack)
  const isAlike = (day: string, before: string) =>
    locations.every(
      (location) =>
        location.firstDay === null || location.firstDay > before || isMeasured(location, day) === isMeasured(location, before),
    )
  const covered = countedDays(scope, period).filter((day) => published.has(earlier(day)) && isAlike(day, earlier(day)))
  const days = covered.some(isWorkday) ? covered : []
  return { daysBack, days, before: days.map(earlier) }
}
