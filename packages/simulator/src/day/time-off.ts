import { dayAfter } from '../company/dates.ts'
import type { Company } from '../company/types.ts'
import { PURPOSES, randomOf } from '../random/random.ts'
import { dayNumber, dayText, weekdayOf } from './calendar.ts'
import type { PersonPlan, TimeOff } from './types.ts'

const TYPES = ['holiday', 'holiday', 'leave', 'training']

/**
 * Maximum number of days from the announcement to the last day off, so that a cancellation finds it inside the booking horizon.
 */
const FARTHEST = 13

/** Share of the people who announce time off on the first day, which includes earlier plans, and on every other day. */
const FIRST_DAY = 0.06
const OTHER_DAYS = 0.006

/** The announcements of this day. Some are canceled later, before they start. */
const announcedOn = (company: Company, day: string): TimeOff[] => {
  const number = dayNumber(day)
  const share = day === company.timeOffFrom ? FIRST_DAY : OTHER_DAYS
  return company.people.flatMap((person): TimeOff[] => {
    const random = randomOf(company.seed, PURPOSES.timeOff, person.index, number)
    if (!person.active || !random.chance(share)) return []
    const length = random.between(1, 5)
    const lead = random.between(1, FARTHEST - length + 1)
    const calledOffOn = random.chance(0.25) ? dayAfter(day, random.between(1, lead)) : null
    const [firstDay, lastDay] = [dayAfter(day, lead), dayAfter(day, lead + length - 1)]
    const eventId = `${company.tag}-${number}-time-off-${person.index}`
    return [{ eventId, person: person.index, firstDay, lastDay, kind: random.pick(TYPES), announcedOn: day, calledOffOn }]
  })
}

/** The announcements and cancellations in a range of days, by day. */
interface Announcements {
  announced: TimeOff[]
  calledOff: TimeOff[]
}

const announcementsBetween = (company: Company, first: number, last: number): Announcements[] => {
  const days = Array.from({ length: Math.max(0, last - first + 1) }, (_, n) => dayText(first + n))
  const announced = days.map((day) => announcedOn(company, day))
  const all = announced.flat()
  return days.map((day, n) => ({
    announced: announced[n] ?? [],
    calledOff: all.filter(({ calledOffOn }) => calledOffOn === day),
  }))
}

/** The announcements and then the cancellations of a day. */
export const timeOffOn = (company: Company, day: string): Announcements => {
  const { timeOffFrom } = company
  if (timeOffFrom === null || day < timeOffFrom) return { announced: [], calledOff: [] }
  const first = Math.max(dayNumber(timeOffFrom), dayNumber(day) - FARTHEST)
  return announcementsBetween(company, first, dayNumber(day)).at(-1) as Announcements
}

/**
 * After a cancellation the day follows the week plan: an explicit plan and its booking are lost, and an assigned desk is booked
 * again.
 */
const backToWeekPlan = (company: Company, number: number, { person }: PersonPlan): PersonPlan => {
  const { weekPlan = [], office = 0, assignedDesk = null } = company.people[person] ?? {}
  const plan = weekPlan[weekdayOf(number)] ?? null
  if (plan !== 'o') return { person, plan, origin: 'week', office: null, booking: null }
  const zone = assignedDesk === null ? null : (company.desks[assignedDesk]?.zone ?? null)
  return { person, plan, origin: 'week', office, booking: assignedDesk === null ? null : { office, zone, desk: assignedDesk } }
}

/** The plans of a day, with all time off announced and canceled until another day. */
export const withTimeOff = (company: Company, day: string, plans: readonly PersonPlan[], until = day): PersonPlan[] => {
  const { timeOffFrom } = company
  const result = [...plans]
  if (timeOffFrom === null) return result
  const number = dayNumber(day)
  const first = Math.max(dayNumber(timeOffFrom), number - FARTHEST)
  const isOff = ({ firstDay, lastDay }: TimeOff) => firstDay <= day && day <= lastDay
  for (const { announced, calledOff } of announcementsBetween(company, first, dayNumber(until))) {
    for (const { person } of announced.filter(isOff)) {
      result[person] = { person, plan: 'a', origin: 'time-off', office: null, booking: null }
    }
    for (const { person } of calledOff.filter(isOff)) {
      result[person] = backToWeekPlan(company, number, result[person] as PersonPlan)
    }
  }
  return result
}
