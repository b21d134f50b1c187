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

/** What KPIs are computed from, each with a number for every day. */
export type DayColumns = Readonly<Record<'planned' | 'confirmed' | 'walkIn' | 'noShow' | 'plannedMeasured', readonly number[]>>

/** Some of the days, as places in their order: many groups have the same days, so this is found out once. */
export interface DayKinds {
  readonly workdays: readonly number[]
  /** The days of which it is known who came. */
  readonly measured: readonly number[]
  /** The workdays among these, week by week. */
  readonly measuredWeeks: readonly (readonly number[])[]
}

export const dayKindsOf = (days: readonly string[], isMeasured: (place: number) => boolean): DayKinds => {
  const dayAt = (place: number) => days[place] as string
  const measured = [...days.keys()].filter((place) => isMeasured(place))
  const weeks = Map.groupBy(
    measured.filter((place) => isWorkday(dayAt(place))),
    (place) => weekOf(dayAt(place)),
  )
  return {
    workdays: [...days.keys()].filter((place) => isWorkday(dayAt(place))),
    measured,
    measuredWeeks: [...weeks.values()],
  }
}

const sumAt = (column: readonly number[], places: readonly number[]): number => {
  let sum = 0
  for (const place of places) sum += column[place] as number
  return sum
}

const seenInWeeks = ({ measuredWeeks }: DayKinds, { confirmed, walkIn }: DayColumns): number[][] =>
  measuredWeeks.map((week) => week.map((place) => (confirmed[place] as number) + (walkIn[place] as number)))

/** The averages of published days. Who came is counted on days for which it is known. */
export const kpisOfColumns = (kinds: DayKinds, columns: DayColumns, { people, personDays }: Crowd): AttendanceKpis => {
  const weeks = seenInWeeks(kinds, columns)
  const seen = weeks.flat()
  const total = (name: keyof DayColumns) => sumAt(columns[name], kinds.measured)
  const [confirmed, noShow] = [total('confirmed'), total('noShow')]
  return {
    people,
    workdays: kinds.workdays.length,
    averageDaily: meanOf(seen),
    averagePlanned: ratioOf(sumAt(columns.planned, kinds.workdays), kinds.workdays.length),
    weeklyPeak: medianOf(weeks.map((week) => Math.max(...week))),
    weeklyLow: medianOf(weeks.map((week) => Math.min(...week))),
    p90: percentileOf(seen, 90),
    attendanceRate: ratioOf(sumOf(seen), personDays),
    seenPerPlanned: ratioOf(confirmed + total('walkIn'), total('plannedMeasured')),
    noShowRate: ratioOf(noShow, confirmed + noShow),
  }
}

/** The same of days one by one. */
export const kpisOf = (days: readonly CountedDay[], crowd: Crowd): AttendanceKpis =>
  kpisOfColumns(kindsOf(days), columnsOf(days), crowd)

const kindsOf = (days: readonly CountedDay[]): DayKinds =>
  dayKindsOf(
    days.map(({ day }) => day),
    (place) => days[place]?.isMeasured === true,
  )

const columnsOf = (days: readonly CountedDay[]): DayColumns => {
  const column = (name: keyof DayColumns) => days.map((day) => day[name])
  return {
    ...{ planned: column('planned'), confirmed: column('confirmed'), walkIn: column('walkIn') },
    ...{ noShow: column('noShow'), plannedMeasured: column('plannedMeasured') },
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
export const togethernessOf = (kinds: DayKinds, columns: DayColumns, members: number): number | null => {
  if (members < 2) return null
  const seen = seenInWeeks(kinds, columns).flat()
  return ratioOf(sumOf(seen.map((people) => people * (people - 1))), sumOf(seen) * (members - 1))
}
