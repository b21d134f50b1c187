import { randomUUID } from 'node:crypto'
import type { LocationType } from '@rollcall/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { TestOrganization, TestService } from '../../src/testing/test-service.ts'
import { type Answer, addBuilding, addUser, type Nodes, storedEvents, submit } from './support.ts'

let service: TestService
let org: TestOrganization
let nodes: Nodes
let userId: string

beforeAll(async () => {
  service = await shareTestService()
})
afterAll(() => service?.[Symbol.asyncDispose]())
beforeEach(async () => {
  org = await service.createOrganization()
  nodes = await addBuilding(service, org.id, 'Europe/Berlin')
  userId = await addUser(service, org.id)
})

let made = 0
const event = (changes: object = {}) => ({
  timestamp: '2026-03-02T09:00:00Z',
  locationId: nodes.place,
  locationType: 'place',
  eventId: `e-${made++}`,
  userId,
  ...changes,
})
const send = (...events: object[]): Promise<Answer> => submit(service, org, 'presence', events)
const stored = () => storedEvents(service, org.id)

describe('an accepted event', () => {
  test('is stored with its node, building, day and user', async () => {
    const answer = await send(event({ eventId: 'first', sourceUserId: '0004711', timestamp: '2026-03-01T23:30:00.125Z' }))
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      sourceId: 'badges',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      results: [{ eventId: 'first', resultCode: 0, message: 'Accepted' }],
    })
    expect(await stored()).toEqual([
      {
        source_id: 'badges',
        utc_day: '2026-03-01',
        event_id: 'first',
        occurred_at: '2026-03-01T23:30:00.125+00:00',
        local_day: '2026-03-02',
        user_id: userId,
        location_id: nodes.location,
        node_type: 'place',
        node_id: nodes.place,
        source_user_id: '0004711',
      },
    ])
  })

  test.each([
    ['Europe/Berlin', '2026-03-28T22:59:59.999Z', '2026-03-28'],
    ['Europe/Berlin', '2026-03-28T23:00:00Z', '2026-03-29'],
    ['Europe/Berlin', '2026-03-29T21:59:59Z', '2026-03-29'],
    ['Europe/Berlin', '2026-03-29T22:00:00Z', '2026-03-30'],
    ['Europe/Berlin', '2026-10-25T22:30:00Z', '2026-10-25'],
    ['America/New_York', '2026-11-01T04:30:00Z', '2026-11-01'],
    ['America/New_York', '2026-11-02T04:30:00Z', '2026-11-01'],
    ['America/New_York', '2026-11-02T05:00:00Z', '2026-11-02'],
    ['America/Sao_Paulo', '2018-11-04T02:59:00Z', '2018-11-03'],
    ['America/Sao_Paulo', '2018-11-04T03:00:00Z', '2018-11-04'],
    ['Asia/Kolkata', '2026-03-01T18:29:59Z', '2026-03-01'],
    ['Asia/Kolkata', '2026-03-01T18:30:00Z', '2026-03-02'],
    ['Asia/Kathmandu', '2026-03-01T18:14:59Z', '2026-03-01'],
    ['Asia/Kathmandu', '2026-03-01T18:15:00Z', '2026-03-02'],
    ['Australia/Lord_Howe', '2026-04-04T15:00:00Z', '2026-04-05'],
    ['Pacific/Kiritimati', '2026-03-01T09:59:59Z', '2026-03-01'],
    ['Pacific/Kiritimati', '2026-03-01T10:00:00Z', '2026-03-02'],
    ['Pacific/Pago_Pago', '2026-03-01T10:59:59Z', '2026-02-28'],
    ['Pacific/Apia', '2011-12-30T10:00:00Z', '2011-12-31'],
  ])('in %s at %s counts for %s', async (timeZone, timestamp, day) => {
    const { location } = await addBuilding(service, org.id, timeZone)
    expect((await send(event({ timestamp, locationId: location, locationType: 'location' }))).codes).toEqual([0])
    expect(await stored()).toMatchObject([{ local_day: day, utc_day: timestamp.slice(0, 10) }])
  })

  test('has no source user id where an empty one was sent', async () => {
    await send(event({ sourceUserId: '' }))
    expect(await stored()).toMatchObject([{ source_user_id: null }])
  })
})

