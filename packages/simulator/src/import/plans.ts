import type { ImportFile } from '@rollcall/contract'
import type { Company } from '../company/types.ts'
import { type DayRange, daysBetween } from '../day/calendar.ts'
import { planDay } from '../day/plan-day.ts'
import type { PersonPlan } from '../day/types.ts'
import type { Ids } from '../drive/ids.ts'

type ImportDayPlan = NonNullable<ImportFile['dayPlans']>[number]
type ImportBooking = NonNullable<ImportFile['bookings']>[number]

const officeName = (company: Company, office: number | null) => (office === null ? undefined : company.offices[office]?.name)

const officeId = (ids: Ids, index: number) => {
  const node = { type: 'location', index } as const
  return ids.hasNode(node) ? ids.node(node) : undefined
}

/** The plan refers to ids if they are given. Erased and inactive people have no plan. */
const dayPlanOf = (company: Company, day: string, { person, plan, office }: PersonPlan, ids?: Ids): ImportDayPlan[] => {
  const user = ids ? ids.hasUser(person) && ids.user(person) : company.people[person]?.userName
  if (!user || plan === null) return []
  const location = ids && office !== null ? officeId(ids, office) : officeName(company, office)
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

/** The plan of every person and day. Attendance uses day plans only; a week plan is only a forecast. */
export function* importDayPlans(
  company: Company,
  { fromDay, toDay }: DayRange,
  ids?: Ids,
): Generator<ImportDayPlan, void, undefined> {
  for (const day of daysBetween(fromDay, toDay)) {
    for (const plan of planDay(company, day)) yield* dayPlanOf(company, day, plan, ids)
  }
}

/** The bookings of every person and day. */
export function* importBookings(company: Company, { fromDay, toDay }: DayRange): Generator<ImportBooking, void, undefined> {
  for (const day of daysBetween(fromDay, toDay)) {
    for (const plan of planDay(company, day)) yield* bookingOf(company, day, plan)
  }
}
