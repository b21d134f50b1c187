import type { Answer } from '../../../api/call.ts'
import { personName } from '../../../components/person-name.ts'
import { weekdayOf } from '../../../time/days.ts'

export type ColleagueDay = Answer<'listColleagueDays'>['items'][number]

export interface PersonOfWeek {
  readonly userId: string
  readonly name: string
  readonly group: string | null
  readonly isMe: boolean
  readonly days: ReadonlyMap<string, ColleagueDay>
}

const { compare } = new Intl.Collator('en')

/** The days of each person together: whoever asks first, others by name. */
export const peopleOfWeek = (days: readonly (readonly ColleagueDay[])[], me: string): PersonOfWeek[] =>
  [...Map.groupBy(days.flat(), ({ userId }) => userId)]
    .map(([userId, own]) => ({
      userId,
      name: personName(own[0] as ColleagueDay),
      group: own[0]?.primaryGroupName ?? null,
      isMe: userId === me,
      days: new Map(own.map((each) => [each.day, each])),
    }))
    .sort((a, b) => Number(b.isMe) - Number(a.isMe) || compare(a.name, b.name))

/** Monday to Friday, and days of the weekend on which anybody has a plan. */
export const shownDays = (week: readonly string[], people: readonly PersonOfWeek[]): string[] =>
  week.filter((day) => weekdayOf(day) <= 5 || people.some(({ days }) => days.has(day)))
