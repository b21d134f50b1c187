import type { Company } from '../company/types.ts'
import { type DayRange, daysBetween } from '../day/calendar.ts'
import { planDay } from '../day/plan-day.ts'
import { withTimeOff } from '../day/time-off.ts'
import { bookingDepth } from './attendance.ts'
import type { UserDayTruth } from './rows.ts'

export type PlanAhead = Pick<UserDayTruth, 'day' | 'userName' | 'plan' | 'plannedLocation' | 'bookingDepth' | 'bookingLocation'>

/** Plans and bookings of future days, with all time off announced until a day, before any later changes. */
export function* plansAhead(company: Company, range: DayRange, announcedUntil: string): Generator<PlanAhead, void, undefined> {
  for (const day of daysBetween(range.fromDay, range.toDay)) {
    for (const planned of withTimeOff(company, day, planDay(company, day), announcedUntil)) {
      const { person, plan, office, booking } = planned
      if (plan === null) continue
      yield {
        ...{ day, userName: company.people[person]?.userName ?? '', plan, bookingDepth: bookingDepth(planned) },
        plannedLocation: company.offices[booking?.office ?? office ?? -1]?.name ?? null,
        bookingLocation: company.offices[booking?.office ?? -1]?.name ?? null,
      }
    }
  }
}
