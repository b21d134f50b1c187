import { createHash } from 'node:crypto'
import type { LocationRow, SegmentChange, UserRow } from '@rollcall/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient, type RollcallClient } from '../../../client/src/index.ts'
import { type DayRange, simulateCompany, type TruthRow, truthOf, type UserDayTruth } from '../../../simulator/src/index.ts'
import { basic, startTestService, type TestService } from '../../src/testing/test-service.ts'
import { storedDays, trueDays } from '../attendance/simulated-datasets.ts'
import { type Home, live, moveIn, rowsOf, sorted } from '../attendance/simulated-support.ts'
import { dayIn } from '../parking/support.ts'
import { comparableRow, comparableTruth, inOrder, inTurn, openCopy, windowsOf } from './support.ts'

/** Five weeks in six offices, in which the clocks of three continents are changed. */
const RANGE: DayRange = { fromDay: '2025-03-03', toDay: '2025-04-06' }
const company = simulateCompany({ seed: 11, employees: 35, startDay: RANGE.fromDay, late: 0.1 })

let service: TestService
let home: Home
/** Clients of an administrator, and of a reader of the warehouse. */
let administrator: RollcallClient
let reader: RollcallClient
let readerKey: { id: string; secret: string }
let locations: LocationRow[]
let users: UserRow[]
let everything: TruthRow[]
let truth: UserDayTruth[]

beforeAll(async () => {
  service = await startTestService()
  home = await moveIn(service, company, RANGE)
  administrator = home.client
  await live(home, company, RANGE)
  await administrator.runRefresh({})
  readerKey = await service.createKey(home.orgId, 'data-warehouse')
  reader = createClient({ baseUrl: service.baseUrl, key: readerKey })
  locations = await Array.fromAsync(reader.readLocations())
  users = await Array.fromAsync(reader.readUsers())
  everything = [...truthOf(company, RANGE)]
  truth = rowsOf(everything, 'userDay')
}, 300_000)
afterAll(() => service?.[Symbol.asyncDispose]())

const windows = windowsOf(RANGE)
const everywhere = () => [...locations.map(({ locationId }) => locationId), 'none']
const userNames = () => new Map(users.map(({ userId, userName }) => [userId, userName]))
const locationNamed = (name: string | null) => locations.find(({ locationName }) => locationName === name)?.locationId as string
const userNamed = (name: string) => users.find(({ userName }) => userName === name)?.userId as string

describe('the backfill of a history', () => {
  it('by location and in windows of 30 days is the same as without, each row once', async () => {
    const whole = await inTurn(windows, (days) => reader.readAttendance(days))
    const byLocation = await inTurn(
      windows.flatMap((days) => everywhere().map((locationId) => ({ ...days, locationId }))),
      (query) => reader.readAttendance(query),
    )
    expect(inOrder(byLocation)).toEqual(inOrder(whole))
    expect(new Set(whole.map(({ userId, day }) => `${userId} ${day}`)).size).toBe(whole.length)
  })

  it('is what happened', async () => {
    const rows = await inTurn(windows, (days) => reader.readAttendance(days))
    const names = userNames()
    expect(inOrder(rows.map((row) => comparableRow(row, names)))).toEqual(inOrder(truth.map(comparableTruth)))
  })

  it('of headcount, occupancy and visits is what happened, across changes of clocks', async () => {
    // Berlin and Lisbon, where clocks change on the last Sunday of March.
    const changed: DayRange = { fromDay: '2025-03-27', toDay: RANGE.toDay }
    const two = locations.filter(({ timeZone }) => timeZone.startsWith('Europe/'))
    expect(two).toHaveLength(2)
    const expected = trueDays(everything, two).filter(({ day }) => day >= changed.fromDay)
    expect(sorted(await storedDays(home, changed, two))).toEqual(sorted(expected))
  })

  it('of presence by location is the same as without', async () => {
    const whole = await inTurn(windows, (days) => reader.readPresence(days))
    const byLocation = await inTurn(
      windows.flatMap((days) => everywhere().map((locationIds) => ({ ...days, locationIds }))),
      (query) => reader.readPresence(query),
    )
    expect(whole.length).toBeGreaterThan(1_000)
    expect(inOrder(byLocation)).toEqual(inOrder(whole))
    const halves = [everywhere().slice(0, 2).join(','), everywhere().slice(2).join(',')]
    const inHalves = await inTurn(
      windows.flatMap((days) => halves.map((locationIds) => ({ ...days, locationIds }))),
      (query) => reader.readPresence(query),
    )
    expect(inOrder(inHalves)).toEqual(inOrder(whole))
  })
})

