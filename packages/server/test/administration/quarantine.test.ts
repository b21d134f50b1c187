import { randomUUID } from 'node:crypto'
import { MAX_CURSOR, MAX_EVENT_ID, type QuarantinedEvent, type ReplayResult, type Source } from '@rollcall/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { shareTestService } from '../../src/testing/shared-service.ts'
import { basic, type TestService } from '../../src/testing/test-service.ts'
import { until } from '../http/support/credentials.ts'
import { expectProblem } from '../http/support/expect-problem.ts'
import { type Answer, post, send } from '../http/support/send.ts'
import { createOffice, type Office, readAll } from './support.ts'

let service: TestService
let office: Office
let locationId: string

beforeAll(async () => {
  service = await shareTestService()
})
afterAll(() => service[Symbol.asyncDispose]())
beforeEach(async () => {
  office = await createOffice(service, 'workplace-administrator')
  locationId = randomUUID()
  const building = { org_id: office.orgId, id: locationId, name: 'HQ', time_zone: 'UTC' }
  await service.database.db.insertInto('locations').values(building).execute()
})

interface Sent {
  eventId: string
  userEmail?: string
  userId?: string
  locationId?: string
  timestamp?: string
}

const submit = async (sourceId: string, events: Sent[]): Promise<void> => {
  const key = await office.createKey('submitting-events')
  const presenceEvents = events.map((event) => ({
    ...{ locationId, locationType: 'location', timestamp: '2026-01-05T09:00:00Z', ...event },
  }))
  const answer = await post(service.baseUrl, '/v1/presence/basic', { sourceId, presenceEvents }, basic(key))
  expect(answer.status).toBe(200)
}

const list = async (query = ''): Promise<QuarantinedEvent[]> =>
  (await office.get(`/api/quarantine${query}`)).json<{ items: QuarantinedEvent[] }>().items
const replay = (body: object = {}): Promise<Answer> => office.call('POST', '/api/quarantine/replay', body)
const addUser = (userName: string) =>
  service.database.db.insertInto('users').values({ org_id: office.orgId, id: randomUUID(), user_name: userName }).execute()

