import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runs } from '../../src/testing/runs.ts'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { TestOrganization, TestService } from '../../src/testing/test-service.ts'
import { addBuilding, addUser, type Nodes, storedEvents, submit } from './support.ts'

let service: TestService
let org: TestOrganization
let nodes: Nodes
let userId: string

beforeAll(async () => {
  service = await shareTestService()
})
afterAll(() => service?.[Symbol.asyncDispose]())

const newOrganization = async () => {
  org = await service.createOrganization()
  nodes = await addBuilding(service, org.id, 'Asia/Kolkata')
  userId = await addUser(service, org.id)
}
beforeEach(newOrganization)

const event = (eventId: string, changes: object = {}) => ({
  ...{ timestamp: '2026-03-02T09:00:00Z', userId, locationId: nodes.zone, locationType: 'zone', eventId },
  ...changes,
})
const send = (events: object[], sourceId?: string) => submit(service, org, 'presence', events, sourceId)
const stored = () => storedEvents(service, org.id)
const batch = (count: number) => Array.from({ length: count }, (_, index) => event(`e-${String(index).padStart(4, '0')}`))

describe('a repeated event', () => {
  test('is recorded once, within a call and across calls', async () => {
    expect((await send([event('a'), event('b'), event('a')])).said).toEqual(['0 Accepted', '0 Accepted', '0 Already recorded'])
    expect((await send([event('b'), event('c')])).said).toEqual(['0 Already recorded', '0 Accepted'])
    expect(await stored()).toHaveLength(3)
  })

  test('keeps the first version', async () => {
    await send([event('a'), event('a', { locationId: nodes.place, locationType: 'place', timestamp: '2026-03-02T10:00:00Z' })])
    await send([event('a', { locationId: nodes.level, locationType: 'level' })])
    expect(await stored()).toMatchObject([{ node_type: 'zone', occurred_at: '2026-03-02T09:00:00+00:00' }])
  })

  test('stays accepted if its user or place was removed meanwhile', async () => {
    await send([event('a')])
    await service.database.pool.query('delete from users where org_id = $1', [org.id])
    // Wait until the service learns of it; an event accepted before would then be a repeat.
    let attempt = 0
    await expect.poll(async () => (await send([event(`new-${++attempt}`)])).said).toEqual(['1 User not found'])
    const { said } = await send([event('a'), event('b'), event('a', { locationId: 'gone' })])
    expect(said).toEqual(['0 Already recorded', '1 User not found', '0 Already recorded'])
    expect((await stored()).filter(({ event_id }) => event_id === 'a')).toHaveLength(1)
    const { rows } = await service.database.pool.query('select event_id from quarantine where org_id = $1 order by 1', [org.id])
    expect(rows).toEqual([{ event_id: 'b' }, { event_id: `new-${attempt}` }])
  })

  test('is accepted next to a refused one of the same id in one call, in either order', async () => {
    const unknown = { userId: 'nobody' }
    expect((await send([event('a'), event('a', unknown)])).said).toEqual(['0 Accepted', '0 Already recorded'])
    expect((await send([event('b', unknown), event('b')])).codes).toEqual([0, 0])
    expect((await send([event('c', unknown), event('c', unknown)])).codes).toEqual([1, 1])
    expect((await stored()).map(({ event_id }) => event_id)).toEqual(['a', 'b'])
  })
})

describe('the same eventId', () => {
  test('on another UTC day is another event, on the same UTC day it is not', async () => {
    const times = ['2026-03-02T23:59:59Z', '2026-03-03T00:00:00Z', '2026-03-03T05:00:00+05:30', '2026-03-04T02:00:00+05:30']
    const { said } = await send(times.map((timestamp) => event('a', { timestamp })))
    expect(said).toEqual(['0 Accepted', '0 Accepted', '0 Already recorded', '0 Already recorded'])
    expect((await stored()).map(({ utc_day }) => utc_day)).toEqual(['2026-03-02', '2026-03-03'])
  })

  test('from another source or organization or of another kind is another event', async () => {
    for (const source of ['badges', 'Badges', 'wifi']) expect((await send([event('a')], source)).said).toEqual(['0 Accepted'])
    expect((await submit(service, org, 'occupancy', [event('a', { occupied: true })])).said).toEqual(['0 Accepted'])
    expect(await stored()).toHaveLength(3)
    await newOrganization()
    expect((await send([event('a')])).said).toEqual(['0 Accepted'])
    expect(await stored()).toHaveLength(1)
  })
})

