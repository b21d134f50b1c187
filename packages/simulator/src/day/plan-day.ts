import type { Company, Person, Plan } from '../company/types.ts'
import { PURPOSES, type Random, randomOf } from '../random/random.ts'
import { createBookings } from './bookings.ts'
import { dayNumber, weekdayOf, weekOf } from './calendar.ts'
import { isHoliday } from './holidays.ts'
import type { PersonPlan } from './types.ts'

const CHANGED: Readonly<Record<Plan, Plan>> = { o: 'r', r: 'o', a: 'a' }

/** There are no plans on holidays of the home office. On other days it adds weeks off, weeks in another office, sick days and changes of plan to the week plan. */
const planOf = (company: Company, person: Person, number: number): Omit<PersonPlan, 'booking'> => {
  const base = { person: person.index, origin: 'import', office: null } as const
  const usual = person.weekPlan[weekdayOf(number)] ?? null
  if (!person.active || usual === null || isHoliday(company, person.office, number)) return { ...base, plan: null }
  const week = randomOf(company.seed, PURPOSES.week, person.index, weekOf(number))
  if (week.chance(0.06)) return { ...base, plan: 'a' }
  const isTraveling = week.chance(0.02) && usual === 'o'
  const abroad = isTraveling ? otherOffice(company, person.office, week) : person.office
  if (isTraveling) return isHoliday(company, abroad, number) ? { ...base, plan: 'a' } : { ...base, plan: 'o', office: abroad }
  const random = randomOf(company.seed, PURPOSES.dayPlan, person.index, number)
  if (random.chance(0.015)) return { ...base, plan: 'a' }
  const isChanged = random.chance(0.06) && usual !== 'a'
  const plan = isChanged ? CHANGED[usual] : usual
  return { ...base, plan, office: plan === 'o' ? person.office : null }
}

/** A random other office. */
export const otherOffice = (company: Company, office: number, random: Random): number =>
  (office + 1 + random.below(company.offices.length - 1)) % company.offices.length

/** The imported plans and bookings of a day, one per person, by index. */
export const planDay = (company: Company, day: string): PersonPlan[] => {
  const number = dayNumber(day)
  const bookings = createBookings(company)
  return company.people.map((person) => {
    const plan = planOf(company, person, number)
    if (plan.office === null) return { ...plan, booking: null }
    const random = randomOf(company.seed, PURPOSES.booking, person.index, number)
    return { ...plan, booking: bookings.make(person, plan.office, random) }
  })
}