describe('the quarantine', () => {
  it('shows each refused event with its reason and as it came', async () => {
    await submit('badges', [{ eventId: 'a', userEmail: 'late@example.com' }])
    expect(await list()).toEqual([
      {
        ...{ kind: 'presence', sourceId: 'badges', eventId: 'a', day: '2026-01-05', resultCode: 1, reason: 'User not found' },
        ...{ refusedAt: expect.any(String), keyId: expect.any(String) },
        payload: {
          ...{ eventId: 'a', userEmail: 'late@example.com', timestamp: '2026-01-05T09:00:00Z' },
          ...{ locationId, locationType: 'location' },
        },
      },
    ])
  })

  it('says of an event that its userId is a userName or e-mail, where a user has it', async () => {
    const email = 'ada.mail@example.com'
    const user = { org_id: office.orgId, id: randomUUID(), user_name: 'ada@example.com', email }
    await service.database.db.insertInto('users').values(user).execute()
    await submit('badges', [
      { eventId: 'a', userId: 'ada@example.com' },
      { eventId: 'b', userId: email },
      { eventId: 'c', userId: 'never@example.com' },
      { eventId: 'd', userId: randomUUID() },
      { eventId: 'e', userEmail: 'Ada@example.com' },
    ])
    const misplaced = 'User not found: userId is a userName or e-mail, which belongs in userEmail'
    const plain = 'User not found'
    for (const order of ['identity', 'newest']) {
      const reasons = (await list(`?order=${order}`)).map(({ eventId, reason }) => [eventId, reason])
      expect(Object.fromEntries(reasons)).toEqual({ a: misplaced, b: misplaced, c: plain, d: plain, e: plain })
    }
  })

  it('is listed with what was refused last at its beginning, page by page, also where one call refused many', async () => {
    const named = (prefix: string) =>
      ['a', 'b', 'c'].map((letter) => ({ eventId: `${prefix}-${letter}`, userEmail: 'late@example.com' }))
    await submit('badges', named('first'))
    await submit('sensors', named('second'))
    await service.database.pool.query(
      `update quarantine set refused_at = case when event_id like 'first%' then '2026-03-01T12:00:00.123456Z'::timestamptz
         when event_id = 'second-b' then '2026-03-01T12:00:00.123455Z' else '2026-03-02T00:00:00Z' end
       where org_id = $1`,
      [office.orgId],
    )
    const order = ['second-c', 'second-a', 'first-c', 'first-b', 'first-a', 'second-b']
    expect((await list('?order=newest')).map(({ eventId }) => eventId)).toEqual(order)
    const read: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: { items: QuarantinedEvent[]; nextCursor: string | null } = (
        await office.get(`/api/quarantine?order=newest&limit=2${cursor ? `&cursor=${cursor}` : ''}`)
      ).json()
      read.push(...page.items.map(({ eventId }) => eventId))
      cursor = page.nextCursor
    }
    expect(read).toEqual(order)
    const { nextCursor } = (await office.get('/api/quarantine?limit=2')).json<{ nextCursor: string }>()
    expectProblem(await office.get(`/api/quarantine?order=newest&cursor=${nextCursor}`), 'invalid_parameter')
    expectProblem(await office.get('/api/quarantine?order=oldest'), 'invalid_parameter')
  })

  it.each([
    ['of another script', '語'],
    ['of four bytes', '😀'],
    ['that JSON escapes', '\u0001'],
  ])('is read page by page, also where ids have the most characters, %s', async (_, character) => {
    const ids = ['a', 'b', 'c'].map((letter) => `${character.repeat(MAX_EVENT_ID - 1)}${letter}`)
    await submit(
      character.repeat(128),
      ids.map((eventId) => ({ eventId, userEmail: 'late@example.com' })),
    )
    for (const [order, expected] of [
      ['identity', ids],
      ['newest', ids.toReversed()],
    ] as const) {
      const read: string[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const answer = await office.get(`/api/quarantine?order=${order}&limit=1${cursor ? `&cursor=${cursor}` : ''}`)
        expect(answer.status).toBe(200)
        const page: { items: QuarantinedEvent[]; nextCursor: string | null } = answer.json()
        read.push(...page.items.map(({ eventId }) => eventId))
        cursor = page.nextCursor
      }
      expect(read).toEqual(expected)
    }
  })

  it('has cursors of limited length', async () => {
    const codeFor = async (length: number) => {
      const answer = await office.get(`/api/quarantine?cursor=${'x'.repeat(length)}`)
      return expectProblem(answer, 'invalid_parameter').errors?.map(({ code }) => code)
    }
    expect(await codeFor(MAX_CURSOR)).toEqual(['cursor'])
    expect(await codeFor(MAX_CURSOR + 1)).toEqual(['maxLength'])
  })

  it('is filtered by kind, source, result and time of refusal', async () => {
    await addUser('ada@example.com')
    await submit('badges', [{ eventId: 'user', userEmail: 'late@example.com' }])
    await submit('sensors', [{ eventId: 'place', userEmail: 'ada@example.com', locationId: randomUUID() }])
    await service.database.pool.query(
      `update quarantine set refused_at = '2026-03-01T12:00:00Z' where org_id = $1 and event_id = 'user'`,
      [office.orgId],
    )
    const found = async (query: string) => (await list(query)).map(({ eventId }) => eventId)
    expect(await found('')).toHaveLength(2)
    expect(await found('?kind=presence')).toHaveLength(2)
    expect(await found('?kind=occupancy')).toEqual([])
    expect(await found('?sourceId=badges')).toEqual(['user'])
    expect(await found('?sourceId=unknown')).toEqual([])
    expect(await found('?resultCode=1')).toEqual(['user'])
    expect(await found('?resultCode=2')).toEqual(['place'])
    expect(await found('?from=2026-03-01T12:00:00Z&to=2026-03-01T12:00:01Z')).toEqual(['user'])
    expect(await found('?to=2026-03-01T12:00:00Z')).toEqual([])
    expect(await found('?from=2026-03-01T12:00:00.001Z')).toEqual(['place'])
    for (const query of ['?kind=x', '?resultCode=0', '?resultCode=4', '?from=2026-02-30T00:00:00Z', '?to=yesterday']) {
      expectProblem(await office.get(`/api/quarantine${query}`), 'invalid_parameter')
    }
  })

  it('is read page by page, each event once', async () => {
    const events = Array.from({ length: 25 }, (_, n) => ({ eventId: `e${n}`, userEmail: `unknown${n}@example.com` }))
    await submit('a', events.slice(0, 10))
    await submit('b', events.slice(10))
    const { items, pages } = await readAll<QuarantinedEvent>(office, '/api/quarantine', 10)
    expect([new Set(items.map(({ eventId }) => eventId)).size, items.length, pages]).toEqual([25, 25, 3])
  })

  it('is for administrators only', async () => {
    for (const role of ['bookings-administrator', 'analytics-administrator'] as const) {
      const { headers } = await service.signIn(office.orgId, [role])
      expectProblem(await send(service.baseUrl, { path: '/api/quarantine', headers }), 'role_not_allowed')
    }
  })
})

