import { type RollcallClient, RollcallError } from '@rollcall/client'
import type { LocationType } from '@rollcall/contract'
import type { Company } from '../company/types.ts'
import type { NodeRef } from '../day/types.ts'

/** Ids of the service by name. Names of nodes are unique within their parent, so keys are paths of names. */
export interface Directory {
  nodes: Record<LocationType, Map<string, string>>
  users: Map<string, string>
}

const key = (...names: string[]) => JSON.stringify(names)

/** Reads the ids of everything that events refer to. Levels and zones come with their desks and spaces. */
export const readDirectory = async (client: RollcallClient, signal?: AbortSignal): Promise<Directory> => {
  const nodes = {
    location: new Map(),
    level: new Map(),
    zone: new Map(),
    place: new Map(),
    space: new Map(),
  } as Directory['nodes']
  const users = new Map<string, string>()
  const options = signal ? { signal } : {}
  for await (const row of client.readLocations({}, options)) nodes.location.set(key(row.locationName), row.locationId)
  for await (const row of client.readDesks({}, options)) {
    nodes.level.set(key(row.locationName, row.levelName), row.levelId)
    nodes.zone.set(key(row.locationName, row.levelName, row.zoneName), row.zoneId)
    nodes.place.set(key(row.locationName, row.levelName, row.zoneName, row.deskName), row.deskId)
  }
  for await (const row of client.readSpaces({}, options)) {
    nodes.level.set(key(row.locationName, row.levelName), row.levelId)
    nodes.space.set(key(row.locationName, row.levelName, row.spaceName), row.spaceId)
  }
  for await (const row of client.readUsers({}, options)) users.set(row.userName, row.userId)
  return { nodes, users }
}

/** The service's ids of a company's nodes and people. */
export interface Ids {
  node(ref: NodeRef): string
  user(person: number): string
}

interface Wanted {
  what: string
  id: string | undefined
}

const required = (kind: string, wanted: Wanted[]): string[] => {
  const missing = wanted.filter(({ id }) => id === undefined)
  if (missing.length === 0) return wanted.flatMap(({ id }) => id ?? [])
  const examples = missing.slice(0, 3).map(({ what }) => what)
  const lack = `The directory lacks ${missing.length} of ${wanted.length} ${kind}, for example ${examples.join(', ')}.`
  throw new RollcallError(`${lack} Import the company's file first.`, { status: 0, code: 'directory_mismatch' })
}

const at = (ids: readonly string[], index: number): string => {
  const id = ids[index]
  if (id === undefined) throw new RangeError(`No id of index ${index}`)
  return id
}

/** Matches the company with the directory; throws when the directory lacks something. */
export const resolveIds = (company: Company, { nodes, users }: Directory): Ids => {
  const office = (index: number) => company.offices[index]?.name ?? ''
  const level = (index: number) => company.levels[index]?.name ?? ''
  const zone = (index: number) => company.zones[index]?.name ?? ''
  const look = (type: LocationType, names: string[][]) =>
    required(
      `${type}s`,
      names.map((path) => ({ what: path.join(' / '), id: nodes[type].get(key(...path)) })),
    )
  const ids: Record<LocationType, string[]> = {
    location: look(
      'location',
      company.offices.map(({ name }) => [name]),
    ),
    level: look(
      'level',
      company.levels.map((one) => [office(one.office), one.name]),
    ),
    zone: look(
      'zone',
      company.zones.map((one) => [office(one.office), level(one.level), one.name]),
    ),
    place: look(
      'place',
      company.desks.map((one) => [office(one.office), level(one.level), zone(one.zone), one.name]),
    ),
    space: look(
      'space',
      company.spaces.map((one) => [office(one.office), level(one.level), one.name]),
    ),
  }
  const people = required(
    'users',
    company.people.map(({ userName }) => ({ what: userName, id: users.get(userName) })),
  )
  return { node: ({ type, index }) => at(ids[type], index), user: (person) => at(people, person) }
}
