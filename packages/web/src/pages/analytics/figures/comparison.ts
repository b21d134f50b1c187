import { plural, t } from '@lingui/core/macro'
import type { AttendanceFigures, KpiDefinition } from '@rollcall/contract'
import { weekdayOf } from '../../../time/days.ts'
import { showAmount, showDay, showDays, showWhole } from './show.ts'

export interface Comparison {
  /** An arrow that shows the direction at a glance. */
  readonly arrow: '▲' | '▼' | '='
  /** The difference with sign and unit. */
  readonly change: string
}

/** The change since the days before; undefined if one of them has no figure. */
export const compare = (value: number | null, before: number | null, unit: KpiDefinition['unit']): Comparison | undefined => {
  if (value === null || before === null) return undefined
  // The figures as they are shown, so that their difference is the one that a reader computes.
  const tenths = (figure: number) => Math.round(figure * (unit === 'share' ? 1000 : 10))
  const change = (tenths(value) - tenths(before)) / 10
  if (change === 0) return { arrow: '=', change: t`unchanged` }
  const amount = Math.abs(change)
  const text = Number.isInteger(value) && Number.isInteger(before) && unit !== 'share' ? showWhole(amount) : showAmount(amount)
  const difference = `${change > 0 ? '+' : '−'}${text}`
  return {
    arrow: change > 0 ? '▲' : '▼',
    change: unit === 'share' ? t({ message: `${difference} pp`, comment: 'Percentage points' }) : difference,
  }
}

export type Compared = Pick<AttendanceFigures['previous'], 'from' | 'to' | 'daysBack' | 'days' | 'hidden'>

/** Fewer days say little about a period of which more are published. */
const MIN_WORKDAYS = 5

/** Whether the days that are covered in both periods are enough of the published ones for a comparison of these. */
export const isComparable = ({ days }: Pick<Compared, 'days'>, publishedDays: number): boolean => {
  if (days.length >= publishedDays) return days.length > 0
  return days.length * 2 >= publishedDays && days.filter((day) => weekdayOf(day) <= 5).length >= MIN_WORKDAYS
}

/** Describes the days that the figures are compared with. */
export const comparisonText = ({ from, to, daysBack, days, hidden }: Compared, publishedDays: number): string => {
  const weeks = daysBack / 7
  const before = showDays(from, to)
  if (hidden) {
    return t`No comparison: figures of the same weekdays ${plural(weeks, { one: 'a week', other: '# weeks' })} earlier, ${before}, are withheld.`
  }
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) {
    return t`No comparison: no workday is published, with presence reported by the same buildings, both in this period and ${plural(weeks, { one: 'a week', other: '# weeks' })} earlier, ${before}.`
  }
  if (days.length === publishedDays) {
    return t`Compared with the same weekdays ${plural(weeks, { one: 'a week', other: '# weeks' })} earlier, ${before}.`
  }
  if (!isComparable({ days }, publishedDays)) {
    return t`No comparison: only ${plural(days.length, { one: '# day is', other: '# days are' })} published, with presence reported by the same buildings, both in this period and ${plural(weeks, { one: 'a week', other: '# weeks' })} earlier, ${before}. At least ${MIN_WORKDAYS} workdays and half of the days are needed.`
  }
  const [firstDay, lastDay] = [showDay(first), showDay(last)]
  return t`Compares ${plural(days.length, { one: '# day', other: '# days' })}, from ${firstDay} to ${lastDay}, with the same weekdays ${plural(weeks, { one: 'a week', other: '# weeks' })} earlier. The others are not covered in both periods.`
}
