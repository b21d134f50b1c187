import { plural, t } from '@lingui/core/macro'
import type { AttendancePolicy } from '@rollcall/contract'
import { LANGUAGE } from '../language/language.ts'
import { nameOfWeekday } from '../time/days.ts'

interface Rule {
  readonly kind: AttendancePolicy['kind']
  readonly days: number | null
  readonly weekdays: readonly number[] | null
}

/** `3 days a week`, `Tuesday and Thursday`, `8 days a month`. */
export const ruleWords = ({ kind, days, weekdays }: Rule): string => {
  if (kind === 'none') return t`None`
  if (kind === 'weekdays') return new Intl.ListFormat(LANGUAGE).format((weekdays ?? []).map(nameOfWeekday))
  return `${plural(days ?? 0, { one: '# day', other: '# days' })} a ${kind === 'daysPerWeek' ? 'week' : 'month'}`
}