describe('replaying', () => {
  it('stores what can be stored by now, and leaves the rest', async () => {
    await submit('badges', [
      { eventId: 'a', userEmail: 'late@example.com' },
      { eventId: 'b', userEmail: 'never@example.com' },
    ])
    await addUser('late@example.com')
    expect((await replay()).json()).toEqual({ accepted: 1, stillRefused: 1, nextCursor: null })
    expect((await list()).map(({ eventId }) => eventId)).toEqual(['b'])
    expect((await replay()).json()).toEqual({ accepted: 0, stillRefused: 1, nextCursor: null })
  })

  it('is recorded by the transactions that accept its events, once for each kind and source', async () => {
    await submit('badges', [
      { eventId: 'a', userEmail: 'late@example.com' },
      { eventId: 'b', userEmail: 'never@example.com' },
    ])
    await submit('doors', [{ eventId: 'a', userEmail: 'late@example.com' }])
    const days = { startDate: '2026-01-05', endDate: '2026-01-05' }
    const timeOffEvents = [{ eventId: 'away', email: 'late@example.com', eventType: 'scheduled', ...days }]
    await post(service.baseUrl, '/v1/timeoff/basic', { timeOffEvents }, basic(await office.createKey('submitting-events')))
    await addUser('late@example.com')
    expect((await replay()).json()).toMatchObject({ accepted: 3, stillRefused: 1 })
    // Rows of one transaction have the same xmin.
    const { rows } = await service.database.pool.query(
      `select l.after, e.stored
       from audit_log l
       left join lateral (
         select array_agg(distinct stored) as stored
         from (
           select xmin, 'presence ' || event_id as stored from presence_events where org_id = $1
           union all select xmin, 'time off ' || event_id from time_off_events where org_id = $1
         ) e
         where e.xmin = l.xmin
       ) e on true
       where l.org_id = $1 and l.action = 'quarantine.replay'
       order by l.after ->> 'sourceId'`,
      [office.orgId],
    )
    expect(rows).toEqual([
      { after: { kind: 'presence', sourceId: 'badges', accepted: 1, stillRefused: 1 }, stored: ['presence a'] },
      { after: { kind: 'presence', sourceId: 'doors', accepted: 1, stillRefused: 0 }, stored: ['presence a'] },
      { after: { kind: 'timeoff', sourceId: 'timeoff', accepted: 1, stillRefused: 0 }, stored: ['time off away'] },
    ])
  })

  it('touches only what the filter names', async () => {
    await submit('badges', [{ eventId: 'a', userEmail: 'late@example.com' }])
    await submit('doors', [{ eventId: 'b', userEmail: 'late@example.com' }])
    await addUser('late@example.com')
    expect((await replay({ sourceId: 'doors' })).json()).toMatchObject({ accepted: 1, stillRefused: 0 })
    expect((await replay({ resultCode: 3 })).json()).toMatchObject({ accepted: 0, stillRefused: 0 })
    expect((await replay({ to: '2026-01-01T00:00:00Z' })).json()).toMatchObject({ accepted: 0, stillRefused: 0 })
    expect((await list()).map(({ eventId }) => eventId)).toEqual(['a'])
  })

  it('of certain events touches no others, and passes over those that do not wait', async () => {
    await submit('badges', [
      { eventId: 'a', userEmail: 'late@example.com' },
      { eventId: 'b', userEmail: 'late@example.com' },
      { eventId: 'c', userEmail: 'never@example.com' },
    ])
    await submit('doors', [{ eventId: 'a', userEmail: 'late@example.com' }])
    await addUser('late@example.com')
    const event = (eventId: string, sourceId = 'badges') => ({ kind: 'presence', sourceId, eventId, day: '2026-01-05' })
    const events = [event('a'), event('c'), event('x'), event('a', 'unknown'), { ...event('b'), day: '2026-01-06' }]
    expect((await replay({ events })).json()).toEqual({ accepted: 1, stillRefused: 1, nextCursor: null })
    expect((await list()).map(({ sourceId, eventId }) => `${sourceId} ${eventId}`).sort()).toEqual([
      'badges b',
      'badges c',
      'doors a',
    ])
    expect((await replay({ events: [event('b')], sourceId: 'doors' })).json()).toMatchObject({ accepted: 0, stillRefused: 0 })
    expect((await replay({ events: Array.from({ length: 1000 }, () => event('b')) })).json()).toMatchObject({ accepted: 1 })
    expectProblem(await replay({ events: Array.from({ length: 1001 }, () => event('b')) }), 'invalid_body')
    expectProblem(await replay({ events: [] }), 'invalid_body')
    expectProblem(await replay({ events: [{ ...event('b'), day: '2026-02-30' }] }), 'invalid_body')
    expectProblem(await replay({ events: [{ ...event('b'), day: '0000-01-01' }] }), 'invalid_parameter')
  })

  it('finds time off that is called off by the id under which it is listed, however long that is', async () => {
    const eventId = 'x'.repeat(MAX_EVENT_ID)
    const days = { startDate: '2026-01-05', endDate: '2026-01-05' }
    const timeOffEvents = [{ eventId, email: 'late@example.com', eventType: 'cancelled', ...days }]
    await post(service.baseUrl, '/v1/timeoff/basic', { timeOffEvents }, basic(await office.createKey('submitting-events')))
    const waiting = await list()
    expect(waiting.map((event) => event.eventId)).toEqual([`${eventId} (cancelled)`])
    await addUser('late@example.com')
    const events = waiting.map(({ kind, sourceId, eventId: id, day }) => ({ kind, sourceId, eventId: id, day }))
    expect((await replay({ events })).json()).toMatchObject({ accepted: 1, stillRefused: 0 })
  })

  it('processes any number in batches of a thousand, and skips those that stay refused', async () => {
    const name = (n: number) => (n % 2 === 0 ? 'late@example.com' : 'never@example.com')
    const events = Array.from({ length: 1100 }, (_, n) => ({ eventId: `e${n}`, userEmail: name(n) }))
    await submit('badges', events.slice(0, 1000))
    await submit('badges', events.slice(1000))
    await addUser('late@example.com')
    const first = (await replay()).json<ReplayResult>()
    expect(first).toMatchObject({ nextCursor: expect.any(String) })
    expect(first.accepted + first.stillRefused).toBe(1000)
    const second = (await replay({ cursor: first.nextCursor })).json<ReplayResult>()
    expect(second).toMatchObject({ nextCursor: null })
    expect([first.accepted + second.accepted, first.stillRefused + second.stillRefused]).toEqual([550, 550])
    const { rowCount } = await service.database.pool.query('select from presence_events where org_id = $1', [office.orgId])
    expect(rowCount).toBe(550)
  })

  it('goes on after a batch whose last event has a long id in another script', async () => {
    const events = Array.from({ length: 1001 }, (_, n) => ({
      eventId: `${'語'.repeat(MAX_EVENT_ID - 4)}${1000 + n}`,
      userEmail: 'never@example.com',
    }))
    await submit('語'.repeat(128), events.slice(0, 1000))
    await submit('語'.repeat(128), events.slice(1000))
    const first = (await replay()).json<ReplayResult>()
    expect(first).toEqual({ accepted: 0, stillRefused: 1000, nextCursor: expect.any(String) })
    const rest = await replay({ cursor: first.nextCursor })
    expect([rest.status, rest.json()]).toEqual([200, { accepted: 0, stillRefused: 1, nextCursor: null }])
  })

  it('by several at once stores each event once', async () => {
    const events = Array.from({ length: 100 }, (_, n) => ({ eventId: `e${n}`, userEmail: 'late@example.com' }))
    await submit('badges', events)
    await addUser('late@example.com')
    const answers = await Promise.all(Array.from({ length: 4 }, () => replay()))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const { rowCount } = await service.database.pool.query('select from presence_events where org_id = $1', [office.orgId])
    expect([rowCount, (await list()).length]).toEqual([100, 0])
  })

  it('refuses a cursor that it never gave', async () => {
    expectProblem(await replay({ cursor: 'x' }), 'invalid_parameter')
    const forged = Buffer.from(JSON.stringify(['presence', '2026-99-99', 'badges', 'a'])).toString('base64url')
    expectProblem(await replay({ cursor: forged }), 'invalid_parameter')
  })
})

