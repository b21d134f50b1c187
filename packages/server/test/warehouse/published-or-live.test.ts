import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bench, openOffice, shareBench } from '../attendance/support.ts'
import { timeless } from '../refresh/support.ts'
import { inOrder, openReader, publish } from './support.ts'

let bench: Bench
beforeAll(async () => {
  bench = await shareBench()
})
afterAll(() => bench?.[Symbol.asyncDispose]())

const DAY = '2026-03-02'
const NEXT = '2026-03-03'
const RANGE = `startDate=${DAY}&endDate=${NEXT}`

/** Two buildings with a user each, planned and seen on two days. */
const openCompany = async () => {
  const office = await openOffice(bench)
  const reader = openReader(bench, office.organization)
  const [first, second] = [await office.addLocation(), await office.addLocation()]
  const [ada, grace] = [await office.addUser(first), await office.addUser(second)]
  for (const day of [DAY, NEXT]) {
    await office.plan(ada, day, 'o', first)
    await office.plan(grace, day, 'o', second)
  }
  const etagOf = async (query = RANGE) => (await reader.read('user-booking-attendance', query)).headers.etag as string
  const typeOf = async (userId: string, query = RANGE) =>
    (await reader.attendance(query)).filter((row) => row.userId === userId).map(({ attendanceType }) => attendanceType)
  return { office, ...reader, first, second, ada, grace, etagOf, typeOf }
}

/** Counts the rows of each user and day. */
const rowsPerDay = (rows: readonly { userId: string; day: string }[]) => {
  const counts = new Map<string, number>()
  for (const { userId, day } of rows) counts.set(`${userId} ${day}`, (counts.get(`${userId} ${day}`) ?? 0) + 1)
  return counts
}

describe('a day that is published for one location and not for another', () => {
  it('is read from both, whole, and with the same rows as before', async () => {
    const { office, attendance, first, second } = await openCompany()
    const before = await attendance(RANGE)
    await publish(office, { locationIds: [first] })
    expect(inOrder(timeless(await attendance(RANGE)))).toEqual(inOrder(timeless(before)))
    const parts = await Promise.all([first, second, 'none'].map((id) => attendance(`${RANGE}&locationId=${id}`)))
    expect(inOrder(timeless(parts.flat()))).toEqual(inOrder(timeless(before)))
  })

  it('shows published days as published, and the others as they are now', async () => {
    const { office, typeOf, first, second, ada, grace } = await openCompany()
    await publish(office, { locationIds: [first] })
    await office.see(ada, first, `${DAY}T09:00:00Z`)
    await office.see(grace, second, `${NEXT}T09:00:00Z`)
    expect(await typeOf(ada)).toEqual(['unconfirmed', 'unconfirmed'])
    expect(await typeOf(grace)).toEqual(['unconfirmed', 'confirmed'])
  })

  it('has no user twice who moved from one location to the other, or back', async () => {
    const { office, attendance, first, second, ada, grace } = await openCompany()
    await publish(office, { locationIds: [first] })
    // Published at the first, by now seen at the second; and the other way round.
    await office.see(ada, second, `${DAY}T09:00:00Z`)
    await office.see(grace, first, `${DAY}T09:00:00Z`)
    await office.pool.query(
      `update day_plans
       set location_id = case location_id when $2 then $3::uuid else $2::uuid end, command_id = gen_random_uuid()
       where org_id = $1`,
      [office.orgId, first, second],
    )
    const counts = rowsPerDay(await attendance(RANGE))
    expect([...counts.values()].every((count) => count === 1)).toBe(true)
    const parts = await Promise.all([first, second, 'none'].map((id) => attendance(`${RANGE}&locationId=${id}`)))
    expect(inOrder(parts.flat())).toEqual(inOrder(await attendance(RANGE)))
    await publish(office)
    expect(rowsPerDay(await attendance(RANGE)).size).toBe(4)
  })

  it('of presence is read from both', async () => {
    const { office, presence, read, first, second, ada, grace } = await openCompany()
    await office.see(ada, first, `${DAY}T09:00:00Z`, `${NEXT}T09:00:00Z`)
    await office.see(grace, second, `${DAY}T09:00:00Z`)
    const before = await presence(RANGE)
    await publish(office, { locationIds: [first] })
    expect(inOrder(await presence(RANGE))).toEqual(inOrder(before))
    await office.see(ada, first, `${DAY}T10:00:00Z`)
    await office.see(grace, second, `${DAY}T10:00:00Z`)
    expect(await presence(RANGE)).toHaveLength(before.length + 1)
    expect((await read('presence', `${RANGE}&locationIds=${second}`)).json<object[]>()).toHaveLength(2)
  })
})

