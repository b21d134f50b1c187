import type { Company, Person } from '../company/types.ts'
import { PURPOSES, type Random, randomOf } from '../random/random.ts'
import { dayNumber, type LocalClock } from './calendar.ts'
import { otherOffice } from './plan-day.ts'
import { createSeating, type Seating } from './seating.ts'
import type { PersonPlan, Stay } from './types.ts'

/** Probability of being in the office despite the plan; `none` covers weekends. */
const WALK_IN = { r: 0.03, a: 0.004, none: 0.004 } as const

/** The office that a person really goes to: the planned one, none, or another one. */
const actualOffice = (company: Company, person: Person, plan: PersonPlan, random: Random): number | null => {
  const draw = random.next()
  if (!person.active) return null
  if (plan.plan !== 'o') return draw < WALK_IN[plan.plan ?? 'none'] ? person.office : null
  if (draw < 0.08) return null
  return draw < 0.1 ? otherOffice(company, plan.office ?? person.office, random) : plan.office
}

interface Going {
  person: Person
  plan: PersonPlan
  office: number
  random: Random
}

const MINUTE = 60
const LATEST_LEAVE = 23 * 60 + 30

const timesOf = ({ person, random }: Going): { from: number; to: number } => {
  const arrival = Math.max(5 * 60, person.arrival + random.around(0, 25))
  const leave = Math.min(LATEST_LEAVE, arrival + Math.max(20, person.stay + random.around(0, 40)))
  return { from: arrival * MINUTE, to: leave * MINUTE }
}

/** People mostly sit at the desk they booked. Others look for any free desk, including those of people who did not come. */
const seatAll = (company: Company, going: readonly Going[]): (number | null)[] => {
  const isOwned = (desk: number, person: Person) => (company.desks[desk]?.assignedTo ?? person.index) !== person.index
  const seating = createSeating(company, isOwned)
  const booked = going.map(({ plan, office, random }) => {
    const desk = plan.booking?.office === office ? plan.booking.desk : null
    return desk !== null && random.chance(0.9) && seating.take(desk) ? desk : null
  })
  return going.map((one, index) => booked[index] ?? freeSeat(one, seating))
}

const freeSeat = ({ person, plan, office, random }: Going, seating: Seating): number | null => {
  const zone = plan.booking?.office === office ? plan.booking.zone : null
  const inZone = zone === null ? null : seating.takeInZone(zone, random)
  return inZone ?? seating.takeFor(person, office, random)
}

/** The actual stays of a day, only for people who came. */
export const staysOf = (company: Company, day: string, plans: readonly PersonPlan[], clocks: readonly LocalClock[]): Stay[] => {
  const number = dayNumber(day)
  const going = company.people.flatMap((person, index): Going[] => {
    const plan = plans[index]
    const random = randomOf(company.seed, PURPOSES.conduct, index, number)
    const office = plan ? actualOffice(company, person, plan, random) : null
    return plan && office !== null ? [{ person, plan, office, random }] : []
  })
  const desks = seatAll(company, going)
  return going.map((one, index) => {
    const { from, to } = timesOf(one)
    const desk = desks[index] ?? null
    const clock = clocks[one.office] ?? (() => 0)
    const level = desk === null ? one.random.pick(company.offices[one.office]?.levels ?? []) : (company.desks[desk]?.level ?? 0)
    return { person: one.person.index, office: one.office, level, desk, arrivesAt: clock(from), leavesAt: clock(to) }
  })
}
