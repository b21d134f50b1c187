import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  countQuarantine,
  listQuarantine,
  purgeQuarantine,
  replayQuarantine,
} from '../../src/operations/quarantine/quarantine-service.ts'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { TestOrganization, TestService } from '../../src/testing/test-service.ts'
import { addBuilding, addUser, type Nodes, openIngest, storedEvents, submit } from './support.ts'

let service: TestService
let ingest: Awaited<ReturnType<typeof openIngest>>
let org: TestOrganization
let nodes: Nodes

beforeAll(async () => {
  service = await shareTestService()
  ingest = await openIngest(service)
})
afterAll(async () => {
  await ingest?.[Symbol.asyncDispose]()
  await service?.[Symbol.asyncDispose]()
})
beforeEach(async () => {
  org = await service.createOrganization()
  nodes = await addBuilding(service, org.id)
})

const LATER = '2026-03-02T09:00:00Z'
const event = (eventId: string, changes: object = {}) => ({
  ...{ timestamp: LATER, locationId: nodes.place, locationType: 'place', eventId, userEmail: 'late@example.com' },
  ...changes,
})
const send = (events: object[], sourceId?: string) => submit(service, org, 'presence', events, sourceId)
const waiting = () => listQuarantine(service.database.db, org.id, {}, { limit: 10_000 })
const replay = (filter = {}) => replayQuarantine(service.database.db, ingest, org.id, filter)
const importLate = () => addUser(service, org.id, { userName: 'late@example.com' })

describe('a refused event', () => {
  test('is stored with its payload, the reason and the key', async () => {
    const kept = event('a', { sourceUserId: '007', userId: null })
    await send([{ ...kept, shoeSize: 44 }])
    expect(await waiting()).toEqual([
      {
        kind: 'presence',
        sourceId: 'badges',
        eventId: 'a',
        utcDay: '2026-03-02',
        resultCode: 1,
        reason: 'User not found',
        refusedAt: expect.any(Date),
        keyId: org.keys['submitting-events'].id,
        payload: kept,
      },
    ])
    expect(await countQuarantine(service.database.db, org.id)).toBe(1)
  })

  test('that is refused once more is kept once, with the new reason and payload', async () => {
    await send([event('a')])
    const [first] = await waiting()
    await send([event('a', { locationId: 'gone', userId: await importLate() }), event('a', { locationId: 'gone' })])
    const again = await waiting()
    expect(again).toMatchObject([{ resultCode: 2, reason: 'Location not found', payload: { locationId: 'gone' } }])
    expect(again[0]?.refusedAt).toEqual(first?.refusedAt)
  })

  test('waits no longer when its source sent it again and it was accepted', async () => {
    await send([event('a'), event('b', { locationId: 'gone' })])
    await submit(service, org, 'occupancy', [event('a')])
    await importLate()
    expect((await send([event('a')])).said).toEqual(['0 Accepted'])
    expect((await waiting()).map(({ kind, eventId }) => [kind, eventId])).toEqual([
      ['occupancy', 'a'],
      ['presence', 'b'],
    ])
    expect(await countQuarantine(service.database.db, org.id)).toBe(2)
  })

  test('is listed by kind, source and code', async () => {
    await send([event('u'), event('l', { locationId: 'x', userId: await addUser(service, org.id) })], 'one')
    await send([event('t', { userId: await addUser(service, org.id), timestamp: '1960-01-01T00:00:00Z' })], 'two')
    await submit(service, org, 'occupancy', [event('o')])
    const ids = async (filter: object) =>
      (await listQuarantine(service.database.db, org.id, filter)).map(({ eventId }) => eventId)
    expect(await ids({})).toEqual(['o', 't', 'l', 'u'])
    expect(await ids({ kind: 'occupancy' })).toEqual(['o'])
    expect(await ids({ sourceId: 'one' })).toEqual(['l', 'u'])
    expect(await ids({ resultCode: 3 })).toEqual(['o', 't'])
    expect(await ids({ sourceId: 'one', resultCode: 1 })).toEqual(['u'])
    expect(await ids({ sourceId: 'never seen' })).toEqual([])
    const count = (filter: object) => countQuarantine(service.database.db, org.id, filter)
    expect(await count({})).toBe(4)
    expect(await count({ kind: 'occupancy' })).toBe(1)
    expect(await count({ sourceId: 'one' })).toBe(2)
    expect(await count({ resultCode: 3 })).toBe(2)
    expect(await count({ kind: 'presence', sourceId: 'one', resultCode: 1 })).toBe(1)
    expect(await count({ sourceId: 'never seen' })).toBe(0)
  })

  test('is listed once over all pages, however many others were accepted meanwhile', async () => {
    const known = await addUser(service, org.id)
    const ids = Array.from({ length: 60 }, (_, index) => `e-${index}`)
    for (const [index, id] of ids.entries()) {
      const source = index % 2 ? 'one' : 'two'
      const day = { timestamp: `2026-0${1 + (index % 3)}-02T09:00:00Z` }
      await send([event(id, day)], source)
      if (index % 4 < 2) await send([event(id, { ...day, userId: known })], source)
    }
    const all = await waiting()
    expect(all).toHaveLength(30)
    const paged: typeof all = []
    for (let page = all.slice(0, 0); ; ) {
      page = await listQuarantine(service.database.db, org.id, {}, { limit: 7, after: paged.at(-1) })
      expect(page).toHaveLength(Math.min(7, 30 - paged.length))
      paged.push(...page)
      if (page.length < 7) break
    }
    expect(paged).toEqual(all)
  })
})

