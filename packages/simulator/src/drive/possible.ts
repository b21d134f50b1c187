import type { Booking, Delivery, Gathering, Parking, PlanChange, TimeOff, Visit } from '../day/types.ts'
import type { Ids } from './ids.ts'

/** Filters that remove what the service would refuse: actions of erased or inactive people, and at unknown places. */
export interface Possible {
  delivery(delivery: Delivery): boolean
  planChange(planChange: PlanChange): boolean
  parking(parking: Parking): boolean
  visit(visit: Visit): boolean
  /** Erased and inactive people are no longer invited. */
  gathering(gathering: Gathering): Gathering[]
  timeOff(timeOff: TimeOff): boolean
}

export const possibleWith = (ids: Ids): Possible => {
  const hasOffice = (index: number) => ids.hasNode({ type: 'location', index })
  const hasHost = (host: Visit['visitor']['host']) => host === null || !('person' in host) || ids.hasUser(host.person)
  const canBook = ({ office, zone, desk }: Booking) =>
    hasOffice(office) &&
    (zone === null || ids.hasNode({ type: 'zone', index: zone })) &&
    (desk === null || ids.hasNode({ type: 'place', index: desk }))
  return {
    delivery: (delivery) => {
      if (!ids.hasNode(delivery.node)) return false
      if (delivery.kind === 'visitor') return hasHost(delivery.visitor.host)
      const person = delivery.kind === 'presence' ? ids.personOf(delivery.who) : undefined
      return person === undefined || ids.hasUser(person)
    },
    planChange: (planChange) => {
      if (!ids.hasUser(planChange.person)) return false
      if (planChange.kind === 'book') return canBook(planChange.booking)
      return planChange.kind === 'cancel' || planChange.office === null || hasOffice(planChange.office)
    },
    parking: ({ person, office }) => ids.hasUser(person) && hasOffice(office),
    visit: ({ office, visitor }) => hasOffice(office) && hasHost(visitor.host),
    gathering: (gathering) => {
      const { office, space, organizer, invitations } = gathering
      if (!ids.hasUser(organizer) || !hasOffice(office)) return []
      if (space !== null && !ids.hasNode({ type: 'space', index: space })) return []
      return [{ ...gathering, invitations: invitations.filter(({ person }) => ids.hasUser(person)) }]
    },
    timeOff: ({ person }) => ids.hasUser(person),
  }
}