describe('history that is loaded into days that count as published', () => {
  it('is read live until it is published as well', async () => {
    const { office, attendance, presence, first, ada } = await openCompany()
    await publish(office)
    const old = 'startDate=2025-01-07&endDate=2025-01-08'
    expect(await attendance(old)).toEqual([])
    await office.plan(ada, '2025-01-07', 'o', first)
    await office.see(ada, first, '2025-01-07T09:00:00Z')
    const [loaded, seen] = [await attendance(old), await presence(old)]
    expect([loaded.map(({ attendanceType }) => attendanceType), seen.length]).toEqual([['confirmed'], 1])
    expect(await attendance(`${old}&locationId=${first}`)).toEqual(loaded)
    await publish(office)
    const published = await attendance(old)
    expect([timeless(published), await presence(old)]).toEqual([timeless(loaded), seen])
    await office.see(ada, first, '2025-01-07T10:00:00Z')
    expect(await attendance(old)).toEqual(published)
  })
})

describe('the ETag of attendance', () => {
  it('stays while nothing changes, also on a node that remembers nothing', async () => {
    const { office, etagOf } = await openCompany()
    const etag = await etagOf()
    expect(await etagOf()).toBe(etag)
    await publish(office)
    const published = await etagOf()
    await publish(office)
    expect(await etagOf()).toBe(published)
  })

  it('of a live day changes with plans, presence and names, and not with other days', async () => {
    const { office, etagOf, first, ada, attendance } = await openCompany()
    const day = `startDate=${DAY}&endDate=${DAY}`
    let etag = await etagOf(day)
    await office.plan(ada, '2026-04-01', 'o', first)
    await office.see(ada, first, '2026-04-02T09:00:00Z')
    expect(await etagOf(day)).toBe(etag)
    const changes = [
      () => office.see(ada, first, `${DAY}T09:00:00Z`),
      () => office.book(ada, DAY, first),
      () => office.pool.query(`update locations set name = 'Renamed' where org_id = $1 and id = $2`, [office.orgId, first]),
    ]
    for (const change of changes) {
      const before = await attendance(day)
      await change()
      const after = await etagOf(day)
      expect(after).not.toBe(etag)
      expect(await attendance(day)).not.toEqual(before)
      etag = after
    }
  })

  it('of a published day changes when it is published with other rows, at that location only', async () => {
    const { office, etagOf, first, second, ada } = await openCompany()
    await publish(office)
    const at = (id: string) => etagOf(`${RANGE}&locationId=${id}`)
    const before = await Promise.all([etagOf(), at(first), at(second)])
    await office.see(ada, first, `${DAY}T09:00:00Z`)
    expect(await Promise.all([etagOf(), at(first), at(second)])).toEqual(before)
    await publish(office)
    const after = await Promise.all([etagOf(), at(first), at(second)])
    expect(after.map((etag, index) => etag === before[index])).toEqual([false, false, true])
  })

  it('comes with when what is asked for was last refreshed', async () => {
    const { office, read, first, second } = await openCompany()
    await publish(office, { locationIds: [first], moment: new Date('2026-03-03T12:00:00Z') })
    await publish(office, { locationIds: [second], moment: new Date('2026-03-03T12:00:00Z') })
    const { rows } = await office.pool.query<{ location_id: string; at: Date }>(
      'select location_id, published_at as at from published_locations where org_id = $1',
      [office.orgId],
    )
    const refreshed = (id: string) => rows.find(({ location_id }) => location_id === id)?.at.toISOString()
    const told = async (query: string) => {
      const { headers } = await read('user-booking-attendance', query)
      return headers['warehouse-refreshed-at']
    }
    expect(await told(`${RANGE}&locationId=${first}`)).toBe(refreshed(first))
    expect(await told(`${RANGE}&locationId=${second}`)).toBe(refreshed(second))
    expect(await told(RANGE)).toBe(refreshed(second))
    const { headers } = await read('user-booking-attendance', RANGE)
    expect(Date.parse(headers['last-modified'] as string)).toBeLessThanOrEqual(Date.now())
  })
})

it('Days of other organizations are others', async () => {
  const [one, other] = [await openCompany(), await openCompany()]
  expect(await one.etagOf()).not.toBe(await other.etagOf())
  const rows = await one.attendance(RANGE)
  expect(rows.every(({ userId }) => [one.ada, one.grace].includes(userId))).toBe(true)
  expect(await one.attendance(`${RANGE}&locationId=${other.first}`)).toEqual([])
})
