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

/** Makes one call per item, several concurrently. */
const forEach = <T>(driving: Driving, items: Iterable<T>, call: (item: T, options: CallOptions) => Promise<unknown>) =>
  inParallel(items, driving.concurrency, driving.signal, (item, signal) => attempt(driving, () => call(item, { signal })))

/** Each person books any free bay; there are enough. */
const bookParking = (driving: Driving, day: string, parking: readonly Parking[]) =>
  forEach(driving, parking.filter(possibleWith(driving.ids).parking), ({ person, office }, options) => {
    const { client, ids } = driving
    return client.bookParking(
      { userId: ids.user(person), day },
      { locationId: ids.node({ type: 'location', index: office }) },
      options,
    )
  })

/** Hosts announce expected visitors. */
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

/** Adds gatherings with invitations; some are canceled again. */
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

/** Arranges parking, visits and gatherings of a day. Repeating it changes nothing. */
export const arrangeDay = async (driving: Driving, company: Company, { day, parking, visits, meetups }: SimulatedDay) => {
  await bookParking(driving, day, parking)
  await announceVisits(driving, company, day, visits)
  await callMeetups(driving, company, day, meetups)
}

/** Number of days ahead for parking and visitors, and for gatherings. */
const DAYS_AHEAD = 2
const MEETUP_DAYS_AHEAD = 13

/** Arranges the days after this one, as far ahead as people plan. */
export const arrangeAhead = async (driving: Driving, company: Company, day: string): Promise<void> => {
  const today = dayNumber(day)
  for (let ahead = 1; ahead <= MEETUP_DAYS_AHEAD; ahead += 1) {
    const later = dayText(today + ahead)
    if (ahead <= DAYS_AHEAD) await arrangeDay(driving, company, simulateDay(company, later))
    else await callMeetups(driving, company, later, meetupsOf(company, later))
  }
}
