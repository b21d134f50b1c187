import { randomUUID } from 'node:crypto'
import {
  ENDPOINTS,
  HeadcountExplanation,
  type HeadcountRow,
  OccupancyExplanation,
  type OccupancyRow,
  VisitsExplanation,
} from '@rollcall/contract'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { basic } from '../../src/testing/test-service.ts'
import { type Bench, type Office, openOffice, shareBench } from '../attendance/support.ts'
import type { Building } from '../headcount/reference.ts'
import { addBuildings } from '../headcount/support.ts'
import { passDays } from '../history/support.ts'
import { post, send } from '../http/support/send.ts'

const DAY = '2026-03-02'
const at = (time: string) => `${DAY}T${time}:00.000Z`

let bench: Bench
let office: Office
let berlin: Building
let ada: string
let grace: string
let analyst: Record<string, string>
beforeAll(async () => {
  bench = await shareBench()
})
afterAll(() => bench?.[Symbol.asyncDispose]())
beforeEach(async () => {
  office = await openOffice(bench)
  ;[berlin] = (await addBuildings(office, ['Europe/Berlin'])) as [Building]
  await office.pool.query(`update locations set name = 'Berlin' where org_id = $1`, [office.orgId])
  ada = await office.addUser(berlin.id)
  grace = await office.addUser(berlin.id)
  analyst = (await bench.service.signIn(office.orgId, ['analytics-administrator'])).headers
})

const asKey = () => basic(office.organization.keys['all-permissions'])

const get = (path: string, query: Record<string, string | number>) =>
  send(bench.service.baseUrl, {
    path: `${path}?${new URLSearchParams(query as Record<string, string>)}`,
    headers: path.startsWith('/api/') ? analyst : asKey(),
  })

/** Asks for an explanation, which is what the contract says it is. */
const ask = async <T>(operation: 'explainHeadcount' | 'explainOccupancy' | 'explainVisits', query: object, schema: TSchema) => {
  const answer = await get(ENDPOINTS[operation].path, { locationId: berlin.id, day: DAY, ...query })
  expect(answer.status).toBe(200)
  const explanation = answer.json<T>()
  expect([...Compile(schema).Errors(explanation)]).toEqual([])
  return explanation
}
const explainHeadcount = (hour: number, nodeId?: string) =>
  ask<HeadcountExplanation>('explainHeadcount', { hour, ...(nodeId && { nodeId }) }, HeadcountExplanation)

const days = { startDate: DAY, endDate: DAY }
const rowsOf = async <R>(dataset: string): Promise<R[]> => (await get(`/v1/analytics/${dataset}/basic`, days)).json<R[]>()

const see = (userId: string, locationType: 'place' | 'zone' | 'location', locationId: string, ...events: [string, string][]) =>
  office.record(events.map(([eventId, time]) => ({ eventId, timestamp: at(time), userId, locationId, locationType })))

const zone = () => berlin.levels[0]?.zones[0] as Building['levels'][number]['zones'][number]

