import { RollcallError } from '@rollcall/client'
import type { LocationType } from '@rollcall/contract'
import type { Company } from '../company/types.ts'
import type { NodeRef, Who } from '../day/types.ts'
import { type Directory, type Login, pathKey } from './directory.ts'

/** The ids of the service by index into the lists of the company; null if unknown. Ids survive renames. */
export type CompanyIds = Record<LocationType | 'user', (string | null)[]>

/** The ids of nodes and people of a company, and whether they can still be used. */
export interface Ids {
  hasNode(ref: NodeRef): boolean
  /** Whether the person is known and active; erased and inactive people no longer come. */
  hasUser(person: number): boolean
  node(ref: NodeRef): string
  user(person: number): string
  /** The current names of a person, which may differ from the imported ones. */
  login(person: number): Login
  /** The person that an event identifies; undefined for strangers. */
  personOf(who: Who): number | undefined
}

const pathsOf = ({ offices, levels, zones, desks, spaces }: Company): Record<LocationType, string[][]> => {
  const office = (index: number) => offices[index]?.name ?? ''
  const level = (index: number) => levels[index]?.name ?? ''
  const zone = (index: number) => zones[index]?.name ?? ''
  return {
    location: offices.map(({ name }) => [name]),
    level: levels.map((one) => [office(one.office), one.name]),
    zone: zones.map((one) => [office(one.office), level(one.level), one.name]),
    place: desks.map((one) => [office(one.office), level(one.level), zone(one.zone), one.name]),
    space: spaces.map((one) => [office(one.office), level(one.level), one.name]),
  }
}

/** The ids of a newly imported company, by name. */
export const findIds = (company: Company, { nodes, users }: Directory): CompanyIds => {
  const paths = pathsOf(company)
  const idsOf = (type: LocationType) => paths[type].map((path) => nodes[type].get(pathKey(...path)) ?? null)
  return {
    ...{ location: idsOf('location'), level: idsOf('level'), zone: idsOf('zone'), place: idsOf('place'), space: idsOf('space') },
    user: company.people.map(({ userName }) => users.get(userName) ?? null),
  }
}

/** Like `findIds`, but throws if anything is missing in the directory. */
export const requireIds = (company: Company, directory: Directory): CompanyIds => {
  const ids = findIds(company, directory)
  const paths = { ...pathsOf(company), user: company.people.map(({ userName }) => [userName]) }
  for (const [kind, found] of Object.entries(ids)) {
    const missing = paths[kind as keyof CompanyIds].filter((_, index) => found[index] === null).map((path) => path.join(' / '))
    if (missing.length === 0) continue
    const lack = `The directory lacks ${missing.length} of ${found.length} ${kind}s, for example ${missing.slice(0, 3).join(', ')}.`
    const advice = "Import the company's file first, with the same options; names must not have changed since the import."
    throw new RollcallError(`${lack} ${advice}`, { status: 0, code: 'directory_mismatch' })
  }
  return ids
}

const required = <T>(found: T | null | undefined, what: string): T => {
  if (found === null || found === undefined) throw new RangeError(`No id of ${what}`)
  return found
}

/** People by the identifiers in events: the imported e-mail address, and the numbers of badge and cards. */
const peopleByMark = ({ people }: Company): Map<string, number> =>
  new Map(
    people.flatMap(({ index, userName, badgeNumber, cards }) =>
      [userName, badgeNumber, ...cards.map(({ number }) => number)].map((mark) => [mark, index] as const),
    ),
  )

export const createIds = (company: Company, ids: CompanyIds, { active }: Directory): Ids => {
  const byMark = peopleByMark(company)
  const user = (person: number) => required(ids.user[person], `person ${person}`)
  return {
    hasNode: ({ type, index }) => (ids[type][index] ?? null) !== null,
    hasUser: (person) => active.has(ids.user[person] ?? ''),
    node: ({ type, index }) => required(ids[type][index], `${type} ${index}`),
    user,
    login: (person) => required(active.get(user(person)), `person ${person}`),
    personOf: (who) => {
      if (who.by === 'user') return who.person
      return who.by === 'stranger' ? undefined : byMark.get(who.by === 'badge' ? who.badge : who.email)
    },
  }
}

/** Matches the company with the directory by name; throws if anything is missing in the directory. */
export const resolveIds = (company: Company, directory: Directory): Ids =>
  createIds(company, requireIds(company, directory), directory)
