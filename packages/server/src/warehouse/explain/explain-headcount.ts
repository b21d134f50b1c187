import type { HeadcountExplanation } from '@rollcall/contract'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import {
  type ExplainedHour,
  findCountedNode,
  findHeadcount,
  listBookingsThere,
  listCapacities,
  listCountedVisits,
  listPlans,
  listStays,
} from './explain-headcount-store.ts'
import { inSnapshot } from './in-snapshot.ts'

/**
 * Explains who was at a building, level or zone in an hour of local time, from one snapshot.
 * @throws AppError entity_not_found
 */
export const explainHeadcount = (db: Db, of: ExplainedHour): Promise<HeadcountExplanation> =>
  inSnapshot(db, async (snapshot) => {
    const node = await findCountedNode(snapshot, of)
    if (!node)
      throw new AppError('entity_not_found', { detail: 'There is no such building, or it has no level or zone with this id.' })
    const { name, ...shown } = node
    const isBuilding = node.locationType === 'location'
    const row = await findHeadcount(snapshot, of)
    const capacities = await listCapacities(snapshot, of)
    const capacity = capacities.reduce((sum, zone) => sum + zone.capacity, 0)
    const figures = row ?? { people: null, visitors: null, planned: null, booked: 0, capacity }
    const parts = {
      ...(await listStays(snapshot, of)),
      visits: isBuilding ? await listCountedVisits(snapshot, of) : [],
      plans: isBuilding ? await listPlans(snapshot, of) : [],
      bookings: await listBookingsThere(snapshot, of),
      capacities,
    }
    const { day, hour, locationId, nodeId } = of
    const explained = { day, hour, locationId, nodeId, ...shown, ...figures, ...parts, hasRow: row !== undefined }
    return { ...explained, sentences: headcountSentences(explained, name) }
  })

type Explained = Omit<HeadcountExplanation, 'sentences'>

const time = (hour: number) => `${String(hour).padStart(2, '0')}:00`

const people = (count: number) => (count === 1 ? '1 person' : `${count} people`)

/** Says how each figure came about. The web app writes the same from the facts, in the language of the reader. */
export const headcountSentences = (of: Explained, name: string): string[] =>
  of.hasRow
    ? [
        peopleSentence(of, name),
        ...(of.visitors === null ? [] : [visitorSentence(of, of.visitors)]),
        ...(of.planned === null ? [] : [plannedSentence(of, of.planned, name)]),
        `${of.booked === 1 ? '1 booking' : `${of.booked} bookings`} of the day ${of.booked === 1 ? 'is' : 'are'} for ${name}.`,
        `${of.capacity === 1 ? '1 place' : `${of.capacity} places`} in ${of.capacities.length === 1 ? '1 zone' : `${of.capacities.length} zones`} can be booked on ${of.day}: desks in use, and the capacity of neighborhoods.`,
      ]
    : [`Nothing happened at ${name} on ${of.day}, so headcount has no row for it.`]

const visitorSentence = ({ hour }: Explained, visitors: number): string =>
  `${visitors === 1 ? '1 visitor' : `${visitors} visitors`} had arrived before ${time(hour + 1)} and not left before ${time(hour)}. Without a departure, a visit counts in the hour of its arrival only.`

const peopleSentence = ({ people: count, seenOnDay, hour, day, locationType }: Explained, name: string): string => {
  if (count !== null) {
    const rule = `first seen there before ${time(hour + 1)} and last seen there at ${time(hour)} or later`
    return `${people(count)} of the ${seenOnDay} seen at ${name} on ${day} ${count === 1 ? 'was' : 'were'} ${rule}.`
  }
  if (locationType === 'location')
    return `The people at ${name} are not known: the building reports no presence on ${day}, no one was seen there in an outage, or the day has not started there.`
  return `The people at ${name} are not known: no reader of the building reports ${locationType}s on ${day}, or the day has not started there.`
}

const plannedSentence = ({ plans, day }: Explained, planned: number, name: string): string => {
  const by = (decidedBy: Explained['plans'][number]['decidedBy']) => plans.filter((plan) => plan.decidedBy === decidedBy).length
  const listed = plans.length < planned ? ` of the first ${plans.length},` : ''
  return `${people(planned)} ${planned === 1 ? 'has' : 'have'} an office plan of ${day} for ${name}:${listed} ${by('booking')} by their booking, ${by('plan')} by the plan itself, ${by('primaryLocation')} by their primary building.`
}