describe('headcount', () => {
  it('is explained by people with their first and last event, plans, bookings, visits and places', async () => {
    await see(ada, 'location', berlin.id, ['in', '07:59'], ['lunch', '11:30'])
    await see(grace, 'place', zone().placeId, ['desk', '08:10'])
    await office.plan(ada, DAY, 'o')
    await office.plan(grace, DAY, 'o', berlin.id)
    const bookingId = await office.book(grace, DAY, berlin.id)
    await visit('Alan', ['arrived', '08:30'])
    const explanation = await explainHeadcount(9)
    const names = new Map(
      (await office.pool.query('select id, user_name from users where org_id = $1', [office.orgId])).rows.map((row) => [
        row.id,
        row.user_name,
      ]),
    )
    const event = (kind: 'first' | 'last', id: string, time: string) => ({
      ...{ [`${kind}EventId`]: id, [`${kind}SourceId`]: 'badges', [`${kind}SeenAt`]: at(time) },
    })
    expect(explanation).toMatchObject({
      ...{ locationName: 'Berlin', timeZone: 'Europe/Berlin', locationType: 'location', levelName: null, zoneName: null },
      ...{ people: 2, visitors: 1, planned: 2, booked: 1, capacity: 102, seenOnDay: 2 },
      stays: [
        {
          userId: ada,
          userName: names.get(ada),
          ...event('first', 'in', '07:59'),
          ...event('last', 'lunch', '11:30'),
          eventCount: 2,
        },
        { userId: grace, ...event('first', 'desk', '08:10'), ...event('last', 'desk', '08:10'), eventCount: 1 },
      ],
      visits: [{ arrivedAt: at('08:30'), departedAt: null }],
      bookings: [{ bookingId, userId: grace, zoneName: null, placeName: null }],
    })
    expect(new Map(explanation.plans.map(({ userId, decidedBy }) => [userId, decidedBy]))).toEqual(
      new Map([
        [ada, 'plan'],
        [grace, 'booking'],
      ]),
    )
    expect(explanation.capacities.reduce((sum, { capacity }) => sum + capacity, 0)).toBe(102)
    expect(explanation.sentences.slice(0, 3)).toEqual([
      `2 people of the 2 seen at Berlin on ${DAY} were first seen there before 10:00 and last seen there at 09:00 or later.`,
      '1 visitor had arrived before 10:00 and not left before 09:00. Without a departure, a visit counts in the hour of its arrival only.',
      `2 people have an office plan of ${DAY} for Berlin: 1 by their booking, 1 by the plan itself, 0 by their primary building.`,
    ])
    // At ten only Ada is still there, and the visitor counts no more.
    expect(await explainHeadcount(10)).toMatchObject({
      people: 1,
      visitors: 0,
      stays: [{ userId: ada }],
      visits: [],
      seenOnDay: 2,
    })
  })

  it('of a zone names who was in it, at its desks too, and those of then after a desk moved', async () => {
    await see(ada, 'place', zone().placeId, ['desk', '08:10'])
    await see(grace, 'zone', berlin.levels[1]?.zones[0]?.id as string, ['wifi', '08:20'])
    const before = await explainHeadcount(9, zone().id)
    expect(before).toMatchObject({ locationType: 'zone', levelName: '1', zoneName: 'neighborhood', people: 1, planned: null })
    expect(before.stays.map(({ userId, firstEventId }) => [userId, firstEventId])).toEqual([[ada, 'desk']])
    const other = berlin.levels[1]?.zones[1]?.id as string
    // A year passes before the desk moves, so that it was in its first zone on the day.
    await passDays(office.pool, office.orgId, 366)
    await office.pool.query(`update places set zone_id = $3, name = 'Moved' where org_id = $1 and id = $2`, [
      ...[office.orgId, zone().placeId, other],
    ])
    expect(await explainHeadcount(9, zone().id)).toEqual(before)
    const [row] = (await rowsOf<HeadcountRow>('headcount')).filter(({ nodeId, hour }) => nodeId === zone().id && hour === 9)
    expect(row?.people).toBe(1)
  })

  it('says why people are not known, and that nothing happened', async () => {
    await office.plan(ada, DAY, 'o')
    const unknown = `The people at Berlin are not known: the building reports no presence on ${DAY}, no one was seen there in an outage, or the day has not started there.`
    expect((await explainHeadcount(9)).sentences[0]).toBe(unknown)
    await office.see(ada, berlin.id, '2026-03-01T08:00:00Z')
    expect((await explainHeadcount(9)).people).toBe(0)
    await office.pool.query(
      `insert into outages (org_id, id, location_id, first_day, last_day, status)
       values ($1, gen_random_uuid(), $2, $3, $3, 'accepted')`,
      [office.orgId, berlin.id, DAY],
    )
    const ofOutage = await explainHeadcount(9)
    expect([ofOutage.people, ofOutage.sentences[0]]).toEqual([null, unknown])
    const quiet = await explainHeadcount(9, zone().id)
    expect(quiet).toMatchObject({ people: null, booked: 0, capacity: 50, stays: [] })
    expect(quiet.sentences).toEqual([`Nothing happened at neighborhood on ${DAY}, so headcount has no row for it.`])
  })

  it('counts no plans on a closed day, as attendance has none', async () => {
    await office.plan(ada, DAY, 'o')
    await office.see(ada, berlin.id, at('08:00'))
    await office.pool.query(
      `insert into closures (org_id, id, location_id, first_day, last_day, reason)
       values ($1, gen_random_uuid(), $2, $3, $3, 'Painters')`,
      [office.orgId, berlin.id, DAY],
    )
    expect(await explainHeadcount(9)).toMatchObject({ people: 1, planned: 0, plans: [] })
  })
})

it('occupancy of an hour is explained by the reports in it, and by one that holds into it', async () => {
  const nodeId = berlin.levels[0]?.spaceId as string
  const report = (eventId: string, time: string, occupancy: number) => ({
    ...{ eventId, timestamp: at(time), locationId: nodeId, locationType: 'space', occupancy },
  })
  await post(
    bench.service.baseUrl,
    '/v1/occupancy/basic',
    { sourceId: 'sensors', occupancyEvents: [report('a', '07:50', 4), report('b', '08:20', 6), report('c', '08:45', 0)] },
    asKey(),
  )
  const explanation = await ask<OccupancyExplanation>('explainOccupancy', { hour: 9, nodeId }, OccupancyExplanation)
  expect(explanation).toMatchObject({ locationType: 'space', levelName: '1', spaceName: 'Room', samples: 2, occupiedMinutes: 45 })
  expect(
    explanation.reports.map(({ eventId, heldUntil, isSample, occupiedMinutes }) => [
      eventId,
      heldUntil,
      isSample,
      occupiedMinutes,
    ]),
  ).toEqual([
    ['a', at('08:20'), false, 20],
    ['b', at('08:45'), true, 25],
    ['c', at('09:00'), true, 0],
  ])
  expect(explanation.sentences).toEqual([
    '2 reports of the node were made in this hour, and an earlier one holds into it.',
    'It was occupied for 45 minutes: each report that it is occupied holds to the next report of the day, the last one to the end of its hour.',
    'The reports of this hour count from 0 to 6 people, 3 on average.',
  ])
  const rows = await rowsOf<OccupancyRow>('occupancy')
  expect(rows.map(({ hour, occupiedMinutes }) => [hour, occupiedMinutes])).toEqual([
    [8, 10],
    [9, 45],
  ])
  const none = await get(ENDPOINTS.explainOccupancy.path, { locationId: berlin.id, day: DAY, hour: 12, nodeId })
  expect(none.status).toBe(404)
})

