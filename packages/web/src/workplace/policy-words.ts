import type { AttendancePolicy } from '@rollcall/contract'
import { countOf } from '../components/format.ts'
import { nameOfWeekday } from '../time/days.ts'

interface Rule {
  readonly kind: AttendancePolicy['kind']
  readonly days: number | null
  readonly weekdays: readonly number[] | null
}

/** `3 days a week`, `Tuesday and Thursday`, `8 days a month`. */
export const ruleWords = ({ kind, days, weekdays }: Rule): string => {
  if (kind === 'none') return 'None'
  if (kind === 'weekdays') return new Intl.ListFormat('en').format((weekdays ?? []).map(nameOfWeekday))
  return `${countOf(days ?? 0, 'day')} a ${kind === 'daysPerWeek' ? 'week' : 'month'}`
}
