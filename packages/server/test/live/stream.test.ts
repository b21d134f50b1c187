import { randomUUID } from 'node:crypto'
import { LiveBooking, LiveHello, LiveOccupancy, LivePresence, MAX_STREAMS_PER_SESSION } from '@rollcall/contract'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { TestService } from '../../src/testing/test-service.ts'
import { until } from '../http/support/credentials.ts'
import { expectProblem } from '../http/support/expect-problem.ts'
import { send } from '../http/support/send.ts'
import { sendForFirstEvent } from '../http/support/send-stream.ts'
import {
  book,
  createFloor,
  DAY,
  type Floor,
  minutesAgo,
  ofType,
  settle,
  streamPath,
  submitOccupancy,
  submitPresence,
  watch,
} from './support.ts'

let service: TestService
let floor: Floor

beforeAll(async () => {
  service = await shareTestService()
})
afterAll(() => service[Symbol.asyncDispose]())
beforeEach(async () => {
  floor = await createFloor(service)
})

const SCHEMAS: Record<string, TSchema> = {
  hello: LiveHello,
  presence: LivePresence,
  occupancy: LiveOccupancy,
  booking: LiveBooking,
}

describe('a stream', () => {
  it('starts with hello, which says how soon to reconnect', async () => {
    using stream = await watch(floor, await floor.signIn())
    expect(stream.incoming.headers).toMatchObject({
      'content-type': expect.stringMatching(/^text\/event-stream(;|$)/),
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    })
    expect(stream.incoming.headers).not.toHaveProperty('content-encoding')
    expect(stream.text()).toMatch(/^event: hello\nretry: 3000\ndata: \{.*\}\n\n$/)
    expect(stream.events()).toEqual([{ type: 'hello', data: { locationId: floor.ids.berlin, timestamp: expect.any(String) } }])
  })

  it('sends presence, occupancy and bookings at the location, each by its schema', async () => {
    using stream = await watch(floor, await floor.signIn())
    const { ids } = floor
    const [seen, counted] = [minutesAgo(2), minutesAgo(1)]
    await submitPresence(floor, [{ timestamp: seen }])
    await submitOccupancy(floor, [{ occupancy: 3, timestamp: counted }])
    await submitOccupancy(floor, [{ occupied: false, timestamp: counted, locationId: ids.deskZone, locationType: 'zone' }])
    await book(floor, ids.ada, { location_id: ids.berlin, zone_id: ids.deskZone, place_id: ids.desk })
    await until(async () => stream.events().length === 5)
    expect(ofType(stream, 'presence')).toEqual([
      { userId: ids.ada, locationType: 'place', locationId: ids.desk, timestamp: seen },
    ])
    expect(ofType(stream, 'occupancy').sort((a, b) => Number(b.occupied) - Number(a.occupied))).toEqual([
      { locationType: 'space', locationId: ids.room, occupied: true, occupancy: 3, timestamp: counted },
      { locationType: 'zone', locationId: ids.deskZone, occupied: false, occupancy: null, timestamp: counted },
    ])
    expect(ofType(stream, 'booking')).toEqual([
      { userId: ids.ada, day: DAY, status: 'booked', zoneId: ids.deskZone, placeId: ids.desk },
    ])
    for (const { type, data } of stream.events()) expect([...Compile(SCHEMAS[type] as TSchema).Errors(data)]).toEqual([])
  })

  it('sends all events of a large call, each once', async () => {
    using stream = await watch(floor, await floor.signIn())
    const people = Array.from({ length: 700 }, () => ({
      org_id: floor.organization.id,
      id: randomUUID(),
      user_name: randomUUID(),
    }))
    await service.database.db.insertInto('users').values(people).execute()
    await submitPresence(
      floor,
      people.map(({ id }) => ({ userId: id })),
    )
    await until(async () => ofType(stream, 'presence').length >= 700)
    await settle()
    expect(
      ofType(stream, 'presence')
        .map(({ userId }) => userId)
        .sort(),
    ).toEqual(people.map(({ id }) => id).sort())
  })

  it('sends the latest of several simultaneous events of one person at one node', async () => {
    using stream = await watch(floor, await floor.signIn())
    const latest = minutesAgo(1)
    await submitPresence(floor, [{ timestamp: minutesAgo(3) }, { timestamp: latest }, { timestamp: minutesAgo(2) }])
    await until(async () => ofType(stream, 'presence').length > 0)
    await settle()
    expect(ofType(stream, 'presence').map(({ timestamp }) => timestamp)).toEqual([latest])
  })

  it('does not send history that arrives now', async () => {
    using stream = await watch(floor, await floor.signIn())
    await submitPresence(floor, [{ timestamp: minutesAgo(24 * 60 + 1) }])
    await submitPresence(floor, [{ timestamp: minutesAgo(24 * 60 - 1) }])
    await until(async () => ofType(stream, 'presence').length > 0)
    await settle()
    expect(ofType(stream, 'presence')).toHaveLength(1)
  })

  it('does not send events of other locations and organizations', async () => {
    const other = await createFloor(service)
    using elsewhere = await watch(floor, await floor.signIn(), { locationId: floor.ids.closed })
    using theirs = await watch(other, await other.signIn(['global-administrator']))
    using ours = await watch(floor, await floor.signIn())
    await submitPresence(floor, [{}])
    await book(floor, floor.ids.ada, { location_id: floor.ids.berlin })
    await until(async () => ours.events().length === 3)
    await settle()
    expect([elsewhere, theirs].map((stream) => stream.events().map(({ type }) => type))).toEqual([['hello'], ['hello']])
  })

  it('does not start for a location that the organization does not have', async () => {
    const { headers } = await floor.signIn()
    const other = await createFloor(service)
    for (const locationId of [other.ids.berlin, floor.ids.desk, randomUUID(), 'Berlin']) {
      expectProblem(await send(service.baseUrl, { path: streamPath(locationId), headers }), 'entity_not_found')
    }
    expectProblem(await send(service.baseUrl, { path: '/api/stream', headers }), 'invalid_parameter')
    expect((await sendForFirstEvent(service.baseUrl, streamPath(floor.ids.berlin.toUpperCase()), headers)).status).toBe(200)
  })

  it('is not opened by HEAD', async () => {
    const { headers } = await floor.signIn()
    for (let call = 0; call <= MAX_STREAMS_PER_SESSION; call++) {
      const answer = await send(service.baseUrl, { method: 'HEAD', path: streamPath(floor.ids.berlin), headers })
      expect([answer.status, answer.text]).toEqual([200, ''])
    }
  })

  it('is open for a key, which sees all users', async () => {
    await hide(floor.ids.ada)
    const { service: at } = floor
    const token = await send(at.baseUrl, {
      method: 'POST',
      path: '/v1/auth/token',
      headers: { 'content-type': 'application/json' },
      body: {
        client_id: floor.organization.keys['all-permissions'].id,
        client_secret: floor.organization.keys['all-permissions'].secret,
      },
    })
    const headers = { authorization: `Bearer ${token.json().access_token}` }
    using stream = await watch(floor, { headers, userId: '', userName: '' })
    await submitPresence(floor, [{}])
    await until(async () => ofType(stream, 'presence').length > 0)
    expect(ofType(stream, 'presence')).toMatchObject([{ userId: floor.ids.ada }])
  })
})

