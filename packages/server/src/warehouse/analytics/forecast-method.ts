import { weekdayOf } from '../../platform/time/day.ts'
import { meanOf, seenOf, sumOf } from './kpis.ts'

/** The days before today that a forecast learns from: six of each weekday. */
export const HISTORY_DAYS = 42
/** Fewer working days than this say too little. */
export const MIN_WORKING_DAYS = 10
/** Of ten past days, the band would have held eight. */
const BAND_SHARE = 0.8
/** The rate of a weekday counts as if this many more people had planned to come and behaved as on all days. */
const RATE_WEIGHT = 100

/** A past day of a building that is published, was open, and on which its readers worked. */
export interface PastDay {
  readonly day: string
  /** People who were expected in the end. */
  readonly planned: number
  /** Those of them who came, and people who came without being expected. */
  readonly confirmed: number
  readonly walkIn: number
  /** How many more people planned to come than before, by the number of days that were left: first on the day itself. */
  readonly late: readonly number[]
}

/** What a forecast is made of. */
export interface Basis {
  /** How many more people usually plan to come between now and the end of such a day; below 0 if more of them change their minds. */
  readonly latePlans: number
  /** The share of the people with a plan who come. */
  readonly showRate: number
  /** People who come without a plan. */
  readonly unplanned: number
  /** Past days of this weekday. */
  readonly days: number
}

interface Expectation extends Basis {
  readonly expected: number
}
export interface Forecast extends Expectation {
  readonly low: number
  readonly high: number
}

/** A day that is to be forecast, and who plans to come on it so far. */
export interface ComingDay {
  readonly day: string
  /** Days until then; 0 for today. */
  readonly daysAhead: number
  readonly planned: number
}

/**
 * Forecasts how many people come to a building: the people who plan to, and those who will still plan to by then, times the share of
 * them who come, and the people who come without a plan. Each part is what happened on the same weekday in the past. The band is as
 * wide as the same method was wrong on four of five past days, each forecast from the other days. Undefined if there are too few
 * working days.
 */
export const createForecaster = (
  history: readonly PastDay[],
  workingDays: readonly number[],
): ((coming: ComingDay) => Forecast) | undefined => {
  const isWorking = (day: string) => workingDays.includes(weekdayOf(day))
  if (history.filter(({ day }) => isWorking(day)).length < MIN_WORKING_DAYS) return undefined

  const expect = (past: readonly PastDay[], { day, daysAhead, planned }: ComingDay): Expectation => {
    const same = past.filter((each) => weekdayOf(each.day) === weekdayOf(day))
    const alike = same.length > 0 ? same : past.filter((each) => isWorking(each.day) === isWorking(day))
    const average = (values: readonly number[]) => meanOf(values) ?? 0
    const latePlans = average(alike.map(({ late }) => lateWithin(late, daysAhead)))
    const rate = rateOf(past)
    const showRate =
      (sumOf(alike.map(({ confirmed }) => confirmed)) + RATE_WEIGHT * rate) /
      (sumOf(alike.map((each) => each.planned)) + RATE_WEIGHT)
    const unplanned = average(alike.map(({ walkIn }) => walkIn))
    const expected = Math.max(0, planned + latePlans) * showRate + unplanned
    return { expected, latePlans, showRate, unplanned, days: same.length }
  }

  /** How wrong the method would have been on each past day, in multiples of the spread that such a number of people has by chance. */
  const errorsAhead = (daysAhead: number, isOfWork: boolean): number[] =>
    history
      .filter(({ day }) => isWorking(day) === isOfWork)
      .map((past) => {
        const { day, planned, late } = past
        const others = history.filter((each) => each !== past)
        const { expected } = expect(others, { day, daysAhead, planned: planned - lateWithin(late, daysAhead) })
        return Math.abs(seenOf(past) - expected) / spreadOf(expected)
      })
  const errors = new Map<string, number>()
  const usualError = (daysAhead: number, isOfWork: boolean): number => {
    const key = `${daysAhead} ${isOfWork}`
    const known = errors.get(key) ?? highOf(errorsAhead(daysAhead, isOfWork))
    errors.set(key, known)
    return known
  }

  return (coming) => {
    const expectation = expect(history, coming)
    const { expected } = expectation
    const half = usualError(coming.daysAhead, isWorking(coming.day)) * spreadOf(expected)
    return { ...expectation, low: Math.max(0, Math.round(expected - half)), high: Math.round(expected + half) }
  }
}

/** People who plan to come in the last days before a day, and on the day itself. */
const lateWithin = (late: readonly number[], daysAhead: number): number => sumOf(late.slice(0, daysAhead + 1))

/** If no one ever planned to come, plans are taken at their word. */
const rateOf = (past: readonly PastDay[]): number => {
  const planned = sumOf(past.map((each) => each.planned))
  return planned === 0 ? 1 : sumOf(past.map(({ confirmed }) => confirmed)) / planned
}

const spreadOf = (expected: number): number => Math.sqrt(expected + 1)

/** The smallest error that at least this share of all days stays within, the coming one included. */
const highOf = (errors: readonly number[]): number => {
  const sorted = errors.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length, Math.ceil(BAND_SHARE * (sorted.length + 1))) - 1] ?? 1
}