it('Sources are listed by sourceId with their health, page by page', async () => {
  await addUser('ada@example.com')
  await submit('b', [
    { eventId: '1', userEmail: 'ada@example.com' },
    { eventId: '2', userEmail: 'never@example.com' },
  ])
  await submit('b', [{ eventId: '1', userEmail: 'ada@example.com' }])
  await submit('a', [{ eventId: '1', userEmail: 'ada@example.com', locationId: randomUUID() }])
  await until(async () => {
    const { items } = (await office.get('/api/sources')).json<{ items: Source[] }>()
    return items.length === 2 && items.every(({ lastReceivedAt }) => lastReceivedAt !== null) && items[1]?.repeated === 1
  })
  const { items, pages } = await readAll<Source>(office, '/api/sources', 1)
  expect(pages).toBe(2)
  expect(items).toMatchObject([
    { sourceId: 'a', accepted: 0, locationNotFound: 1, lastEventAt: '2026-01-05T09:00:00.000Z' },
    { sourceId: 'b', accepted: 1, repeated: 1, userNotFound: 1, refused: 0, clockSkewMs: null },
  ])
})

it('A replay moves its events from the refused ones of their source to the accepted ones', async () => {
  await submit('badges', [
    { eventId: 'a', userEmail: 'late@example.com' },
    { eventId: 'b', userEmail: 'never@example.com' },
  ])
  const counts = async () => {
    const { items } = (await office.get('/api/sources')).json<{ items: Source[] }>()
    return items.map(({ accepted, repeated, userNotFound }) => ({ accepted, repeated, userNotFound }))
  }
  await expect.poll(counts).toEqual([{ accepted: 0, repeated: 0, userNotFound: 2 }])
  await addUser('late@example.com')
  expect((await replay()).json()).toMatchObject({ accepted: 1, stillRefused: 1 })
  await expect.poll(counts).toEqual([{ accepted: 1, repeated: 0, userNotFound: 1 }])
})
