import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { TestOrganization, TestService } from '../../src/testing/test-service.ts'
import { addBuilding, type Nodes, storedEvents, submit } from './support.ts'

let service: TestService
let org: TestOrganization
let nodes: Nodes
let made = 0

beforeAll(async () => {
  service = await shareTestService()
})
afterAll(() => service?.[Symbol.asyncDispose]())
beforeEach(async () => {
  org = await service.createOrganization()
  nodes = await addBuilding(service, org.id, 'Pacific/Kiritimati')
})

const measured = (values: object) => ({
  ...{ timestamp: '2026-03-02T12:00:00Z', locationId: nodes.space, locationType: 'space', eventId: `e-${made++}` },
  ...values,
})
const send = (...events: object[]) => submit(service, org, 'occupancy', events)
const stored = () => storedEvents(service, org.id, 'occupancy')

const CONTRADICTION = '3 occupied contradicts occupancy'
const NOTHING = '3 Neither occupied nor occupancy is given'

test('an accepted event is stored with its node, building and local day, and names no one', async () => {
  expect((await send(measured({ eventId: 'm', occupied: true, occupancy: 4, userId: 'x', userEmail: 'a@b.c' }))).codes).toEqual([
    0,
  ])
  expect(await stored()).toEqual([
    {
      source_id: 'badges',
      utc_day: '2026-03-02',
      event_id: 'm',
      occurred_at: '2026-03-02T12:00:00+00:00',
      local_day: '2026-03-03',
      location_id: nodes.location,
      node_type: 'space',
      node_id: nodes.space,
      occupied: true,
      occupancy: 4,
    },
  ])
  const { rows } = await service.database.pool.query('select from presence_events where org_id = $1', [org.id])
  expect(rows).toEqual([])
})

test.each([
  [{ occupancy: 3 }, { occupied: true, occupancy: 3 }],
  [{ occupancy: 0 }, { occupied: false, occupancy: 0 }],
  [{ occupancy: -0 }, { occupied: false, occupancy: 0 }],
  [
    { occupancy: 1, occupied: null },
    { occupied: true, occupancy: 1 },
  ],
  [{ occupied: true }, { occupied: true, occupancy: null }],
  [{ occupied: false }, { occupied: false, occupancy: null }],
  [
    { occupied: true, occupancy: null },
    { occupied: true, occupancy: null },
  ],
  [
    { occupied: false, occupancy: 0 },
    { occupied: false, occupancy: 0 },
  ],
  [{ occupancy: 2 ** 31 - 1 }, { occupied: true, occupancy: 2 ** 31 - 1 }],
])('%j is stored as %j', async (values, expected) => {
  expect((await send(measured(values))).said).toEqual(['0 Accepted'])
  expect(await stored()).toMatchObject([expected])
})

test.each([
  [{ occupied: true, occupancy: 0 }, CONTRADICTION],
  [{ occupied: false, occupancy: 1 }, CONTRADICTION],
  [{}, NOTHING],
  [{ occupied: null, occupancy: null }, NOTHING],
])('%j is refused alone: %s', async (values, message) => {
  expect((await send(measured({ occupied: true }), measured(values), measured({ occupancy: 0 }))).said).toEqual([
    ...['0 Accepted', message, '0 Accepted'],
  ])
  expect(await stored()).toHaveLength(2)
})

test.each([
  [{ occupancy: -1 }, 'occupancy'],
  [{ occupancy: 1.5 }, 'occupancy'],
  [{ occupancy: 2 ** 31 }, 'occupancy'],
  [{ occupancy: '3' }, 'occupancy'],
  [{ occupancy: true }, 'occupancy'],
  [{ occupied: 'true' }, 'occupied'],
  [{ occupied: 1 }, 'occupied'],
  [{ occupied: true, timestamp: '2026-02-29T00:00:00Z' }, 'timestamp'],
])('%j refuses the whole call', async (values, field) => {
  const { status, body } = await send(measured({ occupied: true }), measured(values))
  expect([status, body.errors?.map(({ pointer }) => pointer)]).toEqual([400, [`/occupancyEvents/1/${field}`]])
  expect(await stored()).toEqual([])
})

test('the place and time of an event are judged as those of presence', async () => {
  const future = new Date(Date.now() + 25 * 3_600_000).toISOString()
  const { said } = await send(
    measured({ occupied: true, locationType: 'zone' }),
    measured({ occupied: true, locationId: 'nowhere' }),
    measured({ occupied: true, timestamp: future }),
    measured({ occupied: true, locationId: nodes.space.toUpperCase() }),
  )
  expect(said).toEqual([
    '2 Location is not of the type zone',
    '2 Location not found',
    '3 The time is more than 24 hours in the future',
    '0 Accepted',
  ])
})

test('1 to 1,000 events are taken, none and 1,001 refused', async () => {
  const many = Array.from({ length: 1001 }, () => measured({ occupancy: 1 }))
  expect((await send(...many.slice(0, 1000))).codes).toEqual(Array(1000).fill(0))
  expect((await send()).status).toBe(400)
  expect((await send(...many)).status).toBe(400)
  expect(await stored()).toHaveLength(1000)
})

test('a repeat is recorded once and keeps the first version, also in simultaneous calls', async () => {
  const first = measured({ occupancy: 2 })
  expect((await send(first, { ...first, occupancy: 5 })).said).toEqual(['0 Accepted', '0 Already recorded'])
  expect((await send({ ...first, occupied: true, occupancy: 0 })).said).toEqual(['0 Already recorded'])
  const others = Array.from({ length: 100 }, () => measured({ occupied: true }))
  const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => send(...(index % 2 ? others : others.toReversed()))))
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
  expect(answers.flatMap(({ said }) => said).filter((text) => text === '0 Accepted')).toHaveLength(100)
  expect(await stored()).toHaveLength(101)
  expect((await stored()).find(({ event_id }) => event_id === first.eventId)).toMatchObject({ occupancy: 2 })
})
