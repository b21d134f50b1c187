import type { AttendanceFigures } from '@rollcall/contract'
import { mondayOf, weekdayOf } from '../../../time/days.ts'

/** A week by its Monday. */
interface Week {
  readonly monday: string
  /** How many days from Monday to Friday the means are about. */
  readonly workdays: number
  /** People a day; null if it is not known who came. */
  readonly seen: number | null
  /** The same of those who were expected, where it is known who came; everywhere if it is known nowhere. */
  readonly planned: number
}

/** Means of the days that are no weekend: a day on which hardly anyone was expected or came does not count. */
export const weeksOf = (days: AttendanceFigures['days']): Week[] =>
  [...Map.groupBy(days, ({ day }) => mondayOf(day))].flatMap(([monday, all]) => {
    const busiest = Math.max(...all.map(({ planned, seen }) => Math.max(planned, seen ?? 0)))
    const some = all.filter(({ planned, seen }) => busiest > 0 && Math.max(planned, seen ?? 0) * 4 >= busiest)
    if (some.length === 0) return []
    const known = some.filter(({ seen }) => seen !== null)
    const isKnown = known.length > 0
    const planned = isKnown ? known.map(({ plannedMeasured }) => plannedMeasured ?? 0) : some.map((each) => each.planned)
    const workdays = all.filter(({ day, seen }) => weekdayOf(day) <= 5 && (!isKnown || seen !== null)).length
    return [{ monday, workdays, seen: mean(known.map(({ seen }) => seen ?? 0)), planned: mean(planned) ?? 0 }]
  })

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, each) => sum + each, 0) / values.length
