import { randomUUID } from 'node:crypto'
import type { Invitation, Problem, WorkplaceEvent } from '@rollcall/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { shareTestService } from '../../src/testing/shared-service.ts'
import { bearer, type SignedIn, type TestOrganization, type TestService } from '../../src/testing/test-service.ts'
import { afterWaiting } from '../http/support/after-waiting.ts'
import { tokenOf } from '../http/support/credentials.ts'
import { expectProblem } from '../http/support/expect-problem.ts'
import { addBuilding, type Nodes } from '../ingest/support.ts'
import { addPeople, callAs } from '../parking/support.ts'

let service: TestService
let org: TestOrganization
let nodes: Nodes
let organizer: SignedIn
let invitee: SignedIn
let outsider: SignedIn
let workplaceAdmin: SignedIn
let key: SignedIn

beforeAll(async () => {
  service = await shareTestService()
})
afterAll(() => service?.[Symbol.asyncDispose]())
beforeEach(async () => {
  org = await service.createOrganization()
  nodes = await addBuilding(service, org.id, 'America/New_York')
  organizer = await service.signIn(org.id)
  invitee = await service.signIn(org.id)
  outsider = await service.signIn(org.id)
  workplaceAdmin = await service.signIn(org.id, ['workplace-administrator'])
  key = { userId: '', userName: '', headers: bearer(await tokenOf(service.baseUrl, org.keys['all-permissions'])) }
})

const as = (who: SignedIn, method: string, path: string, body?: object) =>
  callAs(service, who, method, `/api/events${path}`, body)
const query = (text: string, ...values: unknown[]) => service.database.pool.query(text, [org.id, ...values])

const gathering = (more: object = {}) => ({
  eventName: 'All hands',
  startsAt: '2031-03-02T15:00:00Z',
  endsAt: '2031-03-02T16:00:00Z',
  locationId: nodes.location,
  ...more,
})
const create = async (more: object = {}, who = organizer) => {
  const answer = await as(who, 'POST', '', gathering(more))
  expect([answer.status, answer.status === 201 ? '' : answer.text]).toEqual([201, ''])
  return answer.json<WorkplaceEvent>()
}
const seenBy = async (who: SignedIn, eventId: string) => (await as(who, 'GET', `/${eventId}`)).json<WorkplaceEvent>()
const invited = async (who: SignedIn, eventId: string) =>
  (await as(who, 'GET', `/${eventId}/invitations`)).json<{ items: Invitation[] }>().items.map(({ userId }) => userId)
const listed = async (who: SignedIn, filters: string) =>
  (await as(who, 'GET', `?${filters}`)).json<{ items: WorkplaceEvent[]; nextCursor: string | null }>()

