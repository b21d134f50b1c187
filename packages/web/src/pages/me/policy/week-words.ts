import { plural, t } from '@lingui/core/macro'
import type { PolicyWeek } from '@rollcall/contract'
import { LANGUAGE } from '../../../language/language.ts'
import { weekdayName } from '../../../time/days.ts'

type Excuse = PolicyWeek['days'][number]['excuse']

const EXCUSES: Readonly<Record<NonNullable<Excuse>, string>> = {
  notEmployed: t`not yet or no longer here`,
  closed: t`building closed`,
  holiday: t`holiday`,
  timeOff: t`time off`,
  outage: t`presence was not recorded`,
}

export const excuseWords = (excuse: Excuse): string => (excuse ? EXCUSES[excuse] : '')

const countWords = (attended: number, required: number): string => {
  if (required === 0) {
    return attended === 0 ? t`No day required` : plural(attended, { one: '# day, none required', other: '# days, none required' })
  }
  return attended > required
    ? plural(attended, { one: `# day, ${required} required`, other: `# days, ${required} required` })
    : plural(required, { one: `${attended} of # day`, other: `${attended} of # days` })
}

/** `2 of 3 days, Thursday is planned.`, or `4 days, 3 required.` */
export const weekWords = ({ required, attended, days }: Pick<PolicyWeek, 'required' | 'attended' | 'days'>): string => {
  const planned = days.filter(({ state }) => state === 'planned').map(({ day }) => weekdayName(day))
  const counted = countWords(attended, required)
  if (planned.length === 0) return `${counted}.`
  const named = [...new Set(planned)]
  const [count, weekdays] = [named.length, new Intl.ListFormat(LANGUAGE).format(named)]
  return plural(count, { one: `${counted}, ${weekdays} is planned.`, other: `${counted}, ${weekdays} are planned.` })
}
