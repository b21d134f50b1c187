import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { shareTestService } from '../../src/testing/shared-service.ts'
import { bearer, type TestService } from '../../src/testing/test-service.ts'
import { tokenOf } from '../http/support/credentials.ts'
import type { Answer } from '../http/support/send.ts'
import { addOffice, call, dayFromToday, type Office, outcome } from './support.ts'

let service: TestService
let orgId: string
let office: Office
let key: { headers: Record<string, string> }

beforeAll(async () => {
  service = await shareTestService()
  const organization = await service.createOrganization()
  orgId = organization.id
  office = await addOffice(service, orgId, { desks: 2, capacity: 10 })
  key = { headers: bearer(await tokenOf(service.baseUrl, organization.keys['all-permissions'])) }
})
afterAll(() => service[Symbol.asyncDispose]())

const addUsers = async (count: number): Promise<string[]> => {
  const ids = Array.from({ length: count }, () => randomUUID() as string)
  await service.database.pool.query(
    `insert into users (org_id, id, user_name, primary_location_id) select $1, id, id::text, $3 from unnest($2::uuid[]) id`,
    [orgId, ids, office.locationId],
  )
  return ids
}

/** Sends a call again while the service is too busy for it, as clients do. */
const book = async (userId: string, day: string, node: object): Promise<Answer> => {
  const answer = await call(service, key, 'PUT', `/api/users/${userId}/days/${day}/booking`, node)
  if (answer.status !== 503) return answer
  await setTimeout(Number(answer.headers['retry-after']) * 1_000)
  return book(userId, day, node)
}

const bookAll = async (users: readonly string[], day: string, node: (index: number) => object) => {
  const answers = await Promise.all(users.map((userId, index) => book(userId, day, node(index))))
  return Object.fromEntries(
    Object.entries(Object.groupBy(answers.map(outcome), String)).map(([code, all]) => [code, all?.length]),
  )
}

const liveBookings = async (day: string) =>
  (await service.database.pool.query(`select * from bookings where org_id = $1 and day = $2 and status = 'booked'`, [orgId, day]))
    .rows

it('gives a desk that 200 people want at once to exactly one of them', async () => {
  const day = dayFromToday(1)
  const users = await addUsers(200)
  expect(await bookAll(users, day, () => ({ placeId: office.deskIds[0] }))).toEqual({ 200: 1, desk_taken: 199 })
  expect(await liveBookings(day)).toHaveLength(1)
})

it('fills a zone of capacity 10 that 100 people want at once with exactly 10', async () => {
  const day = dayFromToday(2)
  const users = await addUsers(100)
  expect(await bookAll(users, day, () => ({ zoneId: office.openZoneId }))).toEqual({ 200: 10, zone_full: 90 })
  expect(await liveBookings(day)).toHaveLength(10)
})

it('never lets a deadlock reach those who swap their desks at once', async () => {
  const day = dayFromToday(3)
  const users = await addUsers(2)
  expect(await bookAll(users, day, (index) => ({ placeId: office.deskIds[index] }))).toEqual({ 200: 2 })
  for (let round = 0; round < 5; round++) {
    const outcomes = await bookAll(users, day, (index) => ({ placeId: office.deskIds[(index + round) % 2] }))
    expect(Object.keys(outcomes).filter((code) => code !== '200' && code !== 'desk_taken')).toEqual([])
    expect(await liveBookings(day)).toHaveLength(2)
  }
})

it('leaves one booking to a user who books from many windows at once', async () => {
  const day = dayFromToday(4)
  const [userId] = (await addUsers(1)) as [string]
  const nodes = [
    { placeId: office.deskIds[0] },
    { placeId: office.deskIds[1] },
    { zoneId: office.openZoneId },
    { locationId: office.locationId },
  ]
  const outcomes = await bookAll(Array(40).fill(userId), day, (index) => nodes[index % nodes.length] as object)
  expect(outcomes).toEqual({ 200: 40 })
  expect(await liveBookings(day)).toHaveLength(1)
})

it('never leaves a booking on a day that became remote meanwhile', async () => {
  const day = dayFromToday(5)
  const users = await addUsers(30)
  const work = users.flatMap((userId, index) => [
    call(service, key, 'PUT', `/api/users/${userId}/days/${day}/booking`, { locationId: office.locationId }),
    call(service, key, 'PUT', `/api/users/${userId}/days/${day}/plan`, { plan: index % 2 ? 'r' : 'a' }),
  ])
  const outcomes = new Set((await Promise.all(work)).map(outcome))
  expect([...outcomes]).toEqual([200])
  const { rows } = await service.database.pool.query(
    `select from bookings b join day_plans p using (org_id, user_id, day)
     where org_id = $1 and day = $2 and b.status = 'booked' and p.plan <> 'o'`,
    [orgId, day],
  )
  expect(rows).toEqual([])
})
