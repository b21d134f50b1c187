import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listQuarantine, replayQuarantine } from '../../src/operations/quarantine/quarantine-service.ts'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { TestService } from '../../src/testing/test-service.ts'
import { dayAt, inconsistencies } from '../bookings/support.ts'
import { openIngest } from '../ingest/support.ts'
import { createHr, type Hr } from './support.ts'

let service: TestService
let { org, office, user, addUser, event, canceled, submit, plans } = {} as Hr

beforeAll(async () => {
  service = await shareTestService()
})
afterAll(() => service?.[Symbol.asyncDispose]())
beforeEach(async () => {
  ;({ org, office, user, addUser, event, canceled, submit, plans } = await createHr(service))
})

describe('whom it is for', () => {
  test('is found by uid, else by userName or email, exactly', async () => {
    const eve = await addUser('eve', 'eve@example.com')
    const by = (changes: object) => event(1, 1, { eventId: randomUUID(), uid: null, ...changes })
    const { said } = await submit([
      by({ uid: eve.toUpperCase() }),
      by({ email: 'eve' }),
      by({ email: 'eve@example.com' }),
      by({ email: 'Eve' }),
      by({ uid: randomUUID(), email: 'eve' }),
      by({ uid: user, email: 'eve' }),
      by({}),
      by({ uid: '', email: '' }),
    ])
    expect(said).toEqual([
      ...['0 Accepted', '0 Accepted', '0 Accepted', '1 User not found', '0 Accepted'],
      ...['3 uid and email name different users', '1 User not found', '1 User not found'],
    ])
  })
})

describe('an event', () => {
  test('of 366 days is accepted, of 367 refused', async () => {
    const { said } = await submit([event(0, 365), event(0, 366, { eventId: 'b' })])
    expect(said).toEqual(['0 Accepted', '3 The range has 367 days; at most 366 are allowed'])
  })

  test('that ends before it starts, or on an invalid date, is refused by itself', async () => {
    const { said } = await submit([
      event(2, 1),
      event(0, 1, { eventId: 'b', startDate: '2026-02-30' }),
      event(0, 1, { eventId: 'c', endDate: '2027-02-29T10:00:00Z' }),
      event(1, 1, { eventId: 'd' }),
    ])
    expect(said).toEqual([
      '3 endDate is before startDate',
      '3 startDate is not a day of the calendar',
      '3 endDate is not a day of the calendar',
      '0 Accepted',
    ])
  })

  test('may give its days as date-times', async () => {
    const { said } = await submit([
      event(0, 0, { startDate: `${dayAt(office, 1)}T23:59:59Z`, endDate: `${dayAt(office, 1)}T00:00:00-11:00` }),
    ])
    expect(said).toEqual(['0 Accepted'])
    expect(await plans(0, 2)).toEqual([null, 'a time-off', null])
  })

  test('beyond the schema refuses the call and stores nothing', async () => {
    expect((await submit([event(1, 1), event(1, 1, { eventId: 'b', startDate: 'tomorrow' })])).status).toBe(400)
    expect((await submit(Array.from({ length: 1001 }, (_, n) => event(1, 1, { eventId: `${n}` })))).status).toBe(400)
    expect((await submit([])).status).toBe(400)
    expect(await plans(1, 1)).toEqual([null])
  })
})

test('a call of 1,000 events for 1,000 people is applied', async () => {
  const people = await Promise.all(Array.from({ length: 1000 }, (_, n) => addUser(`person ${n}`)))
  const { said } = await submit(people.map((uid, n) => event(1, 5, { eventId: `${n}`, uid, timeOffType: `type ${n % 3}` })))
  expect(said).toEqual(Array(1000).fill('0 Accepted'))
  const { rows } = await sql<{ count: number }>`select count(*) from day_plans where org_id = ${org.id}`.execute(office.db)
  expect(rows[0]?.count).toBe(5000)
})

test('the same announcements sent by many at once are recorded once', async () => {
  const events = Array.from({ length: 20 }, (_, n) =>
    event(n, n + 3, { eventId: `${n}`, eventType: n % 2 ? 'cancelled' : 'scheduled' }),
  )
  const answers = await Promise.all(Array.from({ length: 8 }, () => submit(events)))
  const counted = Map.groupBy(
    answers.flatMap(({ said }) => said),
    (text) => text,
  )
  expect([...counted].map(([text, all]) => [text, all.length]).sort()).toEqual([
    ['0 Accepted', 20],
    ['0 Already recorded', 140],
  ])
  expect(await inconsistencies(office)).toEqual([])
})

describe('refused time off', () => {
  test('waits in quarantine and takes effect when it is replayed', async () => {
    await using ingest = await openIngest(service)
    const late = { uid: null, email: 'late@example.com' }
    await submit([event(1, 3, late), canceled(2, 2, late), event(1, 3, { ...late, eventId: 'b', timeOffType: 'sick' })])
    const waiting = () => listQuarantine(service.database.db, org.id, { kind: 'timeoff' })
    expect((await waiting()).map(({ eventId, sourceId, resultCode }) => [eventId, sourceId, resultCode])).toEqual([
      ['a', 'timeoff', 1],
      ['a (cancelled)', 'timeoff', 1],
      ['b', 'timeoff', 1],
    ])
    const id = await addUser('late@example.com')
    expect(await replayQuarantine(service.database.db, ingest, org.id)).toEqual({ accepted: 3, stillRefused: 0 })
    expect(await waiting()).toEqual([])
    expect(await plans(1, 3, id)).toEqual(['a time-off', 'a time-off', 'a time-off'])
  })

  test('does not come back when it was called off meanwhile', async () => {
    await using ingest = await openIngest(service)
    const late = { uid: null, email: 'late@example.com' }
    await submit([event(1, 1, late)])
    const id = await addUser('late@example.com')
    await submit([canceled(1, 1, late)])
    await replayQuarantine(service.database.db, ingest, org.id)
    expect(await plans(1, 1, id)).toEqual([null])
  })

  test('that was sent again and accepted waits no longer', async () => {
    const late = { uid: null, email: 'late@example.com' }
    await submit([event(1, 1, late)])
    await addUser('late@example.com')
    await submit([event(1, 1, late)])
    expect(await listQuarantine(service.database.db, org.id)).toEqual([])
  })
})