describe('a copy that follows the change feed', () => {
  const published = async () => ({
    attendance: inOrder(await inTurn(windows, (days) => reader.readAttendance(days))),
    presence: inOrder(await inTurn(windows, (days) => reader.readPresence(days))),
    headcount: inOrder(await inTurn(windows, (days) => reader.readHeadcount(days))),
  })
  const say = ({ dataset, day, locationId, reason }: SegmentChange) => `${dataset} ${day} ${locationId} ${reason}`

  it('is exact from the beginning, and after late events and corrections by reading changed segments only', async () => {
    const copy = openCopy(reader)
    const kept = () => ({
      attendance: inOrder(copy.rowsOf('user-booking-attendance')),
      presence: inOrder(copy.rowsOf('presence')),
      headcount: inOrder(copy.rowsOf('headcount')),
    })
    const first = await copy.catchUp()
    expect(new Set(first.map(({ reason }) => reason))).toEqual(new Set(['refreshed']))
    expect(kept()).toEqual(await published())
    await administrator.runRefresh({})
    expect(await copy.catchUp()).toEqual([])

    const missed = truth.filter(({ attendanceType }) => attendanceType === 'noShow')
    const late = missed[0] as UserDayTruth
    const corrected = missed.find(({ day }) => day !== late.day) as UserDayTruth
    const locationId = locationNamed(late.plannedLocation)
    const zone = locations.find((location) => location.locationId === locationId)?.timeZone
    const timestamp = Temporal.ZonedDateTime.from(`${late.day}T12:00[${zone}]`).toInstant().toString()
    const event = { eventId: 'late', timestamp, userId: userNamed(late.userName), locationId, locationType: 'location' as const }
    await administrator.submitPresence({ sourceId: 'backup', presenceEvents: [event] })
    await administrator.setDayPlan({ userId: userNamed(corrected.userName), day: corrected.day }, { plan: 'r' })
    expect(await copy.catchUp()).toEqual([])

    await administrator.runRefresh({})
    const since = await copy.catchUp()
    expect(since.map(say)).toContain(`user-booking-attendance ${late.day} ${locationId} lateEvents`)
    expect(since.map(say)).toContain(`presence ${late.day} ${locationId} lateEvents`)
    expect(since.filter(({ day }) => day === corrected.day).map(({ reason }) => reason)).toContain('corrected')
    expect(since.every(({ day }) => day === late.day || day === corrected.day)).toBe(true)
    expect(since.length).toBeLessThan(6)
    expect(kept()).toEqual(await published())
    const rows = await Array.fromAsync(reader.readAttendance({ startDate: late.day, endDate: late.day }))
    expect(rows.find(({ userId }) => userId === event.userId)).toMatchObject({
      attendanceType: 'confirmed',
      firstSeenAt: new Date(timestamp).toISOString(),
    })
  })

  it('can be checked by number and hash, segment by segment', async () => {
    const { segments } = await reader.readChanges({ limit: 20 })
    expect(segments).toHaveLength(20)
    for (const { dataset, day, locationId, rowCount, sha256 } of segments) {
      const where = dataset === 'user-booking-attendance' ? 'locationId' : 'locationIds'
      const query = `startDate=${day}&endDate=${day}&${where}=${locationId ?? 'none'}&format=ndjson`
      const answer = await fetch(`${service.baseUrl}/v1/analytics/${dataset}/basic?${query}`, { headers: basic(readerKey) })
      const text = await answer.text()
      expect(text === '' ? 0 : text.trimEnd().split('\n').length).toBe(rowCount)
      if (dataset !== 'presence') expect(createHash('sha256').update(text).digest('hex')).toBe(sha256)
    }
  })
})

