import {
  type AccessCredentialsRequest,
  type AccessCredentialUpdateResult,
  ALREADY_RECORDED,
  type EventResult,
  type ImportFile,
  type OccupancyRequest,
  type PresenceRequest,
  type VisitorRequest,
} from '@rollcall/contract'

/** Where a user was on a local day, by the simplest reading of the contract. */
type Seen = Map<string, { first: string; last: string }>

/** A minimal service to check the simulator against, without storage, plans or access control. */
export interface PlainService {
  rows: { locations: object[]; desks: object[]; spaces: object[]; users: object[] }
  presence(request: PresenceRequest): EventResult[]
  occupancy(request: OccupancyRequest): EventResult[]
  visitors(request: VisitorRequest): EventResult[]
  credentials(request: AccessCredentialsRequest): AccessCredentialUpdateResult[]
  /** By `day userName locationName`. */
  seen: Seen
}

interface Node {
  type: string
  locationName: string
  timeZone: string
}

const dayIn = (timeZone: string, timestamp: string) =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(new Date(timestamp))

const idOf = (...path: string[]) => `id:${path.join('/')}`

const places = (file: ImportFile, nodes: Map<string, Node>, rows: PlainService['rows']) => {
  for (const { name: locationName, timeZone, levels = [] } of file.locations ?? []) {
    const put = (type: string, ...path: string[]) => {
      nodes.set(idOf(...path), { type, locationName, timeZone })
      return idOf(...path)
    }
    const locationId = put('location', locationName)
    rows.locations.push({ locationId, locationName })
    for (const { name: levelName, zones = [], spaces = [] } of levels) {
      const level = { locationId, locationName, levelName, levelId: put('level', locationName, levelName) }
      for (const { name: spaceName } of spaces) {
        rows.spaces.push({ ...level, spaceName, spaceId: put('space', locationName, levelName, 'space', spaceName) })
      }
      for (const { name: zoneName, places: desks = [] } of zones) {
        const zone = { ...level, zoneName, zoneId: put('zone', locationName, levelName, zoneName) }
        for (const { name: deskName } of desks) {
          rows.desks.push({ ...zone, deskName, deskId: put('place', locationName, levelName, zoneName, deskName) })
        }
      }
    }
  }
}

const people = (file: ImportFile, users: Map<string, string>, rows: PlainService['rows']) => {
  for (const { userName, identities = [] } of file.users ?? []) {
    rows.users.push({ userId: idOf(userName), userName, email: userName, status: 'active' })
    users.set(`id ${idOf(userName)}`, userName)
    users.set(`email ${userName}`, userName)
    for (const { sourceId, sourceUserId } of identities) users.set(`${sourceId} ${sourceUserId}`, userName)
  }
}

export const createPlainService = (file: ImportFile): PlainService => {
  const nodes = new Map<string, Node>()
  const users = new Map<string, string>()
  const rows: PlainService['rows'] = { locations: [], desks: [], spaces: [], users: [] }
  places(file, nodes, rows)
  people(file, users, rows)
  const stored = new Set<string>()
  const seen: Seen = new Map()

  const store = (sourceId: string, eventId: string, timestamp: string): EventResult => {
    const key = `${sourceId} ${eventId} ${timestamp.slice(0, 10)}`
    const message = stored.has(key) ? ALREADY_RECORDED : 'Accepted'
    stored.add(key)
    return { eventId, resultCode: 0, message }
  }

  const nodeOf = (event: { locationId: string; locationType: string }) => {
    const node = nodes.get(event.locationId)
    return node?.type === event.locationType ? node : undefined
  }

  return {
    rows,
    seen,
    occupancy: ({ sourceId, occupancyEvents }) =>
      occupancyEvents.map((event): EventResult => {
        if (!nodeOf(event)) return { eventId: event.eventId, resultCode: 2, message: 'No such node' }
        if (event.occupied === undefined && event.occupancy === undefined)
          return { eventId: event.eventId, resultCode: 3, message: '' }
        return store(sourceId, event.eventId, event.timestamp)
      }),
    visitors: ({ sourceId, visitorEvents }) =>
      visitorEvents.map((event): EventResult => {
        const host = event.hostUserId ? `id ${event.hostUserId}` : event.hostEmail ? `email ${event.hostEmail}` : undefined
        if (host && !users.has(host)) return { eventId: event.eventId, resultCode: 1, message: 'Host not found' }
        if (!nodes.has(event.locationId)) return { eventId: event.eventId, resultCode: 2, message: 'No such node' }
        return store(sourceId, event.eventId, event.timestamp)
      }),
    credentials: ({ data }) =>
      data.map(({ username, updateId, credentials }) => {
        for (const { cardNumber, active } of credentials) {
          if (active) users.set(`card ${cardNumber}`, username)
          else users.delete(`card ${cardNumber}`)
        }
        return { updateId, result: 'OK', message: 'Updated', results: [] }
      }),
    presence: ({ sourceId, presenceEvents }) =>
      presenceEvents.map((event): EventResult => {
        const names = [
          ...[`id ${event.userId}`, `email ${event.userEmail}`],
          ...[`${sourceId} ${event.sourceUserId}`, `card ${event.sourceUserId}`],
        ]
        const user = names.map((name) => users.get(name)).find((found) => found !== undefined)
        if (!user) return { eventId: event.eventId, resultCode: 1, message: 'User not found' }
        const node = nodeOf(event)
        if (!node) return { eventId: event.eventId, resultCode: 2, message: 'No such node' }
        const key = `${dayIn(node.timeZone, event.timestamp)} ${user} ${node.locationName}`
        const { timestamp } = event
        const { first = timestamp, last = timestamp } = seen.get(key) ?? {}
        const times = [first, last, timestamp].sort()
        seen.set(key, { first: times.at(0) ?? timestamp, last: times.at(-1) ?? timestamp })
        return store(sourceId, event.eventId, timestamp)
      }),
  }
}
