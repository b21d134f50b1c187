import type { Company, Person } from '../company/types.ts'
import { PURPOSES, type Random, randomOf } from '../random/random.ts'
import { type Bookings, createBookings } from './bookings.ts'
import { dayNumber, type LocalClock } from './calendar.ts'
import { awayFrom } from './plan-day.ts'
import type { Deed, PersonPlan } from './types.ts'

type What = Deed extends infer D ? (D extends Deed ? Omit<D, 'person' | 'at'> : never) : never

/** An office day there: with a booking where one is to be had, else just planned. */
const goTo = (person: Person, office: number, bookings: Bookings, random: Random): What => {
  const booking = bookings.make(person, office, random)
  return booking ? { kind: 'book', booking } : { kind: 'plan', plan: 'o', office }
}

const onOfficeDay = (company: Company, person: Person, plan: PersonPlan, bookings: Bookings, random: Random): What | null => {
  const draw = random.next()
  const office = plan.office ?? person.office
  if (draw < 0.025) return { kind: 'plan', plan: 'r', office: null }
  if (draw < 0.04) return plan.booking ? { kind: 'cancel' } : null
  if (draw < 0.05) return goTo(person, awayFrom(company, office, random), bookings, random)
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
 * What people change on a day: another desk, no booking, remote after all or in the office after all, another office. At most
 * one deed of a person, and none needs what another one leaves, so their order does not matter.
 */
export const deedsOf = (company: Company, day: string, plans: readonly PersonPlan[], clocks: readonly LocalClock[]): Deed[] => {
  const number = dayNumber(day)
  const bookings = createBookings(company)
  for (const { booking } of plans) if (booking) bookings.hold(booking)
  return plans.flatMap((plan) => {
    const person = company.people[plan.person]
    if (!person?.active) return []
    const random = randomOf(company.seed, PURPOSES.deed, person.index, number)
    const at = clocks[person.office]?.(random.between(6 * 3600, 10 * 3600)) ?? 0
    const what =
      plan.plan === 'o' ? onOfficeDay(company, person, plan, bookings, random) : onOtherDay(person, plan, bookings, random)
    return what ? [{ ...what, person: person.index, at }] : []
  })
}

const after = (plan: PersonPlan, deed: Deed): PersonPlan => {
  switch (deed.kind) {
    case 'cancel':
      return { ...plan, origin: 'change', booking: null }
    case 'book':
      return { ...plan, origin: 'change', plan: 'o', office: deed.booking.office, booking: deed.booking }
    case 'plan':
      return { ...plan, origin: 'change', plan: deed.plan, office: deed.office, booking: null }
  }
}

/** The plans once all of it is done. */
export const plansAfter = (plans: readonly PersonPlan[], deeds: readonly Deed[]): PersonPlan[] => {
  const byPerson = new Map(deeds.map((deed) => [deed.person, deed]))
  return plans.map((plan) => {
    const deed = byPerson.get(plan.person)
    return deed ? after(plan, deed) : plan
  })
}
