import { randomUUID } from 'node:crypto'
import type { EventRow } from '@rollcall/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { TestOrganization, TestService } from '../../src/testing/test-service.ts'
import { expectProblem } from '../http/support/expect-problem.ts'
import { addBuilding, type Nodes, submit } from '../ingest/support.ts'
import { addPeople, readAsKey } from '../parking/support.ts'

let service: TestService
let org: TestOrganization
let newYork: Nodes
let people: string[]

beforeAll(async () => {
  service = await shareTestService()
})
afterAll(() => service?.[Symbol.asyncDispose]())
beforeEach(async () => {
  org = await service.createOrganization()
  newYork = await addBuilding(service, org.id, 'America/New_York')
  people = await addPeople(service, org.id, 5)
})

const query = (text: string, ...values: unknown[]) => service.database.pool.query(text, [org.id, ...values])

interface Given {
  readonly startsAt?: string
  readonly isPrivate?: boolean
  readonly at?: string
  readonly replies?: readonly string[]
}

/** A gathering that was on 2 March at the building, of people with these replies. */
const gather = async ({ startsAt = '2026-03-02T15:00:00Z', isPrivate = false, at = newYork.location, replies = [] }: Given) => {
  const id = randomUUID() as string
  await query(
    `insert into workplace_events
       (org_id, id, name, is_private, starts_at, ends_at, location_id, space_id, organizer_user_id, created_at, updated_at)
     values ($1, $2, 'Town hall', $3, $4, $4::timestamptz + interval '1 hour', $5, $6, $7, '2026-01-01', '2026-01-02')`,
    ...[id, isPrivate, startsAt, at, at === newYork.location ? newYork.space : null, people[4]],
  )
  await query(
    `insert into event_invitations (org_id, event_id, user_id, reply)
     select $1, $2, user_id, reply from unnest($3::uuid[], $4::text[]) as i (user_id, reply)`,
    ...[id, people.slice(0, replies.length), replies],
  )
  return id
}

const see = async (userId: string | undefined, timestamp: string, locationId = newYork.location) => {
  const event = { eventId: randomUUID(), timestamp, userId, locationId, locationType: 'location' }
  expect((await submit(service, org, 'presence', [event])).codes).toEqual([0])
}

const read = (filters: string, headers = {}) => readAsKey(service, org, `/v1/analytics/events/basic?${filters}`, headers)
const rows = async (filters: string) => (await read(filters)).json<EventRow[]>()
const MARCH_2 = 'startDate=2026-03-02&endDate=2026-03-02'

