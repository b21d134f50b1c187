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
  const count = days ?? 0
  return kind === 'daysPerWeek'
    ? plural(count, { one: '# day a week', other: '# days a week' })
    : plural(count, { one: '# day a month', other: '# days a month' })
}
