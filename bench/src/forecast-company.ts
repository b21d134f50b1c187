import { type Company, dayNumber, dayText, plansAhead, simulateCompany, truthOf } from '@rollcall/simulator'
import { weekdayOf } from '../../packages/server/src/platform/time/day.ts'

/** Days that a forecast is made for. */
export const DAYS_AHEAD = 14

/** What people tell about their days: all of it two weeks before, nothing but the usual week until the day before, or nothing. */
export const HABITS = ['two weeks ahead', 'the day before', 'never'] as const
export type Habit = (typeof HABITS)[number]

/** An office on a day: who was expected in the end, who came, and how many were expected this many days before. */
export interface OfficeDay {
  readonly day: string
  readonly planned: number
  readonly confirmed: number
  readonly walkIn: number
  readonly known: readonly number[]
}

export interface CompanySize {
  readonly seed: number
  readonly employees: number
  readonly startDay: string
  readonly days: number
}

/** The days of each office that reports presence from the start, counted from the truth of the simulation. */
export const simulateOffices = ({ seed, employees, startDay, days }: CompanySize): ((habit: Habit) => OfficeDay[][]) => {
  const company = simulateCompany({ seed, employees, startDay, timeOffFrom: startDay })
  const all = Array.from({ length: days }, (_, index) => dayText(dayNumber(startDay) + index))
  const came = all.map((day) => countTruth(company, day))
  const known = all.map((day) => Array.from({ length: DAYS_AHEAD }, (_, daysAhead) => countPlans(company, day, daysAhead)))
  const names = company.offices.map(({ name }) => name).filter((name) => came[0]?.get(name)?.seen)
  return (habit) =>
    names.map((name) =>
      all.map((day, index): OfficeDay => {
        const { planned = 0, confirmed = 0, seen = 0 } = came[index]?.get(name) ?? {}
        if (habit === 'never') return { day, planned: 0, confirmed: 0, walkIn: seen, known: Array(DAYS_AHEAD).fill(0) }
        const usual = usualWeek(company, name, day)
        const told = (known[index] ?? []).map((counts, daysAhead) =>
          habit === 'the day before' && daysAhead > 1 ? usual : (counts.get(name) ?? 0),
        )
        return { day, planned, confirmed, walkIn: seen - confirmed, known: told }
      }),
    )
}

interface Came {
  planned: number
  confirmed: number
  seen: number
}

const countTruth = (company: Company, day: string): Map<string, Came> => {
  const offices = new Map<string, Came>()
  const at = (name: string): Came => {
    const counts = offices.get(name) ?? { planned: 0, confirmed: 0, seen: 0 }
    offices.set(name, counts)
    return counts
  }
  for (const row of truthOf(company, { fromDay: day, toDay: day })) {
    if (row.type !== 'userDay') continue
    if (row.plan === 'o' && row.plannedLocation !== null) at(row.plannedLocation).planned += 1
    if (row.attendanceLocation === null) continue
    at(row.attendanceLocation).seen += 1
    if (row.attendanceType === 'confirmed') at(row.attendanceLocation).confirmed += 1
  }
  return offices
}

/** Office plans by office, as they are known at the beginning of the day this many days before. */
const countPlans = (company: Company, day: string, daysAhead: number): Map<string, number> => {
  const counts = new Map<string, number>()
  const until = dayText(dayNumber(day) - daysAhead - 1)
  for (const { plan, plannedLocation } of plansAhead(company, { fromDay: day, toDay: day }, until)) {
    if (plan === 'o' && plannedLocation !== null) counts.set(plannedLocation, (counts.get(plannedLocation) ?? 0) + 1)
  }
  return counts
}

const usualWeek = ({ people, offices }: Company, name: string, day: string): number =>
  people.filter(
    ({ active, office, weekPlan }) => active && offices[office]?.name === name && weekPlan[weekdayOf(day) - 1] === 'o',
  ).length
