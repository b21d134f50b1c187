import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { book } from '../../src/planning/bookings/booking-service.ts'
import { getCalendar } from '../../src/planning/calendar/calendar-service.ts'
import { listDueHorizons } from '../../src/planning/horizon/due-horizons.ts'
import { findFloorLocation } from '../../src/planning/live/floor-store.ts'
import { localDay } from '../../src/platform/time/local-day.ts'
import { getHeadcountFigures } from '../../src/warehouse/analytics/headcount-figures.ts'
import { HOURS, peopleOf, tallyEvents } from '../../src/warehouse/analytics/rollup-events.ts'
import { createMonthTally, createTally } from '../../src/warehouse/analytics/rollup-tally.ts'
import { readScope } from '../../src/warehouse/analytics/scope.ts'
import { listDueRefreshes } from '../../src/warehouse/coverage/due-refreshes.ts'
import { explainDay } from '../../src/warehouse/explain/explain-service.ts'
import { type Bench, type Office, openBench, openOffice } from '../attendance/support.ts'
import { outcomeOf, USER } from '../bookings/support.ts'
import { changesBy, factsOf, refresh, rowsOf } from '../refresh/support.ts'

let bench: Bench
let office: Office
let berlin: string
let ada: string

beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench?.[Symbol.asyncDispose]())
beforeEach(async () => {
  office = await openOffice(bench)
  berlin = await office.addLocation('Europe/Berlin')
  ada = await office.addUser(berlin)
})

const db = () => bench.service.database.db
const query = async <T extends object>(text: string, values: unknown[] = []) =>
  (await bench.service.database.pool.query<T>(text, values)).rows
const beginAt = (hour: number, locationId = berlin) =>
  query('update locations set day_start_hour = $3 where org_id = $1 and id = $2', [office.orgId, locationId, hour])
const typesOf = async (...days: string[]) => Promise.all(days.map((day) => office.typeOf(ada, day)))
const LATER = new Date('2026-03-20T12:00:00Z')

describe('the day of a moment', () => {
  it('is the same in SQL and in TypeScript, never goes back, and has each hour of the clock once', async () => {
    const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Kiritimati']
    // A quarter of an hour apart, around changes of clocks in spring and autumn.
    const moments = [
      '2026-03-07T22:00Z',
      '2026-03-28T10:00Z',
      '2026-04-04T00:00Z',
      '2026-10-24T10:00Z',
      '2026-10-31T22:00Z',
    ].flatMap((start) => Array.from({ length: 160 }, (_, index) => Date.parse(start) + index * 900_000))
    const rows = await query<{
      ms: string
      zone: string
      start: number
      day: string
      clock: number
      hour: number
      begins: string
    }>(
      `select m.ms, z.zone, h.start, local_day(t.moment, z.zone, h.start) as day,
         extract(hour from t.moment at time zone z.zone)::integer as clock,
         (hour_of_day(t.moment, z.zone, h.start) + h.start) % 24 as hour,
         local_day(day_start(local_day(t.moment, z.zone, h.start), z.zone, h.start), z.zone, h.start) as begins
       from unnest($1::float8[]) m (ms)
       cross join unnest($2::text[]) z (zone)
       cross join generate_series(0, 6) h (start)
       cross join lateral (select to_timestamp(m.ms / 1000) as moment) t
       order by z.zone, h.start, m.ms`,
      [moments, zones],
    )
    expect(rows).toHaveLength(moments.length * zones.length * 7)
    const wrong = rows.filter(({ ms, zone, start, day, clock, hour, begins }, index) => {
      const before = rows[index - 1]
      const goesBack = before && before.zone === zone && before.start === start && day < before.day
      return localDay({ timeZone: zone, dayStartHour: start }, Number(ms)) !== day || clock !== hour || begins !== day || goesBack
    })
    expect(wrong).toEqual([])
  })
})