describe('a workplace event', () => {
  it('is dated by its change, and not by when the change began to wait for another one', async () => {
    const { eventId } = await create()
    const lock = ['select from workplace_events where org_id = $1 and id = $2 for update', org.id, eventId] as const
    const change = () => as(organizer, 'PATCH', `/${eventId}`, { eventName: 'Town hall' })
    const { answer, released } = await afterWaiting(service, lock, change)
    const { updatedAt } = answer.json<WorkplaceEvent>()
    expect(updatedAt >= released, `${updatedAt} after ${released}`).toBe(true)
  })

  it('is organized by the user who adds it, on the local day on which it starts', async () => {
    const event = await create({
      startsAt: '2031-03-02T04:30:00+00:00',
      endsAt: '2031-03-03T00:00:00-05:00',
      spaceId: nodes.space,
      invitees: [invitee.userId],
    })
    expect(event).toMatchObject({
      eventName: 'All hands',
      status: 'scheduled',
      isPrivate: false,
      startsAt: '2031-03-02T04:30:00.000Z',
      endsAt: '2031-03-03T05:00:00.000Z',
      day: '2031-03-01',
      organizerUserId: organizer.userId,
      spaceName: 'Space',
      reply: null,
      invitedCount: 1,
      acceptedCount: 0,
      declinedCount: 0,
      attendedCount: null,
    })
    expect(await seenBy(outsider, event.eventId)).toEqual(event)
  })

  it('is returned again for the same eventId, also at once, and no other user can repeat it', async () => {
    const eventId = randomUUID()
    const answers = await Promise.all(Array.from({ length: 5 }, () => as(organizer, 'POST', '', gathering({ eventId }))))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect((await create({ eventId: eventId.toUpperCase(), eventName: 'Another name' })).eventName).toBe('All hands')
    expectProblem(await as(outsider, 'POST', '', gathering({ eventId })), 'conflict')
  })

  it.each([
    ['ends when it begins', { endsAt: '2031-03-02T15:00:00Z' }, '/endsAt'],
    ['lasts longer than 31 days', { endsAt: '2031-04-02T15:00:00.001Z' }, '/endsAt'],
    ['begins on a day that there is not', { startsAt: '2031-02-30T15:00:00Z' }, '/startsAt'],
    ['has no zone in its time', { startsAt: '2031-03-02T15:00:00' }, '/startsAt'],
  ])('is refused when it %s', async (_, more, pointer) => {
    const { errors } = expectProblem(await as(organizer, 'POST', '', gathering(more)), 'invalid_body')
    expect(errors?.map((fault) => fault.pointer)).toEqual([pointer])
  })

  it('may last 31 days', async () => {
    expect((await create({ endsAt: '2031-04-02T15:00:00Z' })).endsAt).toBe('2031-04-02T15:00:00.000Z')
  })

  it('takes place in a space of its building, both in use', async () => {
    const elsewhere = await addBuilding(service, org.id)
    const { errors } = expectProblem(await as(organizer, 'POST', '', gathering({ spaceId: elsewhere.space })), 'invalid_body')
    expect(errors?.[0]?.pointer).toBe('/spaceId')
    const { eventId } = await create({ spaceId: nodes.space })
    expectProblem(await as(organizer, 'PATCH', `/${eventId}`, { locationId: elsewhere.location }), 'invalid_body')
    const moved = await as(organizer, 'PATCH', `/${eventId}`, { locationId: elsewhere.location, spaceId: null })
    expect(moved.json()).toMatchObject({ locationId: elsewhere.location, spaceId: null })
    await query(`update spaces set status = 'inactive' where org_id = $1 and id = $2`, nodes.space)
    expectProblem(await as(organizer, 'POST', '', gathering({ spaceId: nodes.space })), 'place_inactive')
  })

  it('is organized for another user by administrators and keys only', async () => {
    const organizerUserId = organizer.userId
    const { eventId } = await create()
    for (const more of [{}, { eventId }]) {
      expectProblem(await as(outsider, 'POST', '', gathering({ organizerUserId, ...more })), 'role_not_allowed')
    }
    for (const who of [workplaceAdmin, key])
      expect((await create({ organizerUserId }, who)).organizerUserId).toBe(organizerUserId)
  })

  it('is changed and canceled by its organizer and by administrators', async () => {
    const { eventId } = await create()
    expectProblem(await as(outsider, 'PATCH', `/${eventId}`, { status: 'cancelled' }), 'role_not_allowed')
    expectProblem(await as(outsider, 'PUT', `/${eventId}/invitations`, { add: [] }), 'role_not_allowed')
    expect((await as(organizer, 'PATCH', `/${eventId}`, { eventName: 'Town hall' })).json()).toMatchObject({
      eventName: 'Town hall',
    })
    expect((await as(workplaceAdmin, 'PATCH', `/${eventId}`, { status: 'cancelled' })).json()).toMatchObject({
      status: 'cancelled',
    })
    expectProblem(await as(organizer, 'PATCH', `/${eventId}`, { startsAt: '2031-03-02T16:00:00Z' }), 'invalid_body')
  })
})

