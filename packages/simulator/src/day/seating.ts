import type { Company, Person } from '../company/types.ts'
import type { Random } from '../random/random.ts'

/** The taken desks of one day; each is taken at most once. */
export interface Seating {
  take(desk: number): boolean
  /** The first free desk of a zone, searching from a random desk. */
  takeInZone(zone: number, random: Random): number | null
  /** A free desk: the favorite, else one in the home zone, else a random one within a few tries. */
  takeFor(person: Person, office: number, random: Random): number | null
}

const TRIES = 12

export const createSeating = (company: Company, isOffLimits: (desk: number, person: Person) => boolean): Seating => {
  const taken = new Uint8Array(company.desks.length)
  const take = (desk: number): boolean => {
    if (taken[desk]) return false
    taken[desk] = 1
    return true
  }
  const search = (desks: readonly number[], tries: number, start: number, person?: Person): number | null => {
    for (let n = 0; n < Math.min(tries, desks.length); n += 1) {
      const desk = desks[(start + n) % desks.length]
      if (desk !== undefined && !(person && isOffLimits(desk, person)) && take(desk)) return desk
    }
    return null
  }
  const desksOf = (zone: number) => company.zones[zone]?.desks ?? []
  return {
    take,
    takeInZone: (zone, random) => {
      const desks = desksOf(zone)
      return search(desks, desks.length, random.below(desks.length))
    },
    takeFor: (person, office, random) => {
      const isHome = office === person.office
      if (isHome && !isOffLimits(person.favoriteDesk, person) && take(person.favoriteDesk)) return person.favoriteDesk
      const home = isHome ? desksOf(person.homeZone) : []
      const near = search(home, home.length, random.below(home.length || 1), person)
      if (near !== null) return near
      const all = company.offices[office]?.desks ?? []
      return search(all, TRIES, random.below(all.length), person)
    },
  }
}
