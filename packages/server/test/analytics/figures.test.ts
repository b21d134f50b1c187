import { DAY_OUTCOMES, MAX_PEOPLE_BY_ATTENDANCE_DAYS } from '@rollcall/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient, type RollcallClient } from '../../../client/src/index.ts'
import { type DayRange, dayNumber, dayText, simulateCompany } from '../../../simulator/src/index.ts'
import { listDays } from '../../src/planning/days/user-days.ts'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { TestService } from '../../src/testing/test-service.ts'
import { type Home, live, moveIn } from '../attendance/simulated-support.ts'
import { inTurn, windowsOf } from '../use-cases/support.ts'
import { deskFigures, peopleFigures, placeFigures } from './desk-reference.ts'
import { deskHours, hourFigures } from './hour-reference.ts'
import { type Asked, attendanceFigures, capacityOf, groupFigures } from './reference.ts'
import { allItems, type Books, expectFigures, readBooks } from './support.ts'

/** Five weeks in which clocks are changed on three continents. */
const RANGE: DayRange = { fromDay: '2025-03-03', toDay: '2025-04-06' }
const company = simulateCompany({ seed: 27, employees: 70, startDay: RANGE.fromDay, late: 0.1 })

let service: TestService
let home: Home
let client: RollcallClient
let books: Books

beforeAll(async () => {
  service = await shareTestService()
  home = await moveIn(service, company, RANGE)
  client = createClient({ baseUrl: service.baseUrl, key: await service.createKey(home.orgId, 'all-permissions') })
  await live(home, company, RANGE)
  // Another test covers that small groups are hidden.
  await client.updateSettings({ minimumGroupSize: 1 })
  const zones = await allItems((page) => client.listZones(page))
  const groups = await Array.fromAsync(client.readGroups())
  for (const [index, { groupId }] of groups.slice(0, 4).entries()) {
    await client.setGroupZones({ groupId }, { zoneIds: zones.slice(index, index + 3).map(({ zoneId }) => zoneId) })
  }
  await client.runRefresh({})
  books = await readBooks(service, home.orgId, client, RANGE)
}, 600_000)
afterAll(() => service?.[Symbol.asyncDispose]())

const whole = { from: RANGE.fromDay, to: RANGE.toDay }
const half = { from: '2025-03-20', to: '2025-04-02' }
const locationId = (index: number) => books.locations[index]?.locationId as string
/** One with others below it, where there is any, and one of the last. */
const upper = () => books.groups.find(({ groupId }) => isUpper(groupId))?.groupId as string
const isUpper = (groupId: string) => books.groups.some(({ parentGroupId }) => parentGroupId === groupId)
const lower = () => books.groups.find(({ groupId, memberCount }) => memberCount > 0 && !isUpper(groupId))?.groupId as string

const SCOPES: readonly (readonly [string, () => Asked])[] = [
  ['all of it', () => whole],
  ['a part, of which the days before are known', () => half],
  ['one day', () => ({ from: '2025-03-26', to: '2025-03-26' })],
  ['more days than there are', () => ({ from: '2024-06-01', to: '2025-04-20' })],
  ['days before all history', () => ({ from: '2024-01-01', to: '2024-02-01' })],
  ['one building', () => ({ ...half, locationIds: [locationId(0)] })],
  ['two buildings', () => ({ ...whole, locationIds: [locationId(1), locationId(2)] })],
  ['what belongs to no building', () => ({ ...whole, locationIds: ['none'] })],
  ['one group', () => ({ ...half, groupIds: [lower()] })],
  ['a group and those below it', () => ({ ...whole, groupIds: [upper()] })],
  [
    'several groups in two buildings',
    () => ({ ...whole, groupIds: [upper(), lower()], locationIds: [locationId(0), locationId(3)] }),
  ],
  ['an unknown filter value', () => ({ ...whole, locationIds: ['nowhere'] })],
]
const queryOf = ({ locationIds, groupIds, ...period }: Asked) => ({
  ...period,
  ...(locationIds && { locationIds: locationIds.join(',') }),
  ...(groupIds && { groupIds: groupIds.join(',') }),
})
const byId = <T extends object>(rows: readonly T[]): string[] =>
  rows.map((row) => JSON.stringify(row, Object.keys(row).sort())).sort()

