import type { ImportFile } from '@rollcall/contract'
import type { Company } from '../company/types.ts'
import { daysBetween } from '../day/calendar.ts'
import { planDay } from '../day/plan-day.ts'
import type { PersonPlan } from '../day/types.ts'

type ImportDayPlan = NonNullable<ImportFile['dayPlans']>[number]
type ImportBooking = NonNullable<ImportFile['bookings']>[number]

const officeName = (company: Company, office: number | null) => (office === null ? undefined : company.offices[office]?.name)

const dayPlanOf = (company: Company, day: string, { person, plan, office }: PersonPlan): ImportDayPlan[] => {
  const user = company.people[person]?.userName
  if (user === undefined || plan === null) return []
  const location = officeName(company, office)
  return [{ user, day, plan, ...(location === undefined ? {} : { location }) }]
}

const bookingOf = (company: Company, day: string, { person, booking }: PersonPlan): ImportBooking[] => {
  const user = company.people[person]?.userName
  const location = officeName(company, booking?.office ?? null)
  if (user === undefined || booking === null || location === undefined) return []
  const zone = booking.zone === null ? undefined : company.zones[booking.zone]
  const level = zone && company.levels[zone.level]
  const desk = booking.desk === null ? undefined : company.desks[booking.desk]
  const depth2 = zone && level ? { level: level.name, zone: zone.name } : {}
  return [{ user, day, location, ...depth2, ...(desk ? { place: desk.name } : {}) }]
}

export interface PlanOptions {
  from: string
  to: string
  /** Leave out the day plans that only repeat the week plan. */
  onlyDeviations: boolean
}

/** Plans and bookings of each day in the range. */
export const importPlans = (company: Company, { from, to, onlyDeviations }: PlanOptions) => {
  const dayPlans: ImportDayPlan[] = []
  const bookings: ImportBooking[] = []
  for (const day of daysBetween(from, to)) {
    for (const plan of planDay(company, day)) {
      if (!onlyDeviations || plan.origin !== 'week') dayPlans.push(...dayPlanOf(company, day, plan))
      bookings.push(...bookingOf(company, day, plan))
    }
  }
  return { dayPlans, bookings }
}
