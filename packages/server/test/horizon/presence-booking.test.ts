import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPresenceBooking } from '../../src/intake/presence/presence-booking.ts'
import { replayQuarantine } from '../../src/operations/quarantine/quarantine-service.ts'
import { startListener } from '../../src/platform/notifications/listener.ts'
import { shareTestService } from '../../src/testing/shared-service.ts'
import { basic, type TestService } from '../../src/testing/test-service.ts'
import { openIngest, submit } from '../ingest/support.ts'
import { dayAfter, setUp } from './support.ts'

let service: TestService
beforeAll(async () => {
  service = await shareTestService()
})
afterAll(() => service[Symbol.asyncDispose]())

/** Six desks `North 1` to `North 6`, with the setting on unless it is said otherwise. */
const openOffice = async (settings: Record<string, unknown> = { presence_based_booking: true }) => {
  const office = await setUp(service.database, settings)
  const { desks } = await office.addZone('North', { desks: 6 })
  const key = await service.createKey(office.orgId, 'submitting-events')
  /** Sends one call of `user at desk n, minutes ago`; the same id is the same event. */
  const seen = async (...events: [userId: string, desk: number | string, minutesAgo: number, eventId?: string][]) => {
    const keys = { 'submitting-events': key } as never
    const answer = await submit(
      service,
      { keys },
      'presence',
      events.map(([userId, desk, minutesAgo, eventId]) => ({
        eventId: eventId ?? randomUUID(),
        timestamp: new Date(noon - minutesAgo * 60_000).toISOString(),
        userId,
        locationId: typeof desk === 'number' ? desks[desk - 1] : desk,
        locationType: typeof desk === 'number' ? 'place' : 'location',
      })),
    )
    expect(answer.codes).toEqual(events.map(() => 0))
    return answer.said
  }
  const deskOf = async (): Promise<Record<string, string | null>> =>
    Object.fromEntries(Object.entries(await office.bookings()).map(([name, { desk }]) => [name, desk]))
  const officeUser = async (name: string): Promise<string> => {
    const user = await office.addUser(name, { week: null })
    await office.setPlan(user, 'o')
    return user
  }
  return { ...office, desks, key, seen, deskOf, officeUser }
}
/** A time of today, whenever the tests run: its events lie at most ten minutes before it. */
const noon = new Date(`${dayAfter(0)}T00:10:00Z`).getTime()

describe('presence at a free desk on an office day', () => {
  test('moves the booking there, logged as such', async () => {
    const { officeUser, desks, book, seen, bookings, pool, orgId, violations } = await openOffice()
    const ada = await officeUser('ada')
    await book(ada, desks[0] as string)
    await seen([ada, 3, 5])
    expect(await bookings()).toEqual({ ada: { zone: 'North', desk: 'North 3', reason: 'presence', changedBy: 'presence' } })
    const { rows } = await pool.query(
      `select action, changed_by, reason, before ->> 'placeId' as before, after ->> 'placeId' as after from user_actions
       where org_id = $1 and changed_by = 'presence'`,
      [orgId],
    )
    expect(rows).toEqual([{ action: 'moved', changed_by: 'presence', reason: 'presence', before: desks[0], after: desks[2] }])
    expect(await violations()).toEqual([])
  })

  test('makes a booking where there is none', async () => {
    const { officeUser, seen, deskOf } = await openOffice()
    await seen([await officeUser('ada'), 2, 5])
    expect(await deskOf()).toEqual({ ada: 'North 2' })
  })

  test('changes nothing where it is booked already', async () => {
    const { officeUser, book, desks, seen, bookings } = await openOffice()
    const ada = await officeUser('ada')
    await book(ada, desks[1] as string)
    await seen([ada, 2, 5])
    expect(await bookings()).toMatchObject({ ada: { desk: 'North 2', changedBy: 'administrator' } })
  })
})

test('the latest time decides, in whatever order events come', async () => {
  const { officeUser, seen, deskOf, location } = await openOffice()
  const [ada, bob] = [await officeUser('ada'), await officeUser('bob')]
  await seen([ada, 1, 4], [ada, 2, 2], [ada, 3, 3], [bob, 4, 1], [ada, location, 0])
  expect(await deskOf()).toEqual({ ada: 'North 2', bob: 'North 4' })
  await seen([ada, 1, 9], [bob, 5, 0])
  expect(await deskOf()).toEqual({ ada: 'North 2', bob: 'North 5' })
})

test.each([
  ['no plan', null],
  ['a remote day', 'r'],
  ['a day away', 'a'],
])('%s makes and moves nothing', async (_, plan) => {
  const { addUser, setPlan, seen, deskOf } = await openOffice()
  const ada = await addUser('ada', { week: null })
  if (plan) await setPlan(ada, plan)
  await seen([ada, 1, 5])
  expect(await deskOf()).toEqual({})
})