describe('the place of an event', () => {
  const types: LocationType[] = ['location', 'level', 'zone', 'place', 'space']

  test('may be any kind of node, and is kept with its building', async () => {
    const answer = await send(...types.map((type) => event({ eventId: type, locationType: type, locationId: nodes[type] })))
    expect(answer.codes).toEqual([0, 0, 0, 0, 0])
    const expected = types.map((type) => ({ event_id: type, node_type: type, node_id: nodes[type], location_id: nodes.location }))
    expect(await stored()).toMatchObject(expected.sort((a, b) => a.event_id.localeCompare(b.event_id)))
  })

  test('is not found when it is of another kind than stated', async () => {
    const pairs = types.flatMap((stated) => types.filter((real) => real !== stated).map((real) => [stated, real] as const))
    const answer = await send(...pairs.map(([stated, real]) => event({ locationType: stated, locationId: nodes[real] })))
    expect(answer.said).toEqual(pairs.map(([stated]) => `2 Location is not of the type ${stated}`))
    expect(await stored()).toEqual([])
  })

  test('is not found when it is unknown, not a UUID or in another organization', async () => {
    const other = await service.createOrganization()
    const foreign = await addBuilding(service, other.id)
    const ids = [randomUUID(), 'HQ', foreign.place, `${nodes.place} `, nodes.place.replaceAll('-', '')]
    const answer = await send(...ids.map((locationId) => event({ locationId })))
    expect(answer.said).toEqual(ids.map(() => '2 Location not found'))
  })

  test('and the user match in upper case', async () => {
    expect((await send(event({ locationId: nodes.place.toUpperCase(), userId: userId.toUpperCase() }))).codes).toEqual([0])
    expect(await stored()).toMatchObject([{ node_id: nodes.place, user_id: userId }])
  })

  test('is found by kind when nodes of two kinds share an id', async () => {
    await service.database.pool.query('insert into zones (org_id, id, level_id, name, kind) values ($1, $2, $3, $4, $5)', [
      ...[org.id, nodes.place, nodes.level, 'Twin', 'individual'],
    ])
    const both = [event({ locationType: 'zone', locationId: nodes.place }), event(), event({ locationType: 'level' })]
    expect((await send(...both)).codes).toEqual([0, 0, 2])
    expect((await send(...both)).codes).toEqual([0, 0, 2])
  })

  test('is known at once when it was added after it was refused', async () => {
    const later = event({ locationId: randomUUID(), locationType: 'location' })
    expect((await send(later)).codes).toEqual([2])
    await service.database.pool.query("insert into locations (org_id, id, name, time_zone) values ($1, $2, 'New', 'UTC')", [
      ...[org.id, later.locationId],
    ])
    expect((await send(later)).said).toEqual(['0 Accepted'])
  })
})

