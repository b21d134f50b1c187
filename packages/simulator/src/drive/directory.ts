import type { RollcallClient } from '@rollcall/client'
import type { LocationType } from '@rollcall/contract'

/** The current names of a user. */
export interface Login {
  readonly userName: string
  readonly email: string | null
}

/** Ids of the service by name. Node names are unique within their parent, so the keys are paths of names. */
export interface Directory {
  nodes: Record<LocationType, Map<string, string>>
  users: Map<string, string>
  /** Names of active users by id. */
  active: Map<string, Login>
}

export const pathKey = (...names: string[]) => JSON.stringify(names)

/** Reads the ids of everything that events refer to. The ids of levels and zones come with their desks and spaces. */
export const readDirectory = async (client: RollcallClient, signal?: AbortSignal): Promise<Directory> => {
  const nodes: Directory['nodes'] = {
    location: new Map(),
    level: new Map(),
    zone: new Map(),
    place: new Map(),
    space: new Map(),
  }
  const users = new Map<string, string>()
  const active = new Map<string, Login>()
  const options = signal ? { signal } : {}
  for await (const row of client.readLocations({}, options)) nodes.location.set(pathKey(row.locationName), row.locationId)
  for await (const row of client.readDesks({}, options)) {
    nodes.level.set(pathKey(row.locationName, row.levelName), row.levelId)
    nodes.zone.set(pathKey(row.locationName, row.levelName, row.zoneName), row.zoneId)
    nodes.place.set(pathKey(row.locationName, row.levelName, row.zoneName, row.deskName), row.deskId)
  }
  for await (const row of client.readSpaces({}, options)) {
    nodes.level.set(pathKey(row.locationName, row.levelName), row.levelId)
    nodes.space.set(pathKey(row.locationName, row.levelName, row.spaceName), row.spaceId)
  }
  for await (const { userId, userName, email, status } of client.readUsers({}, options)) {
    users.set(userName, userId)
    if (status === 'active') active.set(userId, { userName, email })
  }
  return { nodes, users, active }
}