test('a desk that is booked or assigned to another user, inactive, or of a neighborhood is not taken', async () => {
  const { officeUser, addZone, assign, book, desks, seen, deskOf, pool, put, orgId } = await openOffice({
    ...{ presence_based_booking: true },
    auto_release: true,
  })
  const [ada, bob, eve, joe, ann] = await Promise.all(['ada', 'bob', 'eve', 'joe', 'ann'].map(officeUser))
  await book(bob as string, desks[0] as string)
  await assign(desks[1] as string, bob as string)
  await pool.query(`update places set status = 'inactive' where id = $1`, [desks[2]])
  const shared = await addZone('South', { capacity: 5 })
  const place = randomUUID()
  await put('places', { id: place, zone_id: shared.id, name: 'Bench' })
  await assign(desks[5] as string, ann as string)
  await seen([ada as string, 1, 5], [eve as string, 2, 5], [joe as string, 3, 5], [ann as string, 6, 5])
  await submit(
    service,
    { keys: { 'submitting-events': await service.createKey(orgId, 'submitting-events') } as never },
    'presence',
    [{ eventId: 'x', timestamp: new Date(noon).toISOString(), userId: ada, locationId: place, locationType: 'place' }],
  )
  expect(await deskOf()).toEqual({ bob: 'North 1', ann: 'North 6' })
})

test('of two people at one free desk the first keeps it, and no one else in the call is held up', async () => {
  const { officeUser, seen, deskOf } = await openOffice()
  const [ada, bob, eve] = await Promise.all(['ada', 'bob', 'eve'].map(officeUser))
  await seen([ada as string, 1, 3], [bob as string, 1, 5], [eve as string, 2, 5])
  expect(await deskOf()).toEqual({ bob: 'North 1', eve: 'North 2' })
})

test('only the current day of the location changes, and leavers are not booked', async () => {
  const { officeUser, setPlan, seen, bookings, deskOf, pool } = await openOffice()
  const [ada, bob] = [await officeUser('ada'), await officeUser('bob')]
  for (const day of [-1, -40]) await setPlan(ada, 'o', dayAfter(day))
  await pool.query(`update users set status = 'inactive' where id = $1`, [bob])
  await seen([ada, 1, 24 * 60], [ada, 1, 40 * 24 * 60], [bob, 2, 5])
  expect([await bookings(dayAfter(-1)), await bookings(dayAfter(-40)), await deskOf()]).toEqual([{}, {}, {}])
})

test('an event sent again undoes nothing that its person booked since, but completes what was cut off', async () => {
  const { officeUser, setPlan, seen, deskOf, pool, orgId, desks } = await openOffice()
  const ada = await officeUser('ada')
  await seen([ada, 1, 5, 'once'])
  expect(await deskOf()).toEqual({ ada: 'North 1' })
  await pool.query(`update bookings set place_id = $2, command_id = gen_random_uuid() where org_id = $1`, [orgId, desks[3]])
  expect(await seen([ada, 1, 5, 'once'])).toEqual(['0 Already recorded'])
  expect(await deskOf()).toEqual({ ada: 'North 4' })

  // This is the state where the service ended between the two transactions.
  await setPlan(ada, 'r')
  await setPlan(ada, 'o')
  await pool.query('delete from desk_sightings where org_id = $1', [orgId])
  expect(await seen([ada, 1, 5, 'once'])).toEqual(['0 Already recorded'])
  expect(await deskOf()).toEqual({ ada: 'North 1' })
})

test('with the setting off nothing is booked or remembered; switched on, it works at once', async () => {
  const { officeUser, seen, deskOf, pool, orgId } = await openOffice({})
  const ada = await officeUser('ada')
  await seen([ada, 1, 5])
  expect([await deskOf(), (await pool.query('select from desk_sightings where org_id = $1', [orgId])).rowCount]).toEqual([{}, 0])
  await pool.query('update organizations set presence_based_booking = true where id = $1', [orgId])
  const sitting = async () => {
    await seen([ada, 1, 5])
    return deskOf()
  }
  await expect.poll(sitting).toEqual({ ada: 'North 1' })
})

test('50 people who sit down at once, two at each desk of a crowded zone, get one desk each', async () => {
  const { addZone, officeUser, bookings, violations, key } = await openOffice()
  const { desks } = await addZone('Crowd', { desks: 25 })
  const users = await Promise.all(Array.from({ length: 50 }, (_, n) => officeUser(`user ${n}`)))
  const answers = await Promise.all(
    users.map((userId, n) =>
      submit(service, { keys: { 'submitting-events': key } as never }, 'presence', [
        {
          ...{ eventId: `sits ${n}`, timestamp: new Date(noon).toISOString(), userId },
          ...{ locationId: desks[n % 25], locationType: 'place' },
        },
      ]),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(users.map(() => 200))
  expect(await violations()).toEqual([])
  expect(new Set(Object.values(await bookings()).map(({ desk }) => desk)).size).toBe(25)
})

test('an event that comes back from quarantine moves the booking as well', async () => {
  const { desks, key, orgId, addUser, setPlan, deskOf, db } = await openOffice()
  await fetch(`${service.baseUrl}/v1/presence/basic`, {
    method: 'POST',
    headers: { ...basic(key), 'content-type': 'application/json' },
    body: JSON.stringify({
      sourceId: 'badges',
      presenceEvents: [
        {
          ...{ eventId: 'early', timestamp: new Date(noon).toISOString(), userEmail: 'ada' },
          ...{ locationId: desks[0], locationType: 'place' },
        },
      ],
    }),
  })
  await setPlan(await addUser('ada', { week: null }), 'o')
  await using ingest = await openIngest(service)
  await using listener = await startListener(service.database.url)
  const afterStored = { presence: [await createPresenceBooking(db, listener, () => {})] }
  expect(await replayQuarantine(db, { ...ingest, afterStored }, orgId)).toMatchObject({ accepted: 1 })
  expect(await deskOf()).toEqual({ ada: 'North 1' })
})
