import type { AttendanceKpis } from '@rollcall/contract'
import { daysAfter, weekdayOf } from '../../platform/time/day.ts'
import type { CountName } from './rollup-tally.ts'

/** The counts of one day. */
export type DayCounts = Readonly<Record<CountName, number>>
export interface CountedDay extends DayCounts {
  readonly day: string
  /** Whether it is known who came, because any of the locations reported presence. */
  readonly isMeasured: boolean
  /** The part of `planned` in locations that reported presence. */
  readonly plannedMeasured: number
}

export const seenOf = ({ confirmed, walkIn }: Pick<DayCounts, 'confirmed' | 'walkIn'>): number => confirmed + walkIn

export const isWorkday = (day: string): boolean => weekdayOf(day) <= 5
/** The Monday of the ISO week. */
const weekOf = (day: string): string => daysAfter(day, 1 - weekdayOf(day))

export const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)
export const meanOf = (values: readonly number[]): number | null => (values.length === 0 ? null : sumOf(values) / values.length)
export const ratioOf = (part: number | null, whole: number): number | null => (part === null || whole === 0 ? null : part / whole)

/**
 * Interpolates linearly between the two nearest values, like percentile_cont. It divides only once, at the end, so that a whole
 * number stays exact: desks are rounded up from it.
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

/** The people whom figures are about. */
export interface Crowd {
  readonly people: number
  /** The members whose building reported presence, summed over the workdays. */
  readonly personDays: number
}

/** The averages of published days. Who came is counted on days for which it is known. */
export const kpisOf = (days: readonly CountedDay[], { people, personDays }: Crowd): AttendanceKpis => {
  const workdays = days.filter(({ day }) => isWorkday(day))
  const measured = days.filter(({ isMeasured }) => isMeasured)
  const measuredWorkdays = workdays.filter(({ isMeasured }) => isMeasured)
  const seen = measuredWorkdays.map(seenOf)
  const weeks = [...Map.groupBy(measuredWorkdays, ({ day }) => weekOf(day)).values()].map((week) => week.map(seenOf))
  const total = (count: (day: CountedDay) => number) => sumOf(measured.map(count))
  return {
    people,
    workdays: workdays.length,
    averageDaily: meanOf(seen),
    averagePlanned: meanOf(workdays.map(({ planned }) => planned)),
    weeklyPeak: medianOf(weeks.map((week) => Math.max(...week))),
    weeklyLow: medianOf(weeks.map((week) => Math.min(...week))),
    p90: percentileOf(seen, 90),
    attendanceRate: ratioOf(sumOf(seen), personDays),
    seenPerPlanned: ratioOf(
      total(seenOf),
      total(({ plannedMeasured }) => plannedMeasured),
    ),
    noShowRate: ratioOf(
      total(({ noShow }) => noShow),
      total(({ confirmed, noShow }) => confirmed + noShow),
    ),
  }
}

/** The KPIs of figures that are withheld. */
export const HIDDEN_KPIS: AttendanceKpis = {
  ...{ people: null, workdays: null, averageDaily: null, averagePlanned: null, weeklyPeak: null, weeklyLow: null, p90: null },
  ...{ attendanceRate: null, seenPerPlanned: null, noShowRate: null },
}

/**
 * Returns which share of the others a member meets on an average workday on which they come. If four of ten people come each day,
 * each of them meets three of nine; ten who all come on the same two days meet each other, though the attendance rate of both is
 * 40 %.
 */
export const togethernessOf = (days: readonly CountedDay[], members: number): number | null => {
  const seen = days.filter(({ day, isMeasured }) => isMeasured && isWorkday(day)).map(seenOf)
  return members < 2 ? null : ratioOf(sumOf(seen.map((people) => people * (people - 1))), sumOf(seen) * (members - 1))
}
