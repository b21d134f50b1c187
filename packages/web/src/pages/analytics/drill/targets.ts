import type { PeopleOutcome } from '@rollcall/contract'
import { addDays } from '../../../time/days.ts'
import type { Target } from './drill.tsx'

const people = (changes: object): Target => ({
  to: '/analytics/people',
  search: (before) => ({ ...before, ...changes }),
})

/** The people of published days whom charts count under this name in the scope of the page. */
export const peopleOfDays = (from: string, to: string, outcome: PeopleOutcome): Target =>
  people({ period: undefined, from, to, outcome, by: 'attendance' })

/** The same of a single day. */
export const peopleOfDay = (day: string, outcome: PeopleOutcome): Target => peopleOfDays(day, day, outcome)

/** The people of a group in the scope of the page. */
export const peopleOfGroup = (groupId: string): Target => people({ groups: groupId })

/** The people of the week that ends on a Sunday, in the scope of the page with these changes. */
export const peopleOfWeek = (sunday: string, changes: { readonly groups?: string } = {}): Target =>
  people({ period: undefined, from: addDays(sunday, -6), to: sunday, ...changes })

/** Who plans to be in a building, or in any, on a coming day, as colleagues see it. */
export const plannersOf = (day: string, locationId: string | null): Target => ({
  to: '/me/colleagues',
  search: () => ({ day, groupId: 'all', locationId: locationId ?? undefined }),
})

/** The part of the page of desks that shows each of them. */
export const EACH_DESK = 'each-desk'

/** The desks of a level, each with its use. */
export const desksOf = ({ locationId, levelId }: { readonly locationId: string; readonly levelId: string }): Target => ({
  to: '/analytics/desks',
  search: (before) => ({ ...before, building: locationId, level: levelId }),
  hash: EACH_DESK,
})