describe.each(SCOPES)('of %s', (_name, scope) => {
  it('attendance is what the rows of the warehouse add up to', async () => {
    const { publishedThrough, refreshedAt, ...figures } = await client.getAttendanceFigures(queryOf(scope()))
    expectFigures(figures, attendanceFigures(books, scope()))
    expect(publishedThrough.every(({ publishedThrough: day }) => day !== null && day > RANGE.toDay)).toBe(true)
    expect(refreshedAt).toMatch(/^20\d\d-.*Z$/)
  })

  it('groups are what their rows add up to', async () => {
    const { groups } = await client.getGroupFigures(queryOf(scope()))
    expectFigures(groups, groupFigures(books, scope()))
  })

  it('hours are those of the events', async () => {
    const { hours } = await client.getHourFigures(queryOf(scope()))
    const expected = hourFigures(books, scope())
    expectFigures(hours, isHidden(scope()) ? [] : expected)
  })

  it('as many people are there at the same time as in the busiest hours', async () => {
    const { hours } = await client.getHeadcountFigures(queryOf(scope()))
    const busiest = new Map<number, number>()
    for (const { hour, peakPeople } of isHidden(scope()) ? [] : hourFigures(books, scope())) {
      busiest.set(hour, Math.max(busiest.get(hour) ?? 0, peakPeople ?? 0))
    }
    const found = hours.flatMap(({ hour, peakPeople }) => (peakPeople ? [[hour, peakPeople]] : []))
    expect(found).toEqual([...busiest].filter(([, people]) => people > 0).sort(([a], [b]) => a - b))
  })

  it('desks are used according to bookings and presence', async () => {
    const figures = await client.getDeskFigures(queryOf(scope()))
    const expected = deskFigures(books, scope())
    if (isHidden(scope())) return expect(figures).toMatchObject({ hidden: true, totals: { usedDeskDays: null } })
    expectFigures(figures.totals, expected.totals)
    expectFigures(figures.previous, expected.previous)
    expectFigures(byId(figures.zones), byId(expected.zones))
    expectFigures(byId(figures.levels), byId(expected.levels))
    for (const name of ['neverUsed', 'alwaysFull'] as const) {
      expect(figures[name].count).toBe(expected[name].length)
      expect(figures[name].items.map(({ placeId }) => placeId).sort()).toEqual(expected[name].toSorted().slice(0, 200))
    }
    const hardly = figures.hardlyUsed.items.map(({ placeId, usedDays, measuredWorkdays, utilization }) => {
      expect(utilization).toBe(usedDays / measuredWorkdays)
      return { placeId, measuredWorkdays, usedDays }
    })
    expect(figures.hardlyUsed.count).toBe(expected.hardlyUsed.length)
    expect(expected.hardlyUsed).toEqual(expect.arrayContaining(hardly))
    const shares = figures.hardlyUsed.items.map(({ utilization }) => utilization)
    expect(shares, 'the least used first').toEqual(shares.toSorted((one, other) => one - other))
  })

  it('people planned, came and stayed away as in their rows', async () => {
    const people = await allItems((page) => client.listPeopleFigures({ ...queryOf(scope()), ...page }))
    expect(people).toEqual(peopleFigures(books, scope()))
    const only = { plannedOrSeen: ['planned', 'seen'], planned: ['planned'], seen: ['seen'], noShow: ['noShow'] } as const
    for (const outcome of DAY_OUTCOMES) {
      const some = await allItems((page) => client.listPeopleFigures({ ...queryOf(scope()), ...page, outcome }))
      expect(some, outcome).toEqual(people.filter((person) => only[outcome].some((counted) => person[counted] > 0)))
    }
  })

  it('the people behind the bars of attendance have as many days as the bars say', async () => {
    const first = dayText(dayNumber(scope().to) - MAX_PEOPLE_BY_ATTENDANCE_DAYS + 1)
    const asked = { ...queryOf(scope()), from: scope().from > first ? scope().from : first }
    const { days, hidden } = await client.getAttendanceFigures(asked)
    if (hidden) return
    const isKnown = days.every(({ seen }) => seen !== null)
    for (const name of isKnown ? (['planned', 'seen', 'noShow'] as const) : (['planned'] as const)) {
      const people = await allItems((page) => client.listPeopleFigures({ ...asked, ...page, by: 'attendance', outcome: name }))
      const total = people.reduce((sum, person) => sum + person[name], 0)
      expect(total, name).toBe(days.reduce((sum, day) => sum + (day[name] ?? 0), 0))
      expect(people.every((person) => person[name] > 0)).toBe(true)
    }
  })
})

