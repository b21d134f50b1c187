import type { PolicyWeek } from '@rollcall/contract'
import { countOf } from '../../../components/format.ts'
import { weekdayName } from '../../../time/days.ts'

type Excuse = PolicyWeek['days'][number]['excuse']

const EXCUSES: Readonly<Record<NonNullable<Excuse>, string>> = {
  notEmployed: 'not yet or no longer here',
  closed: 'building closed',
  holiday: 'holiday',
  timeOff: 'time off',
  outage: 'presence was not recorded',
}

export const excuseWords = (excuse: Excuse): string => (excuse ? EXCUSES[excuse] : '')

const countWords = (attended: number, required: number): string => {
  if (required === 0) return attended === 0 ? 'No day required' : `${countOf(attended, 'day')}, none required`
  return attended > required ? `${countOf(attended, 'day')}, ${required} required` : `${attended} of ${countOf(required, 'day')}`
}

/** `2 of 3 days, Thursday is planned.`, or `4 days, 3 required.` */
export const weekWords = ({ required, attended, days }: Pick<PolicyWeek, 'required' | 'attended' | 'days'>): string => {
  const planned = days.filter(({ state }) => state === 'planned').map(({ day }) => weekdayName(day))
  const counted = countWords(attended, required)
  if (planned.length === 0) return `${counted}.`
  const named = [...new Set(planned)]
  return `${counted}, ${new Intl.ListFormat('en').format(named)} ${named.length === 1 ? 'is' : 'are'} planned.`
}