describe('calls at the same time', () => {
  test('that are identical record every event exactly once', async () => {
    const events = batch(200)
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(events)))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    const accepted = answers.flatMap(({ said }) => said).filter((text) => text === '0 Accepted')
    expect(accepted).toHaveLength(200)
    expect(await stored()).toHaveLength(200)
  })

  test('that share events in opposite order record each once, without failing', async () => {
    const events = [...batch(500), ...batch(500).map((one) => ({ ...one, timestamp: '2026-04-02T09:00:00Z' }))]
    const unknown = events.map((one, index) => (index % 10 ? one : { ...one, eventId: `${one.eventId}?`, userId: 'nobody' }))
    const calls = Array.from({ length: 20 }, (_, index) => (index % 2 ? unknown : unknown.toReversed()))
    const answers = await Promise.all(calls.map((list) => send(list)))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(await stored()).toHaveLength(900)
    expect(answers.flatMap(({ said }) => said).filter((text) => text === '0 Accepted')).toHaveLength(900)
  })

  test('from new sources are numbered without a clash', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `source-${index % 20}`)
    const answers = await Promise.all(names.map((name) => send([event('a')], name)))
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 200))
    expect(new Set((await stored()).map(({ source_id }) => source_id)).size).toBe(20)
  })
})

test('whatever the order, the repeats and the split into calls, the same events end up stored', async () => {
  const day = fc.constantFrom('2026-02-28', '2026-03-01', '2026-03-02', '2027-01-01')
  const one = fc.record({
    eventId: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 4 }),
    timestamp: fc.tuple(day, fc.constantFrom('T00:00:00Z', 'T18:30:00Z', 'T23:59:59.999Z')).map(([d, t]) => d + t),
    type: fc.constantFrom('location', 'level', 'zone', 'place', 'space'),
    known: fc.boolean(),
  })
  const script = fc
    .uniqueArray(one, { minLength: 1, maxLength: 30, selector: (item) => `${item.timestamp.slice(0, 10)} ${item.eventId}` })
    .chain((list) =>
      fc.record({
        list: fc.constant(list),
        sent: fc
          .array(fc.nat(list.length - 1), { maxLength: 40 })
          .chain((extra) => fc.shuffledSubarray([...list.keys(), ...extra], { minLength: list.length + extra.length })),
        size: fc.integer({ min: 1, max: 20 }),
        atOnce: fc.boolean(),
      }),
    )
  const isPast = (timestamp: string) => Date.parse(timestamp) < Date.now() + 24 * 3_600_000
  await fc.assert(
    fc.asyncProperty(script, async ({ list, sent, size, atOnce }) => {
      await newOrganization()
      const events = list.map(({ eventId, timestamp, type, known }) =>
        event(eventId, { timestamp, locationType: type, locationId: nodes[type as 'zone'], userId: known ? userId : 'nobody' }),
      )
      const calls = Array.from({ length: Math.ceil(sent.length / size) }, (_, index) =>
        sent.slice(index * size, (index + 1) * size).map((which) => events[which] as object),
      )
      if (atOnce) await Promise.all(calls.map((call) => send(call)))
      else for (const call of calls) expect((await send(call)).status).toBe(200)
      const expected = list.filter(({ known, timestamp }) => known && isPast(timestamp))
      const identity = (item: { timestamp: string; eventId: string; type: string }) =>
        `${item.timestamp.slice(0, 10)} ${item.eventId} ${item.type} ${Date.parse(item.timestamp)}`
      const found = (await stored()).map(
        (row) => `${row.utc_day} ${row.event_id} ${row.node_type} ${Date.parse(row.occurred_at as string)}`,
      )
      expect(found.toSorted()).toEqual(expected.map(identity).toSorted())
    }),
    { numRuns: runs(20) },
  )
})
