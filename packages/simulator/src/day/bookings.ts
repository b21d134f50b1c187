import type { Company, Person } from '../company/types.ts'
import type { Random } from '../random/random.ts'
import { createSeating } from './seating.ts'
import type { Booking } from './types.ts'

/** The bookings of one day. No desk is booked twice, and no neighborhood beyond its capacity. */
export interface Bookings {
  /** The booking of this person in an office: mostly a desk, sometimes a zone or only the building, sometimes nothing. */
  make(person: Person, office: number, random: Random): Booking | null
  /** Registers an existing booking. */
  hold(booking: Booking): void
}

export const createBookings = (company: Company): Bookings => {
  const isNeighborhood = (zone: number) => company.zones[zone]?.kind === 'neighborhood'
  const seating = createSeating(company, (desk) => {
    const { zone = 0, assignedTo = null } = company.desks[desk] ?? {}
    return assignedTo !== null || isNeighborhood(zone)
  })
  /** Current number of bookings of each neighborhood. */
  const counts = new Map<number, number>()
  const count = (zone: number) => counts.set(zone, (counts.get(zone) ?? 0) + 1)

  const takeNeighborhood = (zone: number): boolean => {
    if ((counts.get(zone) ?? 0) >= (company.zones[zone]?.desks.length ?? 0)) return false
    count(zone)
    return true
  }

  return {
    make: (person, office, random) => {
      if (person.assignedDesk !== null && office === person.office) {
        return { office, zone: company.desks[person.assignedDesk]?.zone ?? null, desk: person.assignedDesk }
      }
      const draw = random.next()
      if (draw < 0.08) return null
      if (draw < 0.18) return { office, zone: null, desk: null }
      const zone =
        office === person.office ? person.homeZone : random.pick(company.zones.filter((z) => z.office === office)).index
      if (isNeighborhood(zone) && takeNeighborhood(zone)) return { office, zone, desk: null }
      const desk = seating.takeFor(person, office, random)
      return { office, zone: desk === null ? null : (company.desks[desk]?.zone ?? null), desk }
    },
    hold: ({ zone, desk }) => {
      if (desk !== null) seating.take(desk)
      else if (zone !== null) count(zone)
    },
  }
}
