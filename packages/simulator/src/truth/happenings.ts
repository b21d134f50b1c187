import type { Company } from '../company/types.ts'
import type { Gathering, SimulatedDay, Visit } from '../day/types.ts'
import type { GatheringTruth, ParkingTruth, SourceDayTruth, VisitDayTruth, VisitTruth } from './rows.ts'

/** The counts of each source, ordered by its name. */
export const sourceDays = ({ day, expected }: SimulatedDay): SourceDayTruth[] =>
  [...expected]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([sourceId, counts]) => ({ type: 'sourceDay', day, sourceId, ...counts }))

/** Whether the service knows the host, and so the visit. */
const isKnown = ({ visitor: { host } }: Visit) => host === null || 'person' in host

const isoOrNull = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())

/** One row per visit, whether it was expected or not. */
export const visitRows = (company: Company, { day, visits }: SimulatedDay): VisitTruth[] =>
  visits
    .filter((visit) => isKnown(visit) && (visit.expectedAt ?? visit.arrivedAt) !== null)
    .map(({ office, visitor, expectedAt, arrivedAt, departedAt }) => ({
      ...{ type: 'visit', day, locationName: company.offices[office]?.name ?? '' },
      visitType: expectedAt === null ? 'walkIn' : 'expected',
      status: departedAt !== null ? 'departed' : arrivedAt !== null ? 'arrived' : 'expected',
      ...{ visitorName: visitor.name, visitorEmail: visitor.email, visitorType: visitor.type },
      badgeNumber: arrivedAt === null ? null : visitor.badge,
      hostUserName: visitor.host && 'person' in visitor.host ? (company.people[visitor.host.person]?.userName ?? null) : null,
      ...{ expectedAt: isoOrNull(expectedAt), arrivedAt: isoOrNull(arrivedAt), departedAt: isoOrNull(departedAt) },
    }))

/** One row per building with visitors or expected visitors. */
export const visitDays = (company: Company, { day, visits }: SimulatedDay): VisitDayTruth[] =>
  company.offices.flatMap(({ index, name: locationName }) => {
    const here = visits.filter((visit) => visit.office === index && isKnown(visit))
    if (here.length === 0) return []
    const arrived = here.filter(({ arrivedAt }) => arrivedAt !== null)
    const expected = here.filter(({ expectedAt }) => expectedAt !== null).length
    const walkIns = arrived.filter(({ expectedAt }) => expectedAt === null).length
    const departed = here.filter(({ departedAt }) => departedAt !== null).length
    return [{ type: 'visitDay', day, locationName, expected, walkIns, arrived: arrived.length, departed }]
  })

const gatheringOf = (company: Company, { day, truth }: SimulatedDay, gathering: Gathering): GatheringTruth => {
  const { name, office, startsAt, isCancelled, isPrivate, invitations } = gathering
  const present = new Set(truth.flatMap(({ person, offices }) => (offices.some((one) => one.office === office) ? person : [])))
  return {
    type: 'gathering',
    day,
    eventName: name,
    locationName: company.offices[office]?.name ?? '',
    startsAt: new Date(startsAt).toISOString(),
    status: isCancelled ? 'cancelled' : 'scheduled',
    isPrivate,
    invited: invitations.length,
    accepted: invitations.filter(({ reply }) => reply === 'accepted').length,
    declined: invitations.filter(({ reply }) => reply === 'declined').length,
    attended: invitations.filter(({ person }) => present.has(person)).length,
  }
}

export const gatheringRows = (company: Company, simulated: SimulatedDay): GatheringTruth[] =>
  [...simulated.gatherings, ...simulated.meetups].map((gathering) => gatheringOf(company, simulated, gathering))

export const parkingRows = (company: Company, { day, parking }: SimulatedDay): ParkingTruth[] =>
  parking.map(({ person, office }) => ({
    type: 'parking',
    day,
    userName: company.people[person]?.userName ?? '',
    locationName: company.offices[office]?.name ?? '',
  }))
