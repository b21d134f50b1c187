import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Bench, type Office, openOffice, shareBench } from './support.ts'

let bench: Bench
let office: Office
let home: string
let other: string
let user: string

const DAY = '2026-03-02'
const MORNING = '2026-03-02T08:00:00.000Z'
const NOON = '2026-03-02T12:00:00.000Z'

beforeAll(async () => {
  bench = await shareBench()
})
afterAll(() => bench?.[Symbol.asyncDispose]())
beforeEach(async () => {
  office = await openOffice(bench)
  home = await office.addLocation('UTC', { from: '2026-01-01' })
  other = await office.addLocation('UTC')
  user = await office.addUser(home)
})

describe('a location reports presence', () => {
  it.each([
    ['2026-03-01', 'unconfirmed'],
    ['2026-03-02', 'noShow'],
    ['2026-03-05', 'noShow'],
    ['2026-03-06', 'unconfirmed'],
  ])('from and until the days an administrator says: %s is %s', async (day, type) => {
    const building = await office.addLocation('UTC', { from: '2026-03-02', until: '2026-03-05' })
    await office.plan(user, day, 'o', building)
    expect(await office.typeOf(user, day)).toBe(type)
  })

  it('from its earliest event on, without end, and from an earlier day once an earlier event arrives', async () => {
    const days = ['2026-02-27', '2026-03-01', '2026-03-02', '2026-08-20']
    for (const day of days) await office.plan(user, day, 'o', other)
    const types = () => Promise.all(days.map((day) => office.typeOf(user, day)))
    expect(await types()).toEqual(['unconfirmed', 'unconfirmed', 'unconfirmed', 'unconfirmed'])
    const colleague = await office.addUser()
    await office.see(colleague, other, NOON, '2026-03-04T08:00:00Z')
    expect(await types()).toEqual(['unconfirmed', 'unconfirmed', 'noShow', 'noShow'])
    await office.see(colleague, other, '2026-02-28T08:00:00Z')
    expect(await types()).toEqual(['unconfirmed', 'noShow', 'noShow', 'noShow'])
    await office.see(colleague, other, '2026-03-08T08:00:00Z')
    expect(await types()).toEqual(['unconfirmed', 'noShow', 'noShow', 'noShow'])
  })

  it('from its earliest event until the day an administrator says', async () => {
    const building = await office.addLocation('UTC', { until: '2026-03-03' })
    await office.see(await office.addUser(), building, NOON)
    for (const day of ['2026-03-01', '2026-03-03', '2026-03-04']) await office.plan(user, day, 'o', building)
    expect(await office.typeOf(user, '2026-03-01')).toBe('unconfirmed')
    expect(await office.typeOf(user, '2026-03-03')).toBe('noShow')
    expect(await office.typeOf(user, '2026-03-04')).toBe('unconfirmed')
  })

  it('not because of the events of another organization or location, nor of refused ones', async () => {
    await office.plan(user, DAY, 'o', other)
    await office.see(user, home, '2026-03-01T08:00:00Z')
    const [result] = await office.record([
      ...[
        { eventId: 'e1', timestamp: MORNING, userId: crypto.randomUUID(), locationId: other, locationType: 'location' as const },
      ],
    ])
    expect(result?.resultCode).toBe(1)
    expect(await office.typeOf(user, DAY)).toBe('unconfirmed')
  })
})

describe('reading', () => {
  it('finds by user and by the location that rows belong to, each row once, of this organization only', async () => {
    const stranger = await openOffice(bench)
    const abroad = await stranger.addLocation()
    await stranger.see(await stranger.addUser(), abroad, NOON)
    const second = await office.addUser(other)
    const third = await office.addUser()
    await office.plan(user, DAY, 'o')
    await office.see(user, other, NOON)
    await office.plan(second, DAY, 'a')
    await office.plan(third, '2026-03-03', 'r')
    const range = { firstDay: '2026-03-01', lastDay: '2026-03-31' }
    const idsOf = async (filter: object) => (await office.list({ ...range, ...filter })).map(({ userId }) => userId)
    expect(await idsOf({})).toEqual([user, second, third].sort())
    expect(await idsOf({ userId: user })).toEqual([user])
    expect(await idsOf({ locationId: other })).toEqual([user, second].sort())
    expect(await idsOf({ locationId: home })).toEqual([])
    expect(await idsOf({ lastDay: '2026-03-02' })).toEqual([user, second].sort())
    expect(await idsOf({ locationId: abroad })).toEqual([])
  })

  it('shows when the latest plan, booking or presence arrived', async () => {
    await office.plan(user, DAY, 'o')
    const planned = (await office.rowOf(user, DAY))?.updatedAt as Date
    await office.book(user, DAY, home)
    const booked = (await office.rowOf(user, DAY))?.updatedAt as Date
    await office.see(user, home, MORNING)
    const seen = (await office.rowOf(user, DAY))?.updatedAt as Date
    expect(booked.getTime()).toBeGreaterThan(planned.getTime())
    expect(seen.getTime()).toBeGreaterThan(booked.getTime())
  })

  it('is one statement into which PostgreSQL pushes the user', async () => {
    const { rows } = await office.pool.query('explain (costs off) select * from attendance($1, $2, $2) where user_id = $3', [
      office.orgId,
      DAY,
      user,
    ])
    const text = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(text).not.toContain('Function Scan on attendance')
    expect(text).toMatch(new RegExp(`presence_events(.|\n)*user_id = '${user}'`))
  })
})