describe('GET /v1/analytics/events', () => {
  it('answers whole rows, with how many were invited, replied and came', async () => {
    const eventId = await gather({ replies: ['accepted', 'accepted', 'declined', 'invited'] })
    await see(people[0], '2026-03-02T15:05:00Z')
    await see(people[0], '2026-03-02T16:05:00Z')
    await see(people[2], '2026-03-03T04:59:00Z')
    await see(people[1], '2026-03-03T05:01:00Z')
    const answer = await read(MARCH_2)
    expect(answer.headers['warehouse-row-count']).toBe('1')
    expect(answer.json()).toEqual([
      {
        eventId,
        eventName: 'Town hall',
        status: 'scheduled',
        isPrivate: false,
        startsAt: '2026-03-02T15:00:00.000Z',
        endsAt: '2026-03-02T16:00:00.000Z',
        day: '2026-03-02',
        locationId: newYork.location,
        locationName: `Building ${newYork.location}`,
        spaceId: newYork.space,
        spaceName: 'Space',
        organizerUserId: people[4],
        invitedCount: 4,
        acceptedCount: 2,
        declinedCount: 1,
        attendedCount: 2,
        createdAt: expect.stringMatching(/Z$/),
        updatedAt: expect.stringMatching(/Z$/),
      },
    ])
  })

  it('withholds the name of a private event and who is invited, but not how many', async () => {
    await gather({ isPrivate: true, replies: ['accepted', 'declined'] })
    await see(people[0], '2026-03-02T15:05:00Z')
    const { text } = await read(MARCH_2)
    expect(JSON.parse(text)).toMatchObject([{ eventName: null, isPrivate: true, invitedCount: 2, attendedCount: 1 }])
    expect(text).not.toContain('Town hall')
    for (const invitee of people.slice(0, 2)) expect(text).not.toContain(invitee)
  })

  it('filters by the local day on which an event starts, both ends inclusive', async () => {
    const first = await gather({ startsAt: '2026-03-02T05:00:00Z' })
    const last = await gather({ startsAt: '2026-03-03T04:59:59.999Z' })
    await gather({ startsAt: '2026-03-02T04:59:59.999Z' })
    await gather({ startsAt: '2026-03-03T05:00:00Z' })
    expect((await rows(MARCH_2)).map(({ eventId }) => eventId)).toEqual([first, last])
    for (const zone of ['Pacific/Kiritimati', 'Etc/GMT+12']) {
      const { location: at } = await addBuilding(service, org.id, zone)
      const startsAt = Temporal.ZonedDateTime.from(`2026-03-02T12:00[${zone}]`).toInstant().toString()
      await gather({ at, startsAt })
      expect(await rows(`${MARCH_2}&locationId=${at}`)).toHaveLength(1)
    }
  })

  it('is cut to a building, of which an unknown one has none', async () => {
    const { location: at } = await addBuilding(service, org.id)
    await gather({})
    const eventId = await gather({ at })
    expect((await rows(`${MARCH_2}&locationId=${at.toUpperCase()}`)).map((row) => row.eventId)).toEqual([eventId])
    expect(await rows(`${MARCH_2}&locationId=${randomUUID()}`)).toEqual([])
    expect(await rows(`${MARCH_2}&locationId=no-id`)).toEqual([])
    expect(await rows(MARCH_2)).toHaveLength(2)
  })

  it('keeps canceled events, with their counts', async () => {
    await gather({ replies: ['accepted'] })
    await query(`update workplace_events set status = 'cancelled' where org_id = $1`)
    expect(await rows(MARCH_2)).toMatchObject([{ status: 'cancelled', acceptedCount: 1 }])
  })

  it('has one row for an event of an anonymous day, with its stored count, also when presence arrives late', async () => {
    const eventId = await gather({ replies: ['accepted', 'accepted'] })
    await query('update workplace_events set attended_count = 7 where org_id = $1')
    expect(await rows(MARCH_2)).toMatchObject([{ eventId, attendedCount: 7 }])
    await see(people[0], '2026-03-02T15:05:00Z')
    expect(await rows(MARCH_2)).toMatchObject([{ eventId, attendedCount: 7 }])
    await query('update workplace_events set attended_count = 0 where org_id = $1')
    expect(await rows(MARCH_2)).toMatchObject([{ eventId, attendedCount: 0 }])
  })

  it('takes 550 days after the first, each event once and in order, and no day more', async () => {
    const starts = Array.from({ length: 551 }, (_, day) => new Date(Date.UTC(2026, 0, 1 + day, 15)).toISOString())
    await query(
      `insert into workplace_events (org_id, id, name, starts_at, ends_at, location_id)
       select $1, gen_random_uuid(), 'Daily', s, s + interval '15 minutes', $2
       from unnest($3::timestamptz[]) s, generate_series(1, 2)`,
      ...[newYork.location, starts],
    )
    const answer = await read('startDate=20260101&endDate=20270705')
    const all = answer.json<EventRow[]>()
    expect([all.length, answer.headers['warehouse-row-count']]).toEqual([1102, '1102'])
    const keys = all.map(({ day, startsAt, eventId }) => `${day} ${startsAt} ${eventId}`)
    expect(keys).toEqual([...new Set(keys)].sort())
    const { detail } = expectProblem(await read('startDate=20260101&endDate=20270706'), 'range_too_large')
    expect(detail).toContain('startDate=2026-01-01&endDate=2027-07-05')
  })

  it('of days without any is an empty array', async () => {
    const answer = await read('startDate=2026-01-01&endDate=2027-01-01')
    expect([answer.json(), answer.headers['warehouse-row-count']]).toEqual([[], '0'])
  })

  it('shows nothing of another organization', async () => {
    await gather({})
    const other = await service.createOrganization()
    expect((await readAsKey(service, other, `/v1/analytics/events/basic?${MARCH_2}`)).json()).toEqual([])
  })

  it('answers 304 until an event of these days, a reply, presence, its building or space changes, and updatedAt says so', async () => {
    const eventId = await gather({ replies: ['invited', 'invited'] })
    const days = 'startDate=2026-03-01&endDate=2026-03-02'
    const changes = [
      () => query('update workplace_events set name = $2 where org_id = $1', 'Another name'),
      () => query(`update event_invitations set reply = 'accepted' where org_id = $1 and user_id = $2`, people[0]),
      () => query('delete from event_invitations where org_id = $1 and user_id = $2', people[0]),
      () => see(people[1], '2026-03-02T15:05:00Z'),
      () => query('delete from presence_events where org_id = $1 and user_id = $2', people[1]),
      () => query(`update locations set name = 'Renamed ' || id where org_id = $1`),
      () => query(`update spaces set name = 'Renamed' where org_id = $1`),
      () => query(`update workplace_events set starts_at = '2026-03-01T15:00Z' where org_id = $1 and id = $2`, eventId),
    ]
    for (const make of changes) {
      const before = await read(days)
      await gather({ startsAt: '2026-03-05T15:00:00Z', replies: ['accepted'] })
      await see(people[2], '2026-03-05T15:00:00Z')
      const ifChanged = { 'if-none-match': before.headers.etag }
      const { status, text } = await read(days, ifChanged)
      expect([status, text]).toEqual([304, ''])
      await make()
      const after = await read(days, ifChanged)
      expect(after.status).toBe(200)
      const [[was], [is]] = [before.json<EventRow[]>(), after.json<EventRow[]>()] as [[EventRow], [EventRow]]
      expect({ ...is, updatedAt: '' }).not.toEqual({ ...was, updatedAt: '' })
      expect(is.updatedAt > was.updatedAt, `${is.updatedAt} after ${was.updatedAt}`).toBe(true)
    }
  })
})
