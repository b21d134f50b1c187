import type { OccupancyEvent, PresenceEvent } from '@rollcall/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient, createEventSender, type RollcallError } from '../../../client/src/index.ts'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { TestOrganization, TestService } from '../../src/testing/test-service.ts'
import { addBuilding, addUser, type Nodes, storedEvents } from '../ingest/support.ts'

let service: TestService
let organization: TestOrganization
let nodes: Nodes
let userId: string

beforeAll(async () => {
  service = await shareTestService()
})
afterAll(() => service[Symbol.asyncDispose]())

/** A sender in an organization of its own. */
const startSender = async () => {
  organization = await service.createOrganization()
  nodes = await addBuilding(service, organization.id)
  userId = await addUser(service, organization.id)
  const client = createClient({ baseUrl: service.baseUrl, key: organization.keys['submitting-events'] })
  const results: string[] = []
  const failures: { eventId: string | undefined; error: RollcallError }[] = []
  const presence = (batchSize = 1000) =>
    createEventSender(client, {
      kind: 'presence',
      sourceId: 'badges',
      batchSize,
      onResult: (event, { eventId, resultCode, message }) => {
        expect(eventId).toBe(event.eventId)
        results.push(`${eventId} ${resultCode} ${message}`)
      },
      onFailure: (events, error) => failures.push(...events.map((event) => ({ eventId: event?.eventId, error }))),
    })
  return { client, presence, results, failures }
}

const presenceAt = (second: number, fields: Partial<PresenceEvent> = {}): PresenceEvent => ({
  timestamp: new Date(Date.UTC(2026, 0, 5, 9, 0, second)).toISOString(),
  locationId: nodes.place,
  locationType: 'place',
  eventId: `reader-${second}`,
  userId,
  ...fields,
})

test('several thousand events arrive once, sent twice', async () => {
  const { presence, results } = await startSender()
  for (const message of ['Accepted', 'Already recorded']) {
    results.length = 0
    await using sender = presence(700)
    for (let second = 0; second < 2500; second += 1) await sender.send(presenceAt(second))
    await sender.close()
    expect(sender.counters).toEqual({ sent: 2500, accepted: 2500, refused: 0, failed: 0 })
    expect(new Set(results.map((result) => result.replace(/^\S+ /, '')))).toEqual(new Set([`0 ${message}`]))
  }
  expect(await storedEvents(service, organization.id)).toHaveLength(2500)
})

test('events of the same identity may be in one batch: one is stored, all are answered', async () => {
  const { presence, results } = await startSender()
  const sender = presence()
  for (let time = 0; time < 3; time += 1) await sender.send(presenceAt(1))
  await sender.close()
  expect(results.sort()).toEqual(['reader-1 0 Accepted', 'reader-1 0 Already recorded', 'reader-1 0 Already recorded'])
  expect(await storedEvents(service, organization.id)).toHaveLength(1)
})

test('what the service refuses one by one is a result, what breaks the schema is a failure, and the rest is stored', async () => {
  const { presence, results, failures } = await startSender()
  const sender = presence()
  const malformed = [
    presenceAt(100, { timestamp: '2026-01-05T09:00:00' }),
    presenceAt(101, { locationType: 'desk' as 'place', eventId: '' }),
    presenceAt(102, { userEmail: 'nul\0@example.com' }),
    null as unknown as PresenceEvent,
  ]
  for (let index = 0; index < 100; index += 1) {
    await sender.send(presenceAt(index))
    const bad = malformed[index - 40]
    if (bad !== undefined) await sender.send(bad)
  }
  await sender.send(presenceAt(200, { userId: '6f1c0f0e-6d2b-4d43-9f0c-0d7b6f3a9e21' }))
  await sender.close()
  expect(failures.map(({ eventId, error }) => [eventId, error.code]).sort()).toEqual([
    ['', 'invalid_body'],
    [undefined, 'invalid_body'],
    ['reader-100', 'invalid_body'],
    ['reader-102', 'invalid_text'],
  ])
  const pointersOf = (id: string | undefined) =>
    failures.find(({ eventId }) => eventId === id)?.error.problem?.errors?.map(({ pointer }) => pointer)
  expect(pointersOf('reader-100')).toEqual(['/timestamp'])
  expect(pointersOf('')?.sort()).toEqual(['/eventId', '/locationType'])
  expect(pointersOf('reader-102')).toEqual(['/userEmail'])
  expect(results.at(-1)).toMatch(/^reader-200 1 /)
  expect(sender.counters).toEqual({ sent: 105, accepted: 100, refused: 1, failed: 4 })
  expect(await storedEvents(service, organization.id)).toHaveLength(100)
})

test('more malformed events than one answer names are all found', async () => {
  const { presence, failures } = await startSender()
  const sender = presence()
  for (let second = 0; second < 400; second += 1) {
    await sender.send(presenceAt(second, second % 2 === 0 ? {} : { timestamp: 'yesterday', locationType: 'desk' as 'place' }))
  }
  await sender.close()
  expect(failures).toHaveLength(200)
  expect(sender.counters).toEqual({ sent: 400, accepted: 200, refused: 0, failed: 200 })
})

test('events too large for one call are sent in several', async () => {
  const { presence } = await startSender()
  const sender = presence()
  const padding = 'x'.repeat(20_000)
  for (let second = 0; second < 1000; second += 1) {
    await sender.send({ ...presenceAt(second), rawRecord: padding } as PresenceEvent)
  }
  await sender.close()
  expect(sender.counters).toEqual({ sent: 1000, accepted: 1000, refused: 0, failed: 0 })
})

test('a source without a name makes all its events invalid', async () => {
  const { client } = await startSender()
  const sender = createEventSender(client, { kind: 'presence', sourceId: '' })
  for (let second = 0; second < 3; second += 1) await sender.send(presenceAt(second))
  await expect(sender.close()).rejects.toMatchObject({ status: 400, code: 'invalid_body' })
  expect(sender.counters).toMatchObject({ sent: 3, failed: 3 })
})

test('occupancy is sent the same way', async () => {
  const { client } = await startSender()
  const sender = createEventSender(client, { kind: 'occupancy', sourceId: 'desk-sensors' })
  const event: OccupancyEvent = {
    timestamp: '2026-01-05T09:00:00Z',
    locationId: nodes.space,
    locationType: 'space',
    eventId: 's1',
    occupancy: 3,
  }
  await sender.send(event)
  await sender.send({ ...event, eventId: 's2', occupied: false })
  await sender.close()
  expect(sender.counters).toEqual({ sent: 2, accepted: 1, refused: 1, failed: 0 })
  expect(await storedEvents(service, organization.id, 'occupancy')).toHaveLength(1)
})
