import { type CompanySize, HABITS, simulateOffices } from './forecast-company.ts'
import { type Guess, guessDays, meanOf } from './forecast-errors.ts'
import { grouped } from './measure.ts'
import type { Figure } from './report.ts'
import type { Scale } from './scale.ts'
import type { Subject } from './subject.ts'

const SEEDS = [1, 2, 3, 4, 5]
const FULL = { employees: 1_000, startDay: '2026-01-05', days: 112 }
const QUICK = { employees: 200, startDay: '2026-01-05', days: 63 }

/** How far ahead, in words, with the first and last day. */
const SPANS = [
  ['today', 0, 0],
  ['1 to 6 days ahead', 1, 6],
  ['7 to 13 days ahead', 7, 13],
] as const

const people = (value: number): string => value.toFixed(value < 10 ? 2 : 1)

const figureOf = (name: string, guesses: readonly Guess[], { employees }: Pick<CompanySize, 'employees'>): Figure => {
  const [ours, reference] = [meanOf(guesses, ({ forecast }) => forecast), meanOf(guesses, ({ lastWeek }) => lastWeek)]
  const inBand = meanOf(guesses, ({ isInBand }) => Number(isInBand))
  return {
    name,
    value: `wrong by ${people(ours)} people on average`,
    reference: `${people(reference)} by the last known day of the same weekday`,
    ratio: ours / reference,
    notes: `${people(meanOf(guesses, ({ plans }) => plans))} by the plans as they are; ${Math.round(100 * inBand)} % of the days in the band; ${people(meanOf(guesses, ({ came }) => came))} people came on average; ${grouped(guesses.length)} forecasts for buildings of companies of ${grouped(employees)} people`,
  }
}

/** The forecast of simulated companies, against who came there. The service is not asked: the method is one function. */
export const measureForecast = async (_subject: Subject, { quick }: Scale): Promise<Figure[]> => {
  const size = quick ? QUICK : FULL
  const companies = (quick ? SEEDS.slice(0, 1) : SEEDS).map((seed) => simulateOffices({ seed, ...size }))
  return HABITS.flatMap((habit) => {
    const guesses = companies.flatMap((officesOf) => officesOf(habit).flatMap(guessDays))
    const known = habit === 'never' ? 'no plans' : `plans known ${habit}`
    return SPANS.map(([span, first, last]) => {
      const within = guesses.filter(({ daysAhead }) => first <= daysAhead && daysAhead <= last)
      return figureOf(`${known}: forecast of ${span}`, within, size)
    })
  })
}
