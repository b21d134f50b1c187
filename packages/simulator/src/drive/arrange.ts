import type { CallOptions } from '@rollcall/client'
import type { Company } from '../company/types.ts'
import { dayNumber, dayText } from '../day/calendar.ts'
import { meetupsOf } from '../day/gatherings.ts'
import { simulateDay } from '../day/simulate-day.ts'
import type { Gathering, Parking, SimulatedDay, Visit } from '../day/types.ts'
import { attempt } from './attempt.ts'
import { inParallel } from './in-parallel.ts'
import { possibleWith } from './possible.ts'
import type { Driving } from './send-all.ts'
import { uuidOf } from './uuid.ts'

const isoOf = (ms: number) => new Date(ms).toISOString()

/** Calls for each item, several at once. */
const forEach = <T>(driving: Driving, items: Iterable<T>, call: (item: T, options: CallOptions) => Promise<unknown>) =>
  inParallel(items, driving.concurrency, driving.signal, (item, signal) => attempt(driving, () => call(item, { signal })))

/** Each takes any bay that is free: there are enough. */
const bookParking = (driving: Driving, day: string, parking: readonly Parking[]) =>
  forEach(driving, parking.filter(possibleWith(driving.ids).parking), ({ person, office }, options) => {
    const { client, ids } = driving
    return client.bookParking(
      { userId: ids.user(person), day },
      { locationId: ids.node({ type: 'location', index: office }) },
      options,
    )
  })

/** Hosts announce whom they expect. */
const announceVisits = (driving: Driving, { tag }: Company, day: string, visits: readonly Visit[]) =>
  forEach(driving, visits.entries(), async ([index, visit], options) => {
    const { office, visitor, expectedAt } = visit
    const { host, name, email, type } = visitor
    if (expectedAt === null || host === null || !('person' in host) || !possibleWith(driving.ids).visit(visit)) return
    const { client, ids } = driving
    const announced = {
      ...{ visitId: uuidOf(`${tag} visit ${day} ${index}`), hostUserId: ids.user(host.person), day },
      ...{ locationId: ids.node({ type: 'location', index: office }), expectedAt: isoOf(expectedAt) },
      ...{ visitorName: name, visitorEmail: email, visitorType: type },
    }
    await client.createVisit(announced, options)
  })

/** Somebody calls a gathering and invites to it; some are called off again. */
const callMeetups = (driving: Driving, { tag }: Company, day: string, meetups: readonly Gathering[]) =>
  forEach(driving, meetups.flatMap(possibleWith(driving.ids).gathering), async (meetup, options) => {
    const { client, ids } = driving
    const { office, space, name, isPrivate, isCancelled, startsAt, endsAt, organizer, invitations } = meetup
    const eventId = uuidOf(`${tag} meetup ${day} ${office}`)
    const event = {
      ...{ eventId, eventName: name, isPrivate, startsAt: isoOf(startsAt), endsAt: isoOf(endsAt) },
      locationId: ids.node({ type: 'location', index: office }),
      ...(space === null ? {} : { spaceId: ids.node({ type: 'space', index: space }) }),
      organizerUserId: ids.user(organizer),
      invitees: invitations.map(({ person }) => ids.user(person)),
    }
    await client.createEvent(event, options)
    if (isCancelled) await client.updateEvent({ eventId }, { status: 'cancelled' }, options)
  })

/** What is arranged for a day besides plans and desks. Arranging it again changes nothing. */
export const arrangeDay = async (driving: Driving, company: Company, { day, parking, visits, meetups }: SimulatedDay) => {
  await bookParking(driving, day, parking)
  await announceVisits(driving, company, day, visits)
  await callMeetups(driving, company, day, meetups)
}

/** For so many days ahead people have parking and expect visitors, and for so many gatherings have been called. */
const DAYS_AHEAD = 2
const MEETUP_DAYS_AHEAD = 13

/** What is arranged by now for the days after this one. */
export const arrangeAhead = async (driving: Driving, company: Company, day: string): Promise<void> => {
  const today = dayNumber(day)
  for (let ahead = 1; ahead <= MEETUP_DAYS_AHEAD; ahead += 1) {
    const later = dayText(today + ahead)
    if (ahead <= DAYS_AHEAD) await arrangeDay(driving, company, simulateDay(company, later))
    else await callMeetups(driving, company, later, meetupsOf(company, later))
  }
}