describe('a private event', () => {
  const hidden = () => [outsider, workplaceAdmin, key]

  it('shows its name and its invitees only to its organizer and its invitees', async () => {
    const { eventId } = await create({ isPrivate: true, invitees: [invitee.userId] })
    for (const who of [organizer, invitee]) {
      expect(await seenBy(who, eventId)).toMatchObject({ eventName: 'All hands', isPrivate: true, invitedCount: 1 })
      expect(await invited(who, eventId)).toEqual([invitee.userId])
      expect((await listed(who, '')).items[0]?.eventName).toBe('All hands')
    }
    for (const who of hidden()) {
      expect(await seenBy(who, eventId)).toMatchObject({ eventName: null, isPrivate: true, invitedCount: 1 })
      expectProblem(await as(who, 'GET', `/${eventId}/invitations`), 'event_private')
      const list = await as(who, 'GET', '')
      expect(list.json<{ items: WorkplaceEvent[] }>().items[0]?.eventName).toBeNull()
      expect(list.text).not.toContain(invitee.userId)
    }
  })

  it('without an organizer is hidden from keys as well', async () => {
    const { eventId, eventName } = await create({ isPrivate: true, invitees: [invitee.userId] }, key)
    expect(eventName).toBeNull()
    expect((await seenBy(invitee, eventId)).eventName).toBe('All hands')
    expect((await seenBy(outsider, eventId)).eventName).toBeNull()
  })

  it('does not let administrators see more of it', async () => {
    const { eventId } = await create({ isPrivate: true })
    for (const who of [workplaceAdmin, key]) {
      expectProblem(await as(who, 'PATCH', `/${eventId}`, { isPrivate: false }), 'role_not_allowed')
      expectProblem(await as(who, 'PATCH', `/${eventId}`, { eventName: 'Mine' }), 'role_not_allowed')
      expectProblem(await as(who, 'PUT', `/${eventId}/invitations`, { add: [workplaceAdmin.userId] }), 'role_not_allowed')
      const canceled = await as(who, 'PATCH', `/${eventId}`, { status: 'cancelled' })
      expect(canceled.json()).toMatchObject({ status: 'cancelled', eventName: null })
    }
  })

  it('is no longer visible to users who are no longer invited', async () => {
    const { eventId } = await create({ isPrivate: true, invitees: [invitee.userId] })
    await as(organizer, 'PUT', `/${eventId}/invitations`, { remove: [invitee.userId] })
    expect((await seenBy(invitee, eventId)).eventName).toBeNull()
  })
})