describe('a replay', () => {
  test('accepts what the corrected directory knows and keeps the rest', async () => {
    await send([event('a'), event('b'), event('c', { userEmail: 'never@example.com' })])
    await submit(service, org, 'occupancy', [event('o'), event('p', { occupied: true, locationType: 'zone' })])
    const userId = await importLate()
    expect(await replay()).toEqual({ accepted: 2, stillRefused: 3 })
    expect(await storedEvents(service, org.id)).toMatchObject([
      { event_id: 'a', user_id: userId, source_id: 'badges' },
      { event_id: 'b', user_id: userId, source_id: 'badges' },
    ])
    expect((await waiting()).map(({ eventId }) => eventId)).toEqual(['o', 'p', 'c'])
    expect(await replay()).toEqual({ accepted: 0, stillRefused: 3 })
  })

  test('keeps the time at which a still refused event was first refused', async () => {
    await send([event('a')])
    const before = await waiting()
    await replay()
    expect(await waiting()).toEqual(before)
  })

  test('takes only what the filter names', async () => {
    await send([event('a')], 'one')
    await send([event('a')], 'two')
    await importLate()
    expect(await replay({ sourceId: 'two' })).toEqual({ accepted: 1, stillRefused: 0 })
    expect((await waiting()).map(({ sourceId }) => sourceId)).toEqual(['one'])
  })

  test('of more than 1,000 events from several sources, run four times at once, stores each exactly once', async () => {
    const ids = Array.from({ length: 1300 }, (_, index) => `e-${index}`)
    const never = Array.from({ length: 1100 }, (_, index) => `n-${index}`)
    for (const source of ['one', 'two']) {
      await send(
        ids.slice(0, 1000).map((id) => event(id)),
        source,
      )
      await send(
        ids.slice(1000).map((id) => event(id)),
        source,
      )
    }
    await send(never.slice(0, 1000).map((id) => event(id, { userEmail: 'never' })))
    await send(never.slice(1000).map((id) => event(id, { userEmail: 'never' })))
    await importLate()
    const reports = await Promise.all([replay(), replay(), replay(), replay()])
    expect(reports.every(({ accepted }) => accepted <= 2600)).toBe(true)
    expect(await storedEvents(service, org.id)).toHaveLength(2600)
    expect(await waiting()).toHaveLength(1100)
    expect(await replay()).toEqual({ accepted: 0, stillRefused: 1100 })
  })

  test('while its source sends the same events again stores each exactly once', async () => {
    const events = Array.from({ length: 500 }, (_, index) => event(`e-${index}`))
    await send(events)
    await importLate()
    const [, ...answers] = await Promise.all([replay(), send(events), send(events.toReversed()), replay()])
    expect(answers.slice(0, 2).map((answer) => (answer as { status: number }).status)).toEqual([200, 200])
    expect(await storedEvents(service, org.id)).toHaveLength(500)
    await replay()
    expect(await waiting()).toEqual([])
  })
})

