import { randomUUID } from 'node:crypto'
import type { HeadcountRow } from '@rollcall/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { basic } from '../../src/testing/test-service.ts'
import { type Bench, type Office, openOffice, shareBench } from '../attendance/support.ts'
import { send } from '../http/support/send.ts'
import { refresh, segmentsOf } from '../refresh/support.ts'
import type { Building } from './reference.ts'
import { addBuildings } from './support.ts'

const DAY = '2026-03-02'
const at = (time: string, day = DAY) => `${day}T${time}:00Z`

let bench: Bench
let office: Office
let berlin: Building
let user: string
let other: string

beforeAll(async () => {
  bench = await shareBench()
})
afterAll(() => bench?.[Symbol.asyncDispose]())
beforeEach(async () => {
  office = await openOffice(bench)
  ;[berlin] = (await addBuildings(office, ['Europe/Berlin'])) as [Building]
  user = await office.addUser()
  other = await office.addUser()
})

const read = async (query = `startDate=${DAY}&endDate=${DAY}`): Promise<HeadcountRow[]> => {
  const path = `/v1/analytics/headcount/basic?${query}`
  return (await send(bench.service.baseUrl, { path, headers: basic(office.organization.keys['data-warehouse']) })).json()
}
const publish = () => refresh(office, new Date('2026-03-05T12:00:00Z'))
/** The people at a node, in the hours with anyone. */
const peopleAt = (rows: readonly HeadcountRow[], nodeId: string) =>
  Object.fromEntries(rows.filter((row) => row.nodeId === nodeId && row.people).map(({ hour, people }) => [hour, people]))
const see = (userId: string, locationType: 'place' | 'space' | 'zone' | 'level', locationId: string, ...times: string[]) =>
  office.record(times.map((timestamp) => ({ eventId: randomUUID() as string, timestamp, userId, locationId, locationType })))

const [FIRST, SECOND] = [0, 1]
const zoneOf = (level: number, zone: number) => berlin.levels[level]?.zones[zone] as Building['levels'][number]['zones'][number]
const levelOf = (level: number) => berlin.levels[level] as Building['levels'][number]

describe('a person counts', () => {
  it('from first to last seen in each node, in local time, and once where two of them overlap', async () => {
    await see(user, 'place', zoneOf(FIRST, FIRST).placeId, at('07:59'), at('09:00'))
    await see(user, 'space', levelOf(SECOND).spaceId, at('10:30'))
    await see(user, 'zone', zoneOf(FIRST, SECOND).id, at('11:00'))
    await publish()
    const rows = await read()
    expect(peopleAt(rows, berlin.id)).toEqual({ 8: 1, 9: 1, 10: 1, 11: 1, 12: 1 })
    expect(peopleAt(rows, levelOf(FIRST).id)).toEqual({ 8: 1, 9: 1, 10: 1, 11: 1, 12: 1 })
    expect(peopleAt(rows, levelOf(SECOND).id)).toEqual({ 11: 1 })
    expect(peopleAt(rows, zoneOf(FIRST, FIRST).id)).toEqual({ 8: 1, 9: 1, 10: 1 })
    expect(peopleAt(rows, zoneOf(FIRST, SECOND).id)).toEqual({ 12: 1 })
    expect(new Set(rows.map(({ nodeId }) => nodeId)).size).toBe(5)
    expect(rows).toHaveLength(5 * 24)
  })

  it('with others who are there in the same hour', async () => {
    await see(user, 'zone', zoneOf(FIRST, FIRST).id, at('08:00'), at('10:00'))
    await see(other, 'zone', zoneOf(FIRST, FIRST).id, at('09:30'), at('12:00'))
    await publish()
    expect(peopleAt(await read(), berlin.id)).toEqual({ 9: 1, 10: 2, 11: 2, 12: 1, 13: 1 })
  })
})

it('plans count in their building, bookings at each node that contains them, next to capacity', async () => {
  await office.see(user, berlin.id, at('08:00'))
  await office.plan(user, DAY, 'o', berlin.id)
  await office.plan(other, DAY, 'o', berlin.id)
  await office.pool.query(
    `insert into bookings (org_id, id, user_id, day, location_id, zone_id, changed_by, command_id)
     values ($1, gen_random_uuid(), $2, $3, $4, $5, 'directory', gen_random_uuid())`,
    [office.orgId, other, DAY, berlin.id, zoneOf(FIRST, FIRST).id],
  )
  await publish()
  const nine = (await read()).filter(({ hour }) => hour === 9)
  const [names, level, zone] = [
    { day: DAY, hour: 9, locationId: berlin.id, locationName: `Building ${berlin.id}` },
    levelOf(FIRST).id,
    zoneOf(FIRST, FIRST).id,
  ]
  expect(nine).toEqual([
    {
      ...{ ...names, levelId: null, levelName: null, zoneId: null, zoneName: null },
      ...{ people: 1, visitors: 0, planned: 2, booked: 1, capacity: 102, locationType: 'location', nodeId: berlin.id },
    },
    {
      ...{ ...names, levelId: level, levelName: '1', zoneId: null, zoneName: null },
      ...{ people: null, visitors: null, planned: null, booked: 1, capacity: 51, locationType: 'level', nodeId: level },
    },
    {
      ...{ ...names, levelId: level, levelName: '1', zoneId: zone, zoneName: 'neighborhood' },
      ...{ people: null, visitors: null, planned: null, booked: 1, capacity: 50, locationType: 'zone', nodeId: zone },
    },
  ])
})