describe('a day that begins at 4', () => {
  beforeEach(async () => {
    await beginAt(4)
    for (const day of ['2026-03-02', '2026-03-03']) await office.plan(ada, day, 'o')
  })

  it('has the presence of the night after it, up to 3:59:59 on the clock', async () => {
    await office.see(ada, berlin, '2026-03-03T02:59:59Z')
    expect(await typesOf('2026-03-02', '2026-03-03')).toEqual(['confirmed', 'noShow'])
    await office.see(ada, berlin, '2026-03-03T03:00:00Z')
    expect(await typesOf('2026-03-02', '2026-03-03')).toEqual(['confirmed', 'confirmed'])
  })

  it('is over at 4, when a plan without presence becomes a no-show', async () => {
    await office.see(await office.addUser(berlin), berlin, '2026-03-01T09:00:00Z')
    expect(await office.typeOf(ada, '2026-03-02', '2026-03-03T02:59:59Z')).toBeNull()
    expect(await office.typeOf(ada, '2026-03-02', '2026-03-03T03:00:00Z')).toBe('noShow')
  })

  it('counts people in its hours, those after midnight as well', async () => {
    await office.see(ada, berlin, '2026-03-02T21:30:00Z', '2026-03-03T00:30:00Z')
    const rows = await query<{ day: string; hour: number; people: number }>(
      `select day, hour, people from headcount($1, '2026-03-02', '2026-03-03', $2) where location_type = 'location' order by day, hour`,
      [office.orgId, LATER],
    )
    const present = rows.filter(({ people }) => people > 0).map(({ day, hour }) => `${day} ${hour}`)
    expect(present).toEqual([0, 1, 22, 23].map((hour) => `2026-03-02 ${hour}`))
    expect(rows.filter(({ day }) => day === '2026-03-02').map(({ hour }) => hour)).toEqual(HOURS)

    const tally = createTally(createMonthTally())
    await tallyEvents(
      bench.service.database.db,
      office.orgId,
      { firstDay: '2026-03-02', lastDay: '2026-03-03' },
      tally,
      () => true,
    )
    const people = [...tally.days.values()].map((day) => [day.day, peopleOf(day)?.flatMap((count, hour) => (count ? hour : []))])
    expect(people).toEqual([['2026-03-02', [0, 1, 22, 23]]])
  })

  it('has its peak in the first of its busiest hours, also where the clock begins again in between', async () => {
    await query('update organizations set minimum_group_size = 1 where id = $1', [office.orgId])
    await office.see(ada, berlin, '2026-03-02T21:30:00Z', '2026-03-03T00:30:00Z')
    const utc = await office.addLocation()
    await office.see(await office.addUser(utc), utc, '2026-03-02T05:00:00Z')
    await refresh(office, LATER)
    const peakOf = async (locationIds?: string) => {
      const period = { from: '2026-03-02', to: '2026-03-02', ...(locationIds && { locationIds }) }
      const { days } = await getHeadcountFigures(db(), await readScope(db(), office.orgId, period))
      return days.map(({ peakPeople, peakHour }) => [peakPeople, peakHour])
    }
    expect(await peakOf(berlin)).toEqual([[1, 22]])
    // Together with a building whose days begin at midnight, hours count from there.
    expect(await peakOf()).toEqual([[1, 0]])
    await beginAt(4, utc)
    expect(await peakOf()).toEqual([[1, 5]])
  })

  it('is published once it is over, also where the nightly work is set to an earlier hour', async () => {
    const { db } = bench.service.database
    const due = async (time: string) => {
      const moment = new Date(`2026-03-03T${time}Z`)
      const refreshes = (await listDueRefreshes(db, { moment, retryMs: 0 })).find(({ orgId }) => orgId === office.orgId)
      const horizons = (await listDueHorizons(db, moment)).filter(({ orgId }) => orgId === office.orgId)
      return [refreshes?.locationIds.includes(berlin) ?? false, horizons.length > 0]
    }
    await refresh(office, new Date('2026-03-02T12:00:00Z'))
    await query(
      `insert into horizon_runs (org_id, location_id, local_day, started_at, ended_at, plans, bookings) values ($1, $2, '2026-03-02', now(), now(), 0, 0)`,
      [office.orgId, berlin],
    )
    expect([await due('02:59:59'), await due('03:00:00')]).toEqual([
      [false, false],
      [true, true],
    ])
    await query('update locations set refresh_hour = 20 where id = $1', [berlin])
    expect([await due('18:59:59'), await due('19:00:00')]).toEqual([
      [false, false],
      [true, true],
    ])
  })
})

it('another beginning moves published presence to its day, restates both days, and is explained', async () => {
  await office.plan(ada, '2026-03-02', 'o')
  await office.see(ada, berlin, '2026-03-01T09:00:00Z', '2026-03-03T00:30:00Z')
  await refresh(office, LATER)
  const types = async () =>
    Promise.all(
      ['2026-03-02', '2026-03-03'].map(async (day) => (await rowsOf(office, day, berlin)).map((row) => row.attendanceType)),
    )
  expect(await types()).toEqual([['noShow'], ['walkIn']])
  const before = await factsOf(office)

  await beginAt(4)
  await refresh(office, LATER)
  expect(await types()).toEqual([['confirmed'], []])
  const changed = changesBy(before, await factsOf(office)).filter(({ dataset }) => dataset === 'user-booking-attendance')
  expect(changed.map(({ day, reason }) => `${day} ${reason}`)).toEqual(['2026-03-02 corrected', '2026-03-03 corrected'])
  const caller = { orgId: office.orgId, userId: null, roles: [], session: null } as unknown as Parameters<typeof explainDay>[1]
  const explained = await explainDay(bench.service.database.db, caller, ada, '2026-03-02', { moment: LATER })
  expect(explained.restatedBy).toMatch(/^The beginning of the day in Building .* was set to 04:00, instead of 00:00$/)

  await beginAt(0)
  await refresh(office, LATER)
  expect(await types()).toEqual([['noShow'], ['walkIn']])
})

it('today is the day that began last, for bookings, calendars, the horizon and the floor', async () => {
  // A zone in which it is between 1 and 2 o'clock now, and before 3 for another hour.
  const offset = (1 - new Date().getUTCHours() + 24) % 24
  const zone = `Etc/GMT${offset > 12 ? `+${24 - offset}` : `-${offset}`}`
  const there = await office.addLocation(zone)
  const bob = await office.addUser(there)
  const { db } = bench.service.database
  const todays = async () => [
    (await getCalendar(db, office.orgId, there)).today,
    (await findFloorLocation(db, office.orgId, there))?.day,
    (
      await query<{ today: string }>('select today from user_calendars where org_id = $1 and user_id = $2', [office.orgId, bob])
    )[0]?.today,
  ]
  const midnight = localDay({ timeZone: zone, dayStartHour: 0 }, Date.now())
  const yesterday = localDay({ timeZone: zone, dayStartHour: 3 }, Date.now())
  expect(yesterday < midnight).toBe(true)
  const bookYesterday = () =>
    outcomeOf(book(db, office.orgId, USER, { userId: bob, day: yesterday, node: { locationId: there } }))
  expect(await todays()).toEqual([midnight, midnight, midnight])
  expect(await bookYesterday()).toBe('day_in_past')
  await beginAt(3, there)
  expect(await todays()).toEqual([yesterday, yesterday, yesterday])
  expect(await bookYesterday()).toBe('ok')
})
