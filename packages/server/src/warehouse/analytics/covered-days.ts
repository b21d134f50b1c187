import { daysAfter, daysFrom } from '../../platform/time/day.ts'
import { isWorkday } from './kpis.ts'
import { isMeasured, type LocationState } from './location-states.ts'

/** A range with both days inclusive. */
export interface Period {
  readonly from: string
  readonly to: string
}

/** Two periods of the same length, and what is published of them. */
export interface Compared {
  readonly period: Period
  /** The same weekdays, as few weeks earlier as possible without overlapping the period. */
  readonly previous: Period
  readonly daysBack: number
  /** The locations in scope, in the order of names; rows without a location last. */
  readonly locations: readonly LocationState[]
}

/**
 * The days of a period that are published in all locations in scope that have any rows, from the first one on; averages are
 * computed from them. `within` contains those of which the first day counts.
 */
export const countedDays = (
  { locations }: Pick<Compared, 'locations'>,
  { from, to }: Period,
  within: readonly LocationState[] = locations,
): string[] => {
  const first = within.flatMap(({ firstDay }) => firstDay ?? []).sort()[0]
  const through = locations.flatMap(({ firstDay, publishedThrough }) => (firstDay && publishedThrough) || []).sort()[0]
  if (first === undefined || through === undefined) return []
  return [...daysFrom(first > from ? first : from, through < to ? through : to)]
}

/** The period for comparison: the same weekdays whole weeks earlier, where both days are covered (domain §13). */
export interface Comparison {
  readonly daysBack: number
  /** The days of the period. */
  readonly days: readonly string[]
  /** The same days, that many days earlier. */
  readonly before: readonly string[]
}

/**
 * Both days are covered if both are published, and presence is reported by the same locations as before. A weekend is no
 * comparison, because the averages are of workdays.
 */
export const compareDays = (scope: Compared): Comparison => {
  const { locations, period, previous, daysBack } = scope
  const published = new Set(countedDays(scope, previous))
  if (published.size === 0) return { daysBack, days: [], before: [] }
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