const changeBooking = (userId: string, changes: Record<string, string | null>) =>
  service.database.db
    .updateTable('bookings')
    .set({ ...changes, changed_by: 'administrator', command_id: randomUUID() })
    .where('user_id', '=', userId)
    .where('status', '=', 'booked')
    .execute()

const hide = (userId: string) => service.database.pool.query(`update users set visibility = 'nobody' where id = $1`, [userId])

describe('bookings', () => {
  it('send once where a user is now, and where they no longer are when they leave the location', async () => {
    const { ids } = floor
    await service.database.pool.query(`update locations set status = 'active' where id = $1`, [ids.closed])
    using stream = await watch(floor, await floor.signIn())
    using elsewhere = await watch(floor, await floor.signIn(), { locationId: ids.closed })
    await book(floor, ids.grace, { location_id: ids.berlin, zone_id: ids.openZone })
    await changeBooking(ids.grace, { zone_id: ids.deskZone, place_id: ids.desk })
    await changeBooking(ids.grace, { location_id: ids.closed, zone_id: null, place_id: null })
    await changeBooking(ids.grace, { status: 'cancelled' })
    await until(async () => ofType(elsewhere, 'booking').length === 2)
    const of = (data: object) => ({ userId: ids.grace, day: DAY, zoneId: null, placeId: null, ...data })
    expect(ofType(stream, 'booking')).toEqual([
      of({ status: 'booked', zoneId: ids.openZone }),
      of({ status: 'booked', zoneId: ids.deskZone, placeId: ids.desk }),
      of({ status: 'cancelled', zoneId: ids.deskZone, placeId: ids.desk }),
    ])
    expect(ofType(elsewhere, 'booking')).toEqual([of({ status: 'booked' }), of({ status: 'cancelled' })])
  })

  it('are all sent, however many one statement makes', async () => {
    const { ids, organization } = floor
    const people = Array.from({ length: 200 }, () => randomUUID())
    const { db } = service.database
    await db
      .insertInto('users')
      .values(people.map((id) => ({ org_id: organization.id, id, user_name: id })))
      .execute()
    using stream = await watch(floor, await floor.signIn())
    const signed = { day: DAY, changed_by: 'administrator', command_id: randomUUID() }
    const row = (user_id: string) => ({ org_id: organization.id, user_id, ...signed })
    await db
      .insertInto('day_plans')
      .values(people.map((id) => ({ ...row(id), plan: 'o', origin: 'day-plan' })))
      .execute()
    await db
      .insertInto('bookings')
      .values(people.map((id) => ({ ...row(id), id: randomUUID(), location_id: ids.berlin })))
      .execute()
    await until(async () => ofType(stream, 'booking').length >= 200)
    expect(
      ofType(stream, 'booking')
        .map(({ userId }) => userId)
        .sort(),
    ).toEqual([...people].sort())
  })

  it('are not sent when their transaction is rolled back', async () => {
    const { ids, organization } = floor
    using stream = await watch(floor, await floor.signIn())
    const failing = service.database.db.transaction().execute(async (trx) => {
      const signed = { changed_by: 'administrator', command_id: randomUUID() }
      const row = { org_id: organization.id, id: randomUUID(), user_id: ids.ada, day: DAY, location_id: ids.berlin }
      await trx
        .insertInto('bookings')
        .values({ ...row, ...signed })
        .execute()
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow()
    await book(floor, ids.grace, { location_id: ids.berlin })
    await until(async () => ofType(stream, 'booking').length > 0)
    expect(ofType(stream, 'booking')).toMatchObject([{ userId: ids.grace }])
  })
})

describe('a user who is visible to no one', () => {
  it('is anonymous for colleagues and known to themselves and to analysts', async () => {
    const { ids } = floor
    await hide(ids.ada)
    const viewers = [
      await floor.signIn(),
      await floor.signIn(['workplace-administrator', 'bookings-administrator']),
      await floor.signIn([], ids.ada),
      await floor.signIn(['analytics-administrator']),
      await floor.signIn(['global-administrator']),
    ]
    using stack = new DisposableStack()
    const streams = await Promise.all(viewers.map(async (viewer) => stack.use(await watch(floor, viewer))))
    await submitPresence(floor, [{}, { userId: ids.grace }])
    await book(floor, ids.ada, { location_id: ids.berlin, zone_id: ids.openZone })
    await until(async () => streams.every((stream) => stream.events().length === 4))
    const seenBy = streams.map((stream) => [
      ofType(stream, 'presence').some(({ userId }) => userId === ids.ada),
      ofType(stream, 'presence').some(({ userId }) => userId === ids.grace),
      ofType(stream, 'booking')[0]?.userId === ids.ada,
      stream.text().includes(ids.ada),
    ])
    const [anonymous, known] = [
      [false, true, false, false],
      [true, true, true, true],
    ]
    expect(seenBy).toEqual([anonymous, anonymous, known, known, known])
    for (const stream of streams.slice(2)) {
      expect(ofType(stream, 'presence').map(({ locationId }) => locationId)).toEqual([ids.desk, ids.desk])
      expect(ofType(stream, 'booking')).toMatchObject([{ zoneId: ids.openZone }])
    }
    // The state of a desk, or who sits in a zone, would reveal the person.
    for (const stream of streams.slice(0, 2)) {
      const hidden = ofType(stream, 'presence').find(({ userId }) => userId === null)
      expect(hidden).toEqual({ userId: null, locationType: 'location', locationId: null, timestamp: expect.any(String) })
      expect(ofType(stream, 'booking')).toEqual([{ userId: null, day: DAY, status: 'booked', zoneId: null, placeId: null }])
      expect(stream.text()).not.toContain(ids.openZone)
    }
  })
})

describe('streams at a time', () => {
  it('are five per session, and leaving one makes room', async () => {
    const [person, other] = [await floor.signIn(), await floor.signIn()]
    using stack = new DisposableStack()
    const streams = []
    for (let n = 0; n < MAX_STREAMS_PER_SESSION; n++) streams.push(stack.use(await watch(floor, person)))
    const answer = await send(service.baseUrl, { path: streamPath(floor.ids.berlin), headers: person.headers })
    expectProblem(answer, 'too_many_streams')
    expect(answer.headers['retry-after']).toBe('10')
    stack.use(await watch(floor, other))
    streams[0]?.[Symbol.dispose]()
    const again = async () => (await sendForFirstEvent(service.baseUrl, streamPath(floor.ids.berlin), person.headers)).status
    await until(async () => (await again()) === 200)
  })
})
