import type { Company } from '../company/types.ts'
import { PURPOSES, randomOf } from '../random/random.ts'
import { dayNumber } from './calendar.ts'
import type { Parking, PersonPlan } from './types.ts'

/** The people who drive to each office, never more than it has bays. */
export const parkingOf = (company: Company, day: string, plans: readonly PersonPlan[]): Parking[] => {
  const number = dayNumber(day)
  const left = company.offices.map(({ parkingBays }) => parkingBays.length)
  return plans.flatMap(({ person, plan, office, booking }) => {
    const at = booking?.office ?? office
    if (plan !== 'o' || at === null || (left[at] ?? 0) === 0) return []
    if (!randomOf(company.seed, PURPOSES.parking, person, number).chance(0.1)) return []
    left[at] = (left[at] ?? 0) - 1
    return [{ person, office: at }]
  })
}