test('what waited for 30 days is purged, what waited a minute less is not', async () => {
  await send([event('old'), event('young')])
  const age = 'update quarantine set refused_at = now() - $2::interval where org_id = $1 and event_id = $3'
  await service.database.pool.query(age, [org.id, '30 days 1 second', 'old'])
  await service.database.pool.query(age, [org.id, '29 days 23 hours 59 minutes', 'young'])
  await purgeQuarantine(service.database.db)
  expect((await waiting()).map(({ eventId }) => eventId)).toEqual(['young'])
})

test('other organizations neither see nor lose anything', async () => {
  const first = org
  await send([event('a')])
  org = await service.createOrganization()
  nodes = await addBuilding(service, org.id)
  await importLate()
  expect(await waiting()).toEqual([])
  expect(await replay()).toEqual({ accepted: 0, stillRefused: 0 })
  expect(await countQuarantine(service.database.db, first.id)).toBe(1)
  expect(await storedEvents(service, org.id)).toEqual([])
})

describe('the health of a source', () => {
  const health = async (sourceId = 'badges') => {
    const { rows } = await service.database.pool.query('select * from sources where org_id = $1 and source_id = $2', [
      ...[org.id, sourceId],
    ])
    return rows[0]
  }

  test('counts each result within a second or two', async () => {
    const known = { userId: await addUser(service, org.id) }
    await send([event('a', known), event('b', known), event('a', known), event('u')])
    await send([
      event('b', known),
      event('l', { ...known, locationId: randomUUID() }),
      event('f', { ...known, timestamp: '1960-01-01T00:00:00Z' }),
    ])
    await expect
      .poll(() => health())
      .toMatchObject({
        ...{ accepted: 2, repeated: 2, user_not_found: 1, location_not_found: 1, refused: 1 },
        last_event_at: new Date(LATER),
      })
  })

  test('is moved by a replay from the refusal to what was accepted, and by nothing else', async () => {
    await send([event('a'), event('b', { userEmail: 'never' }), event('c', { locationId: 'gone', userEmail: 'other' })])
    await ingest.health.flush()
    await expect.poll(async () => (await health())?.user_not_found).toBe(3)
    const before = await health()
    await importLate()
    await Promise.all([replay(), replay()])
    await addUser(service, org.id, { userName: 'other' })
    await replay()
    await replay()
    await ingest.health.flush()
    expect(await health()).toEqual({ ...before, accepted: 1, user_not_found: 1, location_not_found: 1 })
    const counter = ingest.telemetry.metrics.events
    const { values } = await counter.get()
    expect(values.filter(({ labels, value }) => labels.outcome !== 'accepted' && value > 0)).toEqual([])
  })

  test('reports a clock ahead of ours, without taking its times for the last event', async () => {
    const known = { userId: await addUser(service, org.id) }
    await send([event('a', known), event('f', { ...known, timestamp: '9999-12-31T23:59:59Z' })])
    await send([event('g', { ...known, timestamp: new Date(Date.now() + 100 * 3_600_000).toISOString() })])
    await expect.poll(async () => (await health())?.refused).toBe(2)
    const { last_event_at, clock_skew_ms } = await health()
    expect(last_event_at).toEqual(new Date(LATER))
    expect(clock_skew_ms / 3_600_000).toBeCloseTo(100, 0)
  })

  test('judges a clock by live events only: those of the last hour count, older history does not', async () => {
    const known = { userId: await addUser(service, org.id) }
    const sendOld = (eventId: string, ageMs: number) =>
      send([event(eventId, { ...known, timestamp: new Date(Date.now() - ageMs).toISOString() })])
    await sendOld('a', 3_660_000)
    await expect.poll(async () => (await health())?.accepted).toBe(1)
    expect(await health()).toMatchObject({ clock_skew_ms: null, last_event_at: expect.any(Date) })
    await sendOld('b', 3_540_000)
    await expect.poll(async () => (await health())?.accepted).toBe(2)
    const { clock_skew_ms } = await health()
    expect(clock_skew_ms / 60_000).toBeCloseTo(-59, 0)
    await sendOld('c', 5 * 86_400_000)
    await expect.poll(async () => (await health())?.accepted).toBe(3)
    expect((await health()).clock_skew_ms).toBe(clock_skew_ms)
  })
})