describe('a call', () => {
  test('of 1 or 1,000 events is taken, of 0 or 1,001 refused', async () => {
    const many = Array.from({ length: 1001 }, () => event())
    expect((await send(...many.slice(0, 1000))).codes).toEqual(Array(1000).fill(0))
    expect(await stored()).toHaveLength(1000)
    expect((await send(many[1000] as object)).codes).toEqual([0])
    for (const events of [[], many]) {
      const { status, body } = await send(...events)
      expect([status, body.code, body.errors?.[0]?.pointer]).toEqual([400, 'invalid_body', '/presenceEvents'])
    }
  })

  test('with one event that breaks the schema is refused as a whole', async () => {
    const { eventId: _, ...nameless } = event()
    const broken: [object, string][] = [
      [nameless, '/presenceEvents/1/eventId'],
      [event({ eventId: '' }), '/presenceEvents/1/eventId'],
      [event({ eventId: 7 }), '/presenceEvents/1/eventId'],
      [event({ locationType: 'desk' }), '/presenceEvents/1/locationType'],
      [event({ locationId: null }), '/presenceEvents/1/locationId'],
      [event({ userId: {} }), '/presenceEvents/1/userId'],
      [event({ timestamp: 1 }), '/presenceEvents/1/timestamp'],
      [event({ timestamp: '2026-03-02' }), '/presenceEvents/1/timestamp'],
    ]
    for (const [bad, pointer] of broken) {
      const { status, body } = await send(event(), bad, event())
      expect([status, body.errors?.map((fault) => fault.pointer)]).toEqual([400, [pointer]])
    }
    expect(await stored()).toEqual([])
    const { rows } = await service.database.pool.query('select from sources where org_id = $1', [org.id])
    expect(rows).toEqual([])
  })

  test('refuses only unusable events and answers in request order', async () => {
    const events = [
      event({ eventId: 'z' }),
      event({ eventId: 'no-user', userId: randomUUID() }),
      event({ eventId: 'a' }),
      event({ eventId: 'no-place', locationId: randomUUID() }),
      event({ eventId: 'early', timestamp: '1969-12-31T23:59:59Z' }),
      event({ eventId: 'm' }),
      event({ eventId: 'z' }),
    ]
    const { body, said } = await send(...events)
    expect(body.results.map(({ eventId }) => eventId)).toEqual(events.map(({ eventId }) => eventId))
    expect(said).toEqual([
      '0 Accepted',
      '1 User not found',
      '0 Accepted',
      '2 Location not found',
      '3 The time is before 1970',
      '0 Accepted',
      '0 Already recorded',
    ])
    expect((await stored()).map(({ event_id }) => event_id)).toEqual(['a', 'm', 'z'])
  })

  test('may carry unknown fields', async () => {
    const { keys } = org
    const response = await fetch(`${service.baseUrl}/v1/presence/basic/`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${btoa(`${keys['submitting-events'].id}:${keys['submitting-events'].secret}`)}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ sourceId: 'x', version: 2, presenceEvents: [event({ floor: 3, raw: { a: [1] } })] }),
    })
    expect(await response.json()).toMatchObject({ results: [{ resultCode: 0 }] })
  })

  test.each([
    ['letters', 'x'],
    ['symbols outside of the basic plane', '𝄞'],
  ])('may have ids of 256 and source names of 128 %s, and no longer ones', async (_, letter) => {
    const status = async (eventIdLength: number, sourceIdLength: number) => {
      const one = event({ eventId: letter.repeat(eventIdLength) })
      return (await submit(service, org, 'presence', [one], letter.repeat(sourceIdLength))).status
    }
    expect([await status(256, 128), await status(257, 128), await status(256, 129)]).toEqual([200, 400, 400])
    expect(await stored()).toHaveLength(1)
  })

  test('with an id whose symbols are made of many characters each is refused, not failed', async () => {
    const symbol = () => `e${String.fromCodePoint(...Array.from({ length: 40 }, () => 0x300 + Math.floor(Math.random() * 100)))}`
    const { status, body } = await send(event({ eventId: Array.from({ length: 256 }, symbol).join('') }))
    expect([status, body.errors?.[0]?.pointer]).toEqual([400, '/presenceEvents/0/eventId'])
    const source = Array.from({ length: 128 }, symbol).join('')
    expect((await submit(service, org, 'presence', [event()], source)).status).toBe(400)
  })

  test('keeps ids with quotes, backslashes, controls and foreign scripts as they are', async () => {
    const ids = ['"quoted"', 'back\\slash', "it's", 'tab\tnew\nline', 'ünïcödé', '日本語', '😀', '{json}', '$1', ' space ', '\\N']
    expect((await send(...ids.map((eventId) => event({ eventId })))).codes).toEqual(ids.map(() => 0))
    expect((await stored()).map(({ event_id }) => event_id).toSorted()).toEqual(ids.toSorted())
    expect((await send(...ids.map((eventId) => event({ eventId })))).said).toEqual(ids.map(() => '0 Already recorded'))
  })
})