describe('invitations', () => {
  const change = (eventId: string, body: object) => as(organizer, 'PUT', `/${eventId}/invitations`, body)

  it('are added and removed, also again, and keep their replies', async () => {
    const { eventId } = await create({ invitees: [invitee.userId] })
    await as(invitee, 'PUT', `/${eventId}/reply`, { reply: 'accepted' })
    const body = {
      add: [invitee.userId, outsider.userId, outsider.userId.toUpperCase()],
      remove: [workplaceAdmin.userId, outsider.userId],
    }
    for (let time = 0; time < 2; time++) {
      expect((await change(eventId, body)).json()).toMatchObject({ invitedCount: 2, acceptedCount: 1 })
    }
    expect((await change(eventId, { remove: [invitee.userId] })).json()).toMatchObject({ invitedCount: 1, acceptedCount: 0 })
  })

  it('take up to 1,000 users a call, and a whole group', async () => {
    const { eventId } = await create()
    const people = await addPeople(service, org.id, 1001)
    expectProblem(await change(eventId, { add: people }), 'invalid_body')
    expect((await change(eventId, { add: people.slice(0, 1000) })).json()).toMatchObject({ invitedCount: 1000 })
    const groupId = randomUUID()
    await query(`insert into groups (org_id, id, name, type, origin) values ($1, $2, 'Team', 'team', 'administrator')`, groupId)
    await query(
      'insert into group_members (org_id, group_id, user_id) select $1, $2, unnest($3::uuid[])',
      groupId,
      people.slice(999),
    )
    await query(`update users set status = 'inactive' where org_id = $1 and id = $2`, people[999])
    expect((await change(eventId, { groupId })).json()).toMatchObject({ invitedCount: 1001 })
    const { items, nextCursor } = (await as(organizer, 'GET', `/${eventId}/invitations?limit=1000`)).json<{
      items: Invitation[]
      nextCursor: string
    }>()
    const rest = await as(organizer, 'GET', `/${eventId}/invitations?cursor=${nextCursor}`)
    const all = [...items, ...rest.json<{ items: Invitation[] }>().items].map(({ userId }) => userId)
    expect(all).toEqual(people.toSorted())
  })

  it('are 10,000 for an event at most, or nothing changes', async () => {
    const { eventId } = await create()
    await query(
      `with people as (insert into users (org_id, id, user_name) select $1, gen_random_uuid(), 'person ' || n
         from generate_series(1, 9999) n returning id)
       insert into event_invitations (org_id, event_id, user_id) select $1, $2, id from people`,
      eventId,
    )
    const [last, one] = await addPeople(service, org.id, 2)
    expectProblem(await change(eventId, { add: [last, one] }), 'conflict')
    expect((await seenBy(organizer, eventId)).invitedCount).toBe(9999)
    expect((await change(eventId, { add: [last] })).json()).toMatchObject({ invitedCount: 10_000 })
  })

  it('are for active users of the organization, all or nothing', async () => {
    const { eventId } = await create()
    await query(`update users set status = 'inactive' where org_id = $1 and id = $2`, outsider.userId)
    const { detail } = expectProblem(await change(eventId, { add: [invitee.userId, outsider.userId] }), 'user_inactive')
    expect(detail).toContain('add/1')
    expectProblem(await change(eventId, { add: [invitee.userId, randomUUID()] }), 'entity_not_found')
    expectProblem(await change(eventId, { groupId: randomUUID() }), 'entity_not_found')
    expectProblem(await as(organizer, 'POST', '', gathering({ invitees: [outsider.userId] })), 'user_inactive')
    expect(await invited(organizer, eventId)).toEqual([])
  })

  it('are replied to by the invited, and the last reply counts', async () => {
    const { eventId } = await create({ invitees: [invitee.userId] })
    const reply = (who: SignedIn, said: string) => as(who, 'PUT', `/${eventId}/reply`, { reply: said })
    expect((await reply(invitee, 'accepted')).json()).toMatchObject({ reply: 'accepted', acceptedCount: 1, declinedCount: 0 })
    expect((await reply(invitee, 'declined')).json()).toMatchObject({ reply: 'declined', acceptedCount: 0, declinedCount: 1 })
    expectProblem(await reply(invitee, 'invited'), 'invalid_body')
    for (const who of [organizer, outsider, key]) expectProblem(await reply(who, 'accepted'), 'entity_not_found')
    await as(organizer, 'PATCH', `/${eventId}`, { status: 'cancelled' })
    expectProblem(await reply(invitee, 'accepted'), 'conflict')
  })
})

describe('attendedCount', () => {
  const seen = (userId: string, occurredAt: string, at = nodes, timeZone = 'America/New_York') =>
    query(
      `insert into presence_events (org_id, utc_day, source_no, event_id, occurred_at, local_day, user_id, location_id, node_type, node_id)
       select $1, ($2::timestamptz at time zone 'UTC')::date, 1, gen_random_uuid(), $2, ($2::timestamptz at time zone $5)::date, $3, $4, 'location', $4`,
      occurredAt,
      userId,
      at.location,
      timeZone,
    )

  it('is the number of invitees who were at the building on its local day', async () => {
    await query(`select ensure_event_partitions('2031-03-01'), $1::uuid`)
    const [once, twice, edge, before, elsewhere, absent] = (await addPeople(service, org.id, 6)) as [
      string,
      string,
      string,
      string,
      string,
      string,
    ]
    const other = await addBuilding(service, org.id)
    const { eventId } = await create({ invitees: [once, twice, edge, before, elsewhere, absent] })
    const analyst = await service.signIn(org.id, ['analytics-administrator'])
    expect((await seenBy(analyst, eventId)).attendedCount).toBe(0)
    await seen(once, '2031-03-02T14:00:00Z')
    await seen(twice, '2031-03-02T05:00:00Z')
    await seen(twice, '2031-03-02T20:00:00Z')
    await seen(edge, '2031-03-03T04:59:59Z')
    await seen(before, '2031-03-02T04:59:59Z')
    await seen(elsewhere, '2031-03-02T15:00:00Z', other, 'UTC')
    await seen(outsider.userId, '2031-03-02T15:00:00Z')
    for (const who of [analyst, key]) expect((await seenBy(who, eventId)).attendedCount).toBe(3)
    const { rows } = await query(`select event_id, attended_count from event_attendance($1, '2031-03-01', '2031-03-03')`)
    expect(rows).toEqual([{ event_id: eventId, attended_count: 3 }])
  })

  it('is for analysts and keys, and only where one event is read', async () => {
    const { eventId } = await create({ invitees: [invitee.userId] })
    const booker = await service.signIn(org.id, ['bookings-administrator'])
    for (const who of [organizer, invitee, outsider, workplaceAdmin, booker]) {
      expect((await seenBy(who, eventId)).attendedCount).toBeNull()
    }
    const owner = await service.signIn(org.id, ['global-administrator'])
    expect((await seenBy(owner, eventId)).attendedCount).toBe(0)
    const own = await create({ invitees: [owner.userId] }, owner)
    const answers = [
      await as(owner, 'PATCH', `/${own.eventId}`, { eventName: 'Town hall' }),
      await as(owner, 'PUT', `/${own.eventId}/invitations`, { add: [invitee.userId] }),
      await as(owner, 'PUT', `/${own.eventId}/reply`, { reply: 'accepted' }),
    ]
    expect([own, ...answers.map((answer) => answer.json<WorkplaceEvent>())].map((event) => event.attendedCount)).toEqual([
      ...[null, null, null, null],
    ])
  })
})

