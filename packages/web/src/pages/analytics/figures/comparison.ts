import { t } from '@lingui/core/macro'
import type { AttendanceFigures, KpiDefinition } from '@rollcall/contract'
import { showAmount, showDay, showWhole } from './show.ts'

export interface Comparison {
  /** An arrow that shows the direction at a glance. */
  readonly arrow: '▲' | '▼' | '='
  /** The difference with sign and unit. */
  readonly change: string
}

/** The change since the days before; undefined if one of them has no figure. */
export const compare = (value: number | null, before: number | null, unit: KpiDefinition['unit']): Comparison | undefined => {
  if (value === null || before === null) return undefined
  // Compares rounded figures, so that an invisible change does not count.
  const scaled = (unit === 'share' ? 1000 : 10) * (value - before)
  const change = Math.round(scaled) / 10
  if (change === 0) return { arrow: '=', change: 'unchanged' }
  const amount = Math.abs(change)
  const text = Number.isInteger(value) && Number.isInteger(before) && unit !== 'share' ? showWhole(amount) : showAmount(amount)
  return {
    arrow: change > 0 ? '▲' : '▼',
    change: `${change > 0 ? '+' : '−'}${text}${unit === 'share' ? ' pp' : ''}`,
  }
}

export type Compared = Pick<AttendanceFigures['previous'], 'from' | 'to' | 'daysBack' | 'days' | 'hidden'>

/** Describes the days that the figures are compared with. */
export const comparisonText = ({ from, to, daysBack, days, hidden }: Compared, publishedDays: number): string => {
  const weeks = daysBack === 7 ? t`a week` : `${daysBack / 7} weeks`
  const before = from === to ? showDay(from) : `${showDay(from)} to ${showDay(to)}`
  if (hidden) return t`No comparison: figures of the same weekdays ${weeks} earlier, ${before}, are withheld.`
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) {
    return t`No comparison: no workday is published, with presence reported by the same buildings, both in this period and ${weeks} earlier, ${before}.`
  }
  if (days.length === publishedDays) return t`Compared with the same weekdays ${weeks} earlier, ${before}.`
  const some =
    days.length === 1 ? t`1 day, ${showDay(first)},` : `${days.length} days, from ${showDay(first)} to ${showDay(last)},`
  return t`Compares ${some} with the same weekdays ${weeks} earlier. The others are not covered in both periods.`
}
