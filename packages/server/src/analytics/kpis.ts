import type { AttendanceKpis } from '@rollcall/contract'
import { daysAfter, weekdayOf } from '../time/day.ts'
import type { CountName } from './rollup-tally.ts'

/** Counts of one day. */
export type DayCounts = Readonly<Record<CountName, number>>
export interface CountedDay extends DayCounts {
  readonly day: string
}

export const seenOf = ({ confirmed, walkIn }: Pick<DayCounts, 'confirmed' | 'walkIn'>): number => confirmed + walkIn

export const isWorkday = (day: string): boolean => weekdayOf(day) <= 5
/** The Monday of the ISO week. */
const weekOf = (day: string): string => daysAfter(day, 1 - weekdayOf(day))

export const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)
export const meanOf = (values: readonly number[]): number | null => (values.length === 0 ? null : sumOf(values) / values.length)
export const ratioOf = (part: number | null, whole: number): number | null => (part === null || whole === 0 ? null : part / whole)

/**
 * With linear interpolation between the two nearest values, as percentile_cont has it. Divided once, at the end: a whole number
 * must not come out a hair above itself, because desks are rounded up from it.
 */
export const percentileOf = (values: readonly number[], percent: number): number | null => {
  if (values.length === 0) return null
  const sorted = values.toSorted((a, b) => a - b)
  const hundredths = percent * (sorted.length - 1)
  const below = sorted[Math.floor(hundredths / 100)] as number
  const above = sorted[Math.ceil(hundredths / 100)] as number
  const rest = hundredths % 100
  return (below * (100 - rest) + above * rest) / 100
}
const medianOf = (values: readonly number[]): number | null => percentileOf(values, 50)

/** What published days come down to, of so many people. */
export const kpisOf = (days: readonly CountedDay[], people: number): AttendanceKpis => {
  const workdays = days.filter(({ day }) => isWorkday(day))
  const seen = workdays.map(seenOf)
  const weeks = [...Map.groupBy(workdays, ({ day }) => weekOf(day)).values()].map((week) => week.map(seenOf))
  const total = (name: CountName) => sumOf(days.map((day) => day[name]))
  const averageDaily = meanOf(seen)
  return {
    people,
    workdays: workdays.length,
    averageDaily,
    averagePlanned: meanOf(workdays.map(({ planned }) => planned)),
    weeklyPeak: medianOf(weeks.map((week) => Math.max(...week))),
    weeklyLow: medianOf(weeks.map((week) => Math.min(...week))),
    p90: percentileOf(seen, 90),
    attendanceRate: ratioOf(averageDaily, people),
    seenPerPlanned: ratioOf(total('confirmed') + total('walkIn'), total('planned')),
    noShowRate: ratioOf(total('noShow'), total('confirmed') + total('noShow')),
  }
}

/** Of figures that are withheld. */
export const HIDDEN_KPIS: AttendanceKpis = {
  ...{ people: null, workdays: null, averageDaily: null, averagePlanned: null, weeklyPeak: null, weeklyLow: null, p90: null },
  ...{ attendanceRate: null, seenPerPlanned: null, noShowRate: null },
}

/** Mean share of the members on workdays with anybody of the group. */
export const togethernessOf = (days: readonly CountedDay[], members: number): number | null => {
  const seen = days.filter(({ day }) => isWorkday(day)).map(seenOf)
  return ratioOf(meanOf(seen.filter((people) => people > 0)), members)
}
