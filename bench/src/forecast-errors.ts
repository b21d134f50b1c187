import { weekdayOf } from '../../packages/server/src/platform/time/day.ts'
import { createForecaster, HISTORY_DAYS, type PastDay } from '../../packages/server/src/warehouse/analytics/forecast-method.ts'
import { DAYS_AHEAD, type OfficeDay } from './forecast-company.ts'

const WORKING_DAYS = [1, 2, 3, 4, 5]

/** A forecast of a working day, and how far it and two simple guesses were from the number of people who came. */
export interface Guess {
  readonly daysAhead: number
  readonly came: number
  /** The distance of the forecast, of the last known day with the same weekday, and of the plans as they were. */
  readonly forecast: number
  readonly lastWeek: number
  readonly plans: number
  readonly isInBand: boolean
}

const seenOf = ({ confirmed, walkIn }: Pick<OfficeDay, 'confirmed' | 'walkIn'>): number => confirmed + walkIn

/** The past as the service has it: plans that became known late are those of the difference. */
const pastOf = ({ known, ...day }: OfficeDay): PastDay => {
  const before = [day.planned, ...known]
  return { ...day, late: known.map((count, daysLeft) => (before[daysLeft] as number) - count) }
}

/** Forecasts two weeks from each day on that has enough days before and after it. */
export const guessDays = (days: readonly OfficeDay[]): Guess[] => {
  const pasts = days.map(pastOf)
  const guesses: Guess[] = []
  for (let today = HISTORY_DAYS; today + DAYS_AHEAD <= days.length; today += 1) {
    const forecast = createForecaster(pasts.slice(today - HISTORY_DAYS, today), WORKING_DAYS)
    if (!forecast) throw new Error('Six weeks are enough for a forecast.')
    for (let daysAhead = 0; daysAhead < DAYS_AHEAD; daysAhead += 1) {
      const coming = days[today + daysAhead] as OfficeDay
      if (!WORKING_DAYS.includes(weekdayOf(coming.day))) continue
      const planned = coming.known[daysAhead] as number
      const { expected, low, high } = forecast({ day: coming.day, daysAhead, planned })
      const same = days[today + daysAhead - (daysAhead < 7 ? 7 : 14)] as OfficeDay
      const came = seenOf(coming)
      guesses.push({
        ...{ daysAhead, came, forecast: Math.abs(expected - came), lastWeek: Math.abs(seenOf(same) - came) },
        ...{ plans: Math.abs(planned - came), isInBand: low <= came && came <= high },
      })
    }
  }
  return guesses
}

export const meanOf = (guesses: readonly Guess[], value: (guess: Guess) => number): number =>
  guesses.reduce((sum, guess) => sum + value(guess), 0) / guesses.length