describe('the list', () => {
  it('is paged completely, by start, within local days, building by building', async () => {
    const there = await addBuilding(service, org.id, 'Pacific/Kiritimati')
    const starts = [
      '2031-03-01T09:59:59Z',
      '2031-03-01T10:00:00Z',
      '2031-03-02T04:59:59Z',
      '2031-03-02T05:00:00Z',
      '2031-03-02T09:59:59Z',
      '2031-03-03T05:00:00Z',
    ]
    for (const startsAt of starts) {
      for (const locationId of [nodes.location, there.location])
        await create({ startsAt, endsAt: '2031-03-04T00:00:00Z', locationId })
    }
    const all = async (filters: string) => {
      const items: WorkplaceEvent[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page = await listed(outsider, `limit=1${filters}${cursor && `&cursor=${cursor}`}`)
        items.push(...page.items)
        cursor = page.nextCursor
      }
      return items.map(
        ({ startsAt, locationId }) => `${startsAt.slice(5, 19)} ${locationId === there.location ? 'there' : 'here'}`,
      )
    }
    expect((await all('')).length).toBe(12)
    expect(await all(`&locationId=${nodes.location}&startDate=2031-03-02&endDate=20310302`)).toEqual([
      '03-02T05:00:00 here',
      '03-02T09:59:59 here',
    ])
    expect(await all(`&locationId=${there.location}&startDate=2031-03-02&endDate=2031-03-02`)).toEqual([
      '03-01T10:00:00 there',
      '03-02T04:59:59 there',
      '03-02T05:00:00 there',
      '03-02T09:59:59 there',
    ])
    expect((await all('&startDate=2031-03-02&endDate=2031-03-02')).length).toBe(6)
    expect(await all('&startDate=2031-03-04')).toEqual([])
  })

  it('of my events has what I organize and what I am invited to', async () => {
    const own = await create({}, invitee)
    const asked = await create({ invitees: [invitee.userId] })
    await create()
    const mine = async (who: SignedIn) => (await listed(who, 'mine=true')).items.map(({ eventId }) => eventId).sort()
    expect(await mine(invitee)).toEqual([own.eventId, asked.eventId].sort())
    expect(await mine(outsider)).toEqual([])
    expect(await mine(key)).toEqual([])
    expect((await listed(outsider, 'mine=false')).items).toHaveLength(3)
  })

  it('knows no other values of its parameters', async () => {
    const forged = Buffer.from(JSON.stringify(['2031-99-99T00:00:00.000Z', randomUUID()])).toString('base64url')
    for (const filters of [
      'mine=yes',
      'startDate=2031-02-30',
      'startDate=2031-03-02&endDate=2031-03-01',
      'cursor=x',
      `cursor=${forged}`,
    ]) {
      expect((await as(outsider, 'GET', `?${filters}`)).json<Problem>().code).toBe('invalid_parameter')
    }
  })
})
