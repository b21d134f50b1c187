import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Bench, type Office, openOffice, shareBench } from './support.ts'

let bench: Bench
let office: Office

beforeAll(async () => {
  bench = await shareBench()
})
afterAll(() => bench?.[Symbol.asyncDispose]())
beforeEach(async () => {
  office = await openOffice(bench)
})

describe('presence counts for the local day of the location', () => {
  // Zone, the local day, its first and last millisecond.
  it.each([
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z'],
    ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z'],
    ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z', '2026-03-09T03:59:59.999Z'],
    ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T04:59:59.999Z'],
    ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00:00.000Z', '2026-04-05T13:29:59.999Z'],
    ['Australia/Lord_Howe', '2026-10-04', '2026-10-03T13:30:00.000Z', '2026-10-04T12:59:59.999Z'],
    ['Pacific/Apia', '2026-03-02', '2026-03-01T11:00:00.000Z', '2026-03-02T10:59:59.999Z'],
    ['Pacific/Kiritimati', '2026-03-02', '2026-03-01T10:00:00.000Z', '2026-03-02T09:59:59.999Z'],
    ['Pacific/Pago_Pago', '2026-03-02', '2026-03-02T11:00:00.000Z', '2026-03-03T10:59:59.999Z'],
    // Samoa left out 30 December.
    ['Pacific/Apia', '2011-12-31', '2011-12-30T10:00:00.000Z', '2011-12-31T09:59:59.999Z'],
    ['Pacific/Apia', '2011-12-29', '2011-12-29T10:00:00.000Z', '2011-12-30T09:59:59.999Z'],
  ])('in %s on %s, to the millisecond', async (zone, day, first, last) => {
    const building = await office.addLocation(zone)
    const user = await office.addUser(building)
    await office.plan(user, day, 'o')
    const before = new Date(Date.parse(first) - 1).toISOString()
    const after = new Date(Date.parse(last) + 1).toISOString()
    await office.see(user, building, before, after)
    expect(await office.typeOf(user, day)).toBe('noShow')
    await office.see(user, building, first, last)
    expect(await office.rowOf(user, day)).toMatchObject({
      ...{ attendanceType: 'confirmed', firstSeenAt: new Date(first), lastSeenAt: new Date(last) },
    })
  })

  it('so the same moment is one day here and another there', async () => {
    const [kiritimati, pago] = [await office.addLocation('Pacific/Kiritimati'), await office.addLocation('Pacific/Pago_Pago')]
    const user = await office.addUser()
    await office.see(user, kiritimati, '2026-03-02T10:30:00Z')
    await office.see(user, pago, '2026-03-02T10:30:00Z')
    const rows = await office.list({ firstDay: '2026-03-01', lastDay: '2026-03-03' })
    expect(rows.map(({ day, attendanceLocationId }) => [day, attendanceLocationId])).toEqual([
      ['2026-03-01', pago],
      ['2026-03-03', kiritimati],
    ])
  })
})

describe('a day that is not over', () => {
  it.each([
    ['Europe/Berlin', '2026-03-29', '2026-03-29T21:59:59.999Z', '2026-03-29T22:00:00.000Z'],
    ['America/New_York', '2026-11-01', '2026-11-02T04:59:59.999Z', '2026-11-02T05:00:00.000Z'],
    ['Australia/Lord_Howe', '2026-10-04', '2026-10-04T12:59:59.999Z', '2026-10-04T13:00:00.000Z'],
    ['Pacific/Apia', '2026-03-02', '2026-03-02T10:59:59.999Z', '2026-03-02T11:00:00.000Z'],
    ['Pacific/Pago_Pago', '2026-03-02', '2026-03-03T10:59:59.999Z', '2026-03-03T11:00:00.000Z'],
  ])('in %s: no one is missing on %s until it has ended there', async (zone, day, lastMoment, over) => {
    const building = await office.addLocation(zone, { from: '2026-01-01' })
    const quiet = await office.addLocation(zone)
    const user = await office.addUser(building)
    const colleague = await office.addUser(quiet)
    await office.plan(user, day, 'o')
    await office.plan(colleague, day, 'o')
    expect([await office.typeOf(user, day, lastMoment), await office.typeOf(colleague, day, lastMoment)]).toEqual([null, null])
    expect([await office.typeOf(user, day, over), await office.typeOf(colleague, day, over)]).toEqual(['noShow', 'unconfirmed'])
  })

  it('is confirmed, or a walk-in, as soon as the user is seen', async () => {
    const [home, other] = [await office.addLocation(), await office.addLocation()]
    const [user, visitor] = [await office.addUser(home), await office.addUser(home)]
    await office.plan(user, '2026-03-02', 'o')
    await office.plan(visitor, '2026-03-02', 'o')
    await office.see(user, home, '2026-03-02T08:00:00Z')
    await office.see(visitor, other, '2026-03-02T08:00:00Z')
    expect(await office.typeOf(user, '2026-03-02', '2026-03-02T09:00:00Z')).toBe('confirmed')
    expect(await office.typeOf(visitor, '2026-03-02', '2026-03-02T09:00:00Z')).toBe('walkIn')
  })

  it('is judged by the planned location, not the primary one', async () => {
    const west = await office.addLocation('Pacific/Pago_Pago', { from: '2026-01-01' })
    const east = await office.addLocation('Pacific/Kiritimati', { from: '2026-01-01' })
    const user = await office.addUser(east)
    await office.plan(user, '2026-03-02', 'o', west)
    expect(await office.typeOf(user, '2026-03-02', '2026-03-03T10:00:00Z')).toBeNull()
    expect(await office.typeOf(user, '2026-03-02', '2026-03-03T11:00:00Z')).toBe('noShow')
  })

  it('is judged by the time zone of the organization where no location is planned', async () => {
    const office = await openOffice(bench, { timeZone: 'Pacific/Pago_Pago' })
    const user = await office.addUser()
    await office.plan(user, '2026-03-02', 'o')
    expect(await office.typeOf(user, '2026-03-02', '2026-03-03T10:59:59.999Z')).toBeNull()
    expect(await office.typeOf(user, '2026-03-02', '2026-03-03T11:00:00.000Z')).toBe('unconfirmed')
  })

  it('is today where no moment is given', async () => {
    const user = await office.addUser(await office.addLocation('UTC', { from: '2026-01-01' }))
    const today = new Date().toISOString().slice(0, 10)
    const dayAfter = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
    for (const day of ['2026-03-02', dayAfter]) await office.plan(user, day, 'o')
    const rows = await office.list({ firstDay: '2026-03-02', lastDay: dayAfter })
    expect(rows.map(({ day, attendanceType }) => [day < today, attendanceType])).toEqual([
      [true, 'noShow'],
      [false, null],
    ])
  })
})