it('peaks of a building and day are those of the rows of headcount', async () => {
  const { locations } = await client.getHeadcountFigures(whole)
  const rows = (await inTurn(windowsOf(RANGE), (days) => client.readHeadcount(days))).filter(
    ({ locationType }) => locationType === 'location',
  )
  const byDay = Map.groupBy(rows, ({ day, locationId: id }) => `${id} ${day}`)
  const most = (counts: readonly (number | null)[]) => (counts.includes(null) ? null : Math.max(...(counts as number[])))
  const days = locations.flatMap(({ locationId: id, days: own }) => own.map((day) => ({ key: `${id} ${day.day}`, day })))
  expect(days.filter(({ key }) => byDay.has(key)).length).toBe(byDay.size)
  for (const { key, day } of days) {
    const [first, ...rest] = byDay.get(key) ?? []
    if (!first) continue
    const all = [first, ...rest]
    const { planned, booked, capacity } = first
    const peakPeople = most(all.map(({ people }) => people))
    expect([key, day]).toMatchObject([key, { peakPeople, planned, booked, capacity }])
    expect(day.peakVisitors).toBe(most(all.map(({ visitors }) => visitors)))
    expect(day.peakHour).toBe(peakPeople ? all.find(({ people }) => people === peakPeople)?.hour : null)
  }
})

/** Groups without members in the scope are hidden. */
const isHidden = (asked: Asked) => attendanceFigures(books, asked).hidden

it('the generated company has enough data to reveal wrong figures', () => {
  const { kpis, days } = attendanceFigures(books, whole)
  for (const name of [
    'planned',
    'remote',
    'away',
    'confirmed',
    'noShow',
    'unconfirmed',
    'walkIn',
    'booked',
    'elsewhere',
  ] as const) {
    expect(
      days.some((day) => (day[name] ?? 0) > 0),
      name,
    ).toBe(true)
  }
  expect(kpis.weeklyPeak).toBeGreaterThan(kpis.weeklyLow as number)
  expect(hourFigures(books, whole).some(({ averageSpacesOccupied }) => (averageSpacesOccupied ?? 0) > 0)).toBe(true)
  expect(new Set(books.zones.map(({ zoneType }) => zoneType)).size).toBe(2)
  expect(upper()).not.toBe(lower())
})

it.each([0, 1, 2])('each desk of building %i is used as bookings and presence say, on all levels and on one', async (index) => {
  const asked = { ...whole, locationIds: [locationId(index)] }
  const expected = placeFigures(books, asked)
  const figures = await client.getPlaceFigures({ ...whole, locationId: locationId(index) })
  expectFigures(byId(figures.places), byId(expected))
  const levelId = expected.at(-1)?.levelId as string
  const month = { ...whole, to: '2025-04-02', locationId: locationId(index) }
  const hours = await client.getPlaceHourFigures(month)
  const days = placeFigures(books, { ...asked, to: month.to })
  const ofDesks = deskHours(books, { ...asked, to: month.to })
  for (const { placeId, usedDaysByHour } of hours.places) {
    const used = days.find((day) => day.placeId === placeId)?.usedDays
    expect(usedDaysByHour, placeId).toEqual(used === null ? null : ofDesks(placeId))
    // A desk that was used on a day was so in some hour of it, and no hour has more days than there were.
    expect(Math.max(...(usedDaysByHour ?? [0]))).toBeLessThanOrEqual(used ?? 0)
    expect(usedDaysByHour?.some((count) => count > 0) ?? false).toBe((used ?? 0) > 0)
  }
  expect(hours.places).toHaveLength(expected.length)
  const { places } = await client.getPlaceFigures({ ...whole, locationId: locationId(index), levelId })
  expectFigures(byId(places), byId(expected.filter((place) => place.levelId === levelId)))
})

it('the days ahead are what each of the plans and bookings says', async () => {
  const { db } = service.database
  const { locations } = await client.getFutureFigures({ days: 20 })
  const users = books.users.filter(({ status }) => status === 'active')
  const days = locations.flatMap((location) => location.days.map(({ day }) => day)).sort()
  const effective = await Promise.all(
    users.map(({ userId }) => listDays(db, home.orgId, userId, days[0] as string, days.at(-1) as string)),
  )
  const all = effective.flat()
  expect(locations.map(({ locationName }) => locationName)).toEqual(
    books.locations.map(({ locationName }) => locationName).sort(),
  )
  for (const location of locations) {
    const zones = books.zones.filter((zone) => zone.locationId === location.locationId)
    expect(location.capacity).toBe(zones.reduce((sum, zone) => sum + capacityOf(books, zone), 0))
    const expected = location.days.map(({ day }) => ({
      day,
      planned: all.filter((each) => each.day === day && each.plan === 'o' && each.locationId === location.locationId).length,
      booked: all.filter((each) => each.day === day && each.booking?.locationId === location.locationId).length,
      ...{ dayType: null, dayName: null },
    }))
    expect(location.days).toEqual(expected)
    expect(location.days).toHaveLength(20)
  }
  expect(all.some(({ isForecast, plan }) => isForecast && plan === 'o')).toBe(true)
})
