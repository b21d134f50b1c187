import type { Company, Person } from '../company/types.ts'
import { PURPOSES, type Random, randomOf } from '../random/random.ts'
import { type Bookings, createBookings } from './bookings.ts'
import { dayNumber, type LocalClock } from './calendar.ts'
import { isHoliday } from './holidays.ts'
import { otherOffice } from './plan-day.ts'
import type { PersonPlan, PlanChange } from './types.ts'

type What = PlanChange extends infer D ? (D extends PlanChange ? Omit<D, 'person' | 'at'> : never) : never

/** Plans an office day there, with a booking if one is available. */
const goTo = (person: Person, office: number, bookings: Bookings, random: Random): What => {
  const booking = bookings.make(person, office, random)
  return booking ? { kind: 'book', booking } : { kind: 'plan', plan: 'o', office }
}

const onOfficeDay = (company: Company, person: Person, plan: PersonPlan, bookings: Bookings, random: Random): What | null => {
  const draw = random.next()
  const office = plan.office ?? person.office
  if (draw < 0.025) return { kind: 'plan', plan: 'r', office: null }
  if (draw < 0.04) return plan.booking ? { kind: 'cancel' } : null
  if (draw < 0.05) return goTo(person, otherOffice(company, office, random), bookings, random)
  if (draw < 0.08) {
    const booking = person.assignedDesk === null ? bookings.make(person, office, random) : null
    return booking ? { kind: 'book', booking } : null
  }
  return null
}

const onOtherDay = (person: Person, { plan }: PersonPlan, bookings: Bookings, random: Random): What | null => {
  const chance = plan === 'r' ? 0.02 : plan === null ? 0.002 : 0
  return random.chance(chance) ? goTo(person, person.office, bookings, random) : null
}

/**
 * The changes that people make on a day: another desk, no booking, a switch between remote and office, another office. Each
 * person makes at most one, and none depends on another, so their order does not matter.
 */
export const planChangesOf = (
  company: Company,
  day: string,
  plans: readonly PersonPlan[],
  clocks: readonly LocalClock[],
): PlanChange[] => {
  const number = dayNumber(day)
  const bookings = createBookings(company)
  for (const { booking } of plans) if (booking) bookings.hold(booking)
  return plans.flatMap((plan) => {
    const person = company.people[plan.person]
    if (!person?.active) return []
    const random = randomOf(company.seed, PURPOSES.planChange, person.index, number)
    const at = clocks[person.office]?.(random.between(6 * 3600, 10 * 3600)) ?? 0
    const what =
      plan.plan === 'o' ? onOfficeDay(company, person, plan, bookings, random) : onOtherDay(person, plan, bookings, random)
    const office = what?.kind === 'book' ? what.booking.office : what?.kind === 'plan' ? what.office : null
    if (!what || (office !== null && isHoliday(company, office, number))) return []
    return [{ ...what, person: person.index, at }]
  })
}

const after = (plan: PersonPlan, planChange: PlanChange): PersonPlan => {
  switch (planChange.kind) {
    case 'cancel':
      return { ...plan, booking: null }
    case 'book':
      return {
        ...plan,
        // A booking where the person plans to be leaves the plan as it is.
        origin: plan.office === planChange.booking.office ? plan.origin : 'change',
        ...{ plan: 'o', office: planChange.booking.office, booking: planChange.booking },
      }
    case 'plan':
      return { ...plan, origin: 'change', plan: planChange.plan, office: planChange.office, booking: null }
  }
}

/** The plans after all changes. */
export const plansAfter = (plans: readonly PersonPlan[], planChanges: readonly PlanChange[]): PersonPlan[] => {
  const byPerson = new Map(planChanges.map((planChange) => [planChange.person, planChange]))
  return plans.map((plan) => {
    const planChange = byPerson.get(plan.person)
    return planChange ? after(plan, planChange) : plan
  })
}