const visit = async (...events: { eventId: string; eventType: 'arrived' | 'departed'; timestamp: string }[]) => {
  const visitor = { visitorName: 'Alan Mathison', locationId: berlin.id }
  const submit = await send(bench.service.baseUrl, {
    method: 'POST',
    path: '/v1/visitor-arrival/basic',
    headers: { ...basic(office.organization.keys['all-permissions']), 'content-type': 'application/json' },
    body: { sourceId: 'reception', visitorEvents: events.map((event) => ({ ...visitor, ...event })) },
  })
  expect(submit.status).toBe(200)
}

it('visitors count from arrival to departure, and are no people', async () => {
  await visit(
    { eventId: 'in', eventType: 'arrived', timestamp: at('08:30') },
    { eventId: 'out', eventType: 'departed', timestamp: at('10:00') },
  )
  await publish()
  const rows = (await read()).filter(({ visitors }) => visitors)
  expect(rows.map(({ hour, visitors, people }) => [hour, visitors, people])).toEqual([
    [9, 1, null],
    [10, 1, null],
    [11, 1, null],
  ])
})

it('a corrected time zone moves the hours of visitors, also of a day without any presence', async () => {
  await visit({ eventId: 'in', eventType: 'arrived', timestamp: at('08:30') })
  const hours = async () => (await read()).filter(({ visitors }) => visitors).map(({ hour }) => hour)
  await publish()
  expect(await hours()).toEqual([9])
  await office.pool.query(`update locations set time_zone = 'Europe/Helsinki' where org_id = $1`, [office.orgId])
  await publish()
  expect(await hours()).toEqual([10])
  expect((await segmentsOf(office, 'headcount')).map(({ revision, reason }) => [revision, reason])).toEqual([[2, 'corrected']])
})

it('a building that reports no presence has people null, not 0', async () => {
  await office.plan(user, DAY, 'o', berlin.id)
  await publish()
  const rows = await read()
  expect(rows.map(({ people, planned }) => [people, planned])).toEqual(Array.from({ length: 24 }, () => [null, 1]))
})

it('a late event restates exactly the segment of its building, whose copies get its new revision by the feed', async () => {
  const [paris] = (await addBuildings(office, ['Europe/Paris'])) as [Building]
  await office.see(user, berlin.id, at('08:00'))
  await office.see(other, paris.id, at('08:00'))
  await publish()
  const before = await segmentsOf(office, 'headcount')
  expect(before.map(({ revision, reason, rowCount }) => [revision, reason, rowCount])).toEqual([
    [1, 'refreshed', 24],
    [1, 'refreshed', 24],
  ])
  await office.see(user, berlin.id, at('14:00'))
  await publish()
  const after = await segmentsOf(office, 'headcount')
  expect(after.filter(({ locationId }) => locationId === paris.id)).toEqual(
    before.filter(({ locationId }) => locationId === paris.id),
  )
  expect(after.find(({ locationId }) => locationId === berlin.id)).toMatchObject({
    revision: 2,
    reason: 'lateEvents',
    rowCount: 24,
  })
  expect(peopleAt(await read(), berlin.id)).toEqual({ 9: 1, 10: 1, 11: 1, 12: 1, 13: 1, 14: 1, 15: 1 })
})

it('live days are what publishing makes of them, for all buildings and for one', async () => {
  const [paris] = (await addBuildings(office, ['Europe/Paris'])) as [Building]
  await see(user, 'zone', zoneOf(FIRST, FIRST).id, at('08:00'), at('10:00'))
  await office.see(other, paris.id, at('08:00'))
  const one = `startDate=${DAY}&endDate=${DAY}&locationIds=${berlin.id}`
  const live = [await read(), await read(one)]
  expect(live.map(({ length }) => length)).toEqual([4 * 24, 3 * 24])
  await publish()
  expect([await read(), await read(one)]).toEqual(live)
})