describe('future bookings', () => {
  it('of the next 14 days are there as soon as they are made, moved and canceled', async () => {
    const days = { startDate: dayIn(1), endDate: dayIn(14) }
    const [someone, other] = users.filter(({ status }) => status === 'active') as [UserRow, UserRow]
    const [office] = locations as [LocationRow]
    const booked = async () =>
      (await Array.fromAsync(reader.readAttendance({ ...days, locationId: office.locationId })))
        .filter(({ userId, bookingDepth }) => bookingDepth && [someone.userId, other.userId].includes(userId))
        .map(({ userId, day }) => `${userId} ${day.slice(0, 10)}`)
        .sort()
    for (const { userId } of [someone, other]) {
      for (const day of [dayIn(2), dayIn(13)]) await administrator.book({ userId, day }, { locationId: office.locationId })
    }
    const expected = [someone, other].flatMap(({ userId }) => [`${userId} ${dayIn(2)}`, `${userId} ${dayIn(13)}`])
    expect(await booked()).toEqual(expect.arrayContaining(expected))
    await administrator.setDayPlan({ userId: other.userId, day: dayIn(13) }, { plan: 'r' })
    expect(await booked()).not.toContain(`${other.userId} ${dayIn(13)}`)
    expect(await booked()).toContain(`${someone.userId} ${dayIn(13)}`)
  })
})

describe('the investigation of one user', () => {
  it('lists every action on their days as the application does, and who acted', async () => {
    const { userName } = truth.find(({ bookingDepth }) => bookingDepth === 3) as UserDayTruth
    const userId = userNamed(userName)
    const logged = await inTurn(windows, (days) => reader.readUserChangeLog({ ...days, userIds: userId }))
    const shown: object[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = { startDate: RANGE.fromDay, endDate: RANGE.toDay, limit: 1_000, ...(cursor ? { cursor } : {}) }
      const { items, nextCursor } = await administrator.listUserActions({ userId }, page)
      // The names are for sentences in other languages.
      shown.push(...items.map(({ names: _, ...action }) => action))
      cursor = nextCursor
    }
    expect(logged.length).toBeGreaterThan(20)
    expect(inOrder(logged.map(({ userName: _, ...row }) => row))).toEqual(inOrder(shown))
    expect(logged.every((row) => row.userName === userName && row.changedBy !== null)).toBe(true)
  })
})

describe('troubleshooting of presence', () => {
  it('shows every event of a user and day with its source and arrival, as the explanation of the day does', async () => {
    const seen = truth.find(({ offices }) => offices.length > 1) ?? (truth.find(({ firstSeen }) => firstSeen) as UserDayTruth)
    const userIds = userNamed(seen.userName)
    const rows = await Array.fromAsync(reader.readPresence({ startDate: seen.day, endDate: seen.day, userIds }))
    const { events } = await administrator.explainDay({ userId: userIds, day: seen.day })
    expect(rows.length).toBeGreaterThan(0)
    expect(
      inOrder(rows.map(({ eventId, sourceId, timestamp, receivedAt }) => ({ eventId, sourceId, timestamp, receivedAt }))),
    ).toEqual(
      inOrder(events.map(({ eventId, sourceId, timestamp, receivedAt }) => ({ eventId, sourceId, timestamp, receivedAt }))),
    )
    const times = rows.map(({ timestamp }) => timestamp).sort()
    expect([times[0], times.at(-1)]).toEqual([seen.firstSeen, seen.lastSeen])
    expect(new Set(rows.map(({ locationName }) => locationName))).toEqual(new Set(seen.offices.map((at) => at.locationName)))
  })
})
