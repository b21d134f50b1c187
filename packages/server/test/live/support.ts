import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { AdministratorRole } from '@rollcall/contract'
import type { Service } from '../../src/service.ts'
import { basic, type SignedIn, type TestOrganization, type TestService } from '../../src/testing/test-service.ts'
import { type DirectoryIds, seedDirectory } from '../http/support/directory-data.ts'
import { JSON_TYPE, send } from '../http/support/send.ts'
import { type EventStream, openStream, type StreamEvent } from '../http/support/send-stream.ts'

export interface Floor {
  readonly service: TestService
  readonly organization: TestOrganization
  readonly ids: DirectoryIds
  readonly signIn: (roles?: AdministratorRole[], userId?: string) => Promise<SignedIn>
}

let floors = 0

/** An organization with a building. */
export const createFloor = async (service: TestService): Promise<Floor> => {
  const organization = await service.createOrganization()
  const ids = await seedDirectory(service.database.pool, organization.id, `floor-${++floors}`)
  return { service, organization, ids, signIn: (roles, userId) => service.signIn(organization.id, roles, userId) }
}

export const streamPath = (locationId: string): string => `/api/stream?locationId=${locationId}`

export const watch = (
  { service, ids }: Floor,
  { headers }: SignedIn,
  { at = service, locationId = ids.berlin }: { at?: Pick<Service, 'baseUrl'>; locationId?: string } = {},
): Promise<EventStream> => openStream(at.baseUrl, streamPath(locationId), headers)

export const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString()

interface Seen {
  userId?: string
  locationId?: string
  locationType?: string
  timestamp?: string
}

const submit = async (baseUrl: string, { organization }: Floor, path: string, body: object): Promise<void> => {
  const headers = { ...JSON_TYPE, ...basic(organization.keys['submitting-events']) }
  const answer = await send(baseUrl, { method: 'POST', path, headers, body })
  const { results = [] } = answer.json<{ results?: { resultCode: number }[] }>()
  if (answer.status !== 200 || results.some(({ resultCode }) => resultCode !== 0)) throw new Error(answer.text)
}

/** Submits presence, at a desk unless said otherwise. */
export const submitPresence = (floor: Floor, seen: Seen[], at: Pick<Service, 'baseUrl'> = floor.service): Promise<void> =>
  submit(at.baseUrl, floor, '/v1/presence/basic', {
    sourceId: 'badges',
    presenceEvents: seen.map((each) => ({
      ...{ userId: floor.ids.ada, locationId: floor.ids.desk, locationType: 'place', timestamp: minutesAgo(1) },
      ...each,
      eventId: randomUUID(),
    })),
  })

export const submitOccupancy = (floor: Floor, events: object[], at: Pick<Service, 'baseUrl'> = floor.service): Promise<void> =>
  submit(at.baseUrl, floor, '/v1/occupancy/basic', {
    sourceId: 'sensors',
    occupancyEvents: events.map((each) => ({
      ...{ locationId: floor.ids.room, locationType: 'space', timestamp: minutesAgo(1), eventId: randomUUID() },
      ...each,
    })),
  })

/** Events of a kind that came until now. */
export const ofType = (stream: EventStream, type: string): StreamEvent['data'][] =>
  stream
    .events()
    .filter((event) => event.type === type)
    .map(({ data }) => data)

/** Long enough for what was submitted before to have come, had it come at all. */
export const settle = (): Promise<void> => delay(800)

/** Within every booking window. */
export const DAY = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)

export const book = (
  { service, organization }: Floor,
  userId: string,
  node: { location_id: string; zone_id?: string; place_id?: string },
) =>
  service.database.db.transaction().execute(async (trx) => {
    const signed = { changed_by: 'administrator', command_id: randomUUID() }
    await trx
      .insertInto('day_plans')
      .values({ org_id: organization.id, user_id: userId, day: DAY, plan: 'o', origin: 'day-plan', ...signed })
      .onConflict((c) => c.doNothing())
      .execute()
    await trx
      .insertInto('bookings')
      .values({ org_id: organization.id, id: randomUUID(), user_id: userId, day: DAY, ...node, ...signed })
      .execute()
  })