const visit = (visitorName: string, ...events: ['arrived' | 'departed', string][]) =>
  post(
    bench.service.baseUrl,
    '/v1/visitor-arrival/basic',
    {
      sourceId: 'reception',
      visitorEvents: events.map(([eventType, time]) => ({
        ...{ eventId: `${visitorName} ${eventType}`, eventType, timestamp: at(time), locationId: berlin.id, visitorName },
        visitorEmail: `${visitorName}@visitor.example`,
      })),
    },
    asKey(),
  )

it('visits are explained by their arrivals and departures, and a departure without an arrival belongs to none', async () => {
  await office.pool.query(
    `insert into visits (org_id, id, visitor_name, visitor_email, location_id, day, host_user_id)
     values ($1, gen_random_uuid(), 'Alan', 'ALAN@visitor.example', $2, $3, $4)`,
    [office.orgId, berlin.id, DAY, ada],
  )
  await visit('Alan', ['arrived', '08:30'], ['departed', '10:00'])
  await visit('Mary', ['arrived', '09:00'])
  await visit('Sofia', ['departed', '09:30'])
  const explanation = await ask<VisitsExplanation>('explainVisits', {}, VisitsExplanation)
  const { rows } = await office.pool.query<{ user_name: string }>('select user_name from users where id = $1', [ada])
  expect(
    explanation.visits.map(({ visitorName, rule, events }) => [visitorName, rule, events.map(({ eventId }) => eventId)]),
  ).toEqual([
    [
      'Alan',
      `Announced by ${rows[0]?.user_name}; arrived at 09:30 (reception), left at 11:00 (reception).`,
      ['Alan arrived', 'Alan departed'],
    ],
    ['Mary', 'Came unannounced; arrived at 10:00 (reception), and no departure follows.', ['Mary arrived']],
  ])
  expect(explanation.unmatched.map(({ eventId }) => eventId)).toEqual(['Sofia departed'])
  expect(explanation.sentences[1]).toBe('Departures without an arrival or an announced visit count for nothing: 1.')
  const visitId = explanation.visits[1]?.visitId as string
  const one = await ask<VisitsExplanation>('explainVisits', { visitId }, VisitsExplanation)
  expect(one).toMatchObject({ visits: [{ visitorName: 'Mary' }], unmatched: [] })
})

describe('who asks', () => {
  const asked = { day: DAY, hour: '9' }
  const call = async (headers: Record<string, string>, query: Record<string, string> = { locationId: berlin.id, ...asked }) => {
    const path = `${ENDPOINTS.explainHeadcount.path}?${new URLSearchParams(query)}`
    const { status, json } = await send(bench.service.baseUrl, { path, headers })
    return [status, json<{ code?: string }>().code]
  }

  it('must be an analyst of the organization, and names a building of it, a day and an hour', async () => {
    const signedIn = async (role?: 'workplace-administrator') =>
      (await bench.service.signIn(office.orgId, role ? [role] : [])).headers
    expect(await call(analyst)).toEqual([200, undefined])
    expect(await call(await signedIn('workplace-administrator'))).toEqual([403, 'role_not_allowed'])
    expect(await call(await signedIn())).toEqual([403, 'role_not_allowed'])
    expect(await call({})).toEqual([401, 'session_missing'])
    expect(await call(basic(office.organization.keys['data-warehouse']))).toEqual([401, 'wrong_scheme'])
    const other = await openOffice(bench)
    const stranger = (await bench.service.signIn(other.orgId, ['global-administrator'])).headers
    expect(await call(stranger)).toEqual([404, 'entity_not_found'])
    expect(await call(analyst, { locationId: randomUUID(), ...asked })).toEqual([404, 'entity_not_found'])
    expect(await call(analyst, { locationId: 'x', ...asked })).toEqual([404, 'entity_not_found'])
    expect(await call(analyst, { locationId: berlin.id, day: '2026-02-30', hour: '9' })).toEqual([400, 'invalid_parameter'])
    expect(await call(analyst, { locationId: berlin.id, day: DAY, hour: '24' })).toEqual([400, 'invalid_parameter'])
    expect(await call(analyst, { locationId: berlin.id, ...asked, nodeId: randomUUID() })).toEqual([404, 'entity_not_found'])
  })

  it('is in the audit log with the question', async () => {
    await call(analyst)
    const { rows } = await office.pool.query(
      `select action, entity_id, after from audit_log where org_id = $1 and entity_type = 'dataset' order by entry_no desc limit 1`,
      [office.orgId],
    )
    expect(rows).toEqual([
      { action: 'dataset.read', entity_id: 'explain/headcount', after: { locationId: berlin.id, day: DAY, hour: 9 } },
    ])
  })
})
