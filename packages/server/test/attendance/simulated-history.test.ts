import type { LocationRow } from '@rollcall/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type DayRange,
  dayNumber,
  dayText,
  latestOpenDay,
  plansAhead,
  simulateCompany,
  truthOf,
} from '../../../simulator/src/index.ts'
import { runs } from '../../src/testing/runs.ts'
import { startTestService, type TestService } from '../../src/testing/test-service.ts'
import { storedCalendar, storedDays, storedDirectory, trueDays } from './simulated-datasets.ts'
import {
  announceTimeOff,
  comparedTruth,
  type Home,
  importCalendars,
  live,
  moveIn,
  recordedEventTypes,
  rowsOf,
  setPolicies,
  skipHorizonEngine,
  sorted,
  sourcesOf,
  storedAttendance,
  storedGatherings,
  storedParking,
  storedVisits,
  withoutPrivateNames,
} from './simulated-support.ts'

let service: TestService

beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service?.[Symbol.asyncDispose]())

/** Each company is compared at two of its buildings, all of which are among those of the four, and with ROLLCALL_TEST_RUNS at all. */
const isTried = (seed: number, building: number): boolean => runs(1) > 1 || building % 3 === seed % 3

/** The buildings that are compared, counted by name, as the order of their ids is another in each run. */
const triedLocations = async ({ client }: Home, seed: number): Promise<LocationRow[]> =>
  (await Array.fromAsync(client.readLocations()))
    .sort((a, b) => (a.locationName < b.locationName ? -1 : 1))
    .filter((_, position) => isTried(seed, position))

/** Berlin, Lisbon, New York, Sydney and Auckland change their clocks in one of these, India never does. */
const SPRING: DayRange = { fromDay: '2025-03-24', toDay: '2025-04-07' }
const AUTUMN: DayRange = { fromDay: '2025-10-20', toDay: '2025-11-03' }

describe.each([
  { seed: 1, employees: 35, range: SPRING, late: 0.3, duplicates: 0.014 },
  { seed: 2, employees: 35, range: AUTUMN, late: 0.025, duplicates: 0.3 },
  { seed: 3, employees: 45, range: SPRING, late: 0.3, duplicates: 0.3 },
  { seed: 4, employees: 45, range: AUTUMN, late: 0.3, duplicates: 0.3 },
])('the history of company $seed, $employees people, from $range.fromDay, $late late, $duplicates twice', (given) => {
  const { range } = given
  const company = simulateCompany({ ...given, startDay: range.fromDay, hasPolicies: true })
  const truth = [...truthOf(company, range)]
  let home: Home

  it('is taken in as a whole: every event is answered as it must be, and no change is refused', async () => {
    home = await moveIn(service, company, range)
    await setPolicies(home, company)
    const tally = await live(home, company, range)
    expect(tally.bySource).toEqual(sourcesOf(truth))
    expect(tally.deeds).toBeGreaterThan(10)
    expect(tally.conflicts).toBe(0)
  })

  it('gives the attendance that is true, in every row', async () => {
    const expected = sorted(rowsOf(truth, 'userDay').map(comparedTruth))
    expect(sorted(await storedAttendance(home, range))).toEqual(expected)
  })

  it('gives the headcount, occupancy and visits that are true, in every hour', async () => {
    const locations = await triedLocations(home, given.seed)
    const expected = sorted(trueDays(truth, locations))
    expect(new Set(expected.map(({ type }) => type))).toEqual(new Set(['headcountDay', 'occupancyDay', 'visit']))
    expect(sorted(await storedDays(home, range, locations))).toEqual(expected)
  })

  it('gives the calendar and the weeks of policies that are true', async () => {
    const { days, weeks } = await storedCalendar(home, range)
    expect(sorted<object>(days)).toEqual(sorted<object>(rowsOf(truth, 'calendarDay')))
    const expected = rowsOf(truth, 'policyWeek')
    expect(new Set(expected.map(({ day }) => day)).size).toBe(2)
    expect(new Set(expected.map(({ policyKind }) => policyKind))).toEqual(new Set(['daysPerWeek', 'weekdays']))
    expect(new Set(expected.map(({ result }) => result))).toEqual(new Set(['met', 'partly', 'missed']))
    expect(sorted<object>(weeks)).toEqual(sorted<object>(expected))
  })

  it('gives the groups, members and desks that are true', async () => {
    const { rows, ends } = await storedDirectory(home)
    const expected = [...rowsOf(truth, 'groupMember'), ...rowsOf(truth, 'groupAncestor'), ...rowsOf(truth, 'desk')]
    expect(sorted<object>(rows)).toEqual(sorted<object>(expected))
    expect(ends).toEqual(new Set([null]))
  })

  it('gives the visitors, gatherings and parking that are true', async () => {
    for (const type of ['visitDay', 'gathering', 'parking'] as const) expect(rowsOf(truth, type)).not.toEqual([])
    expect(sorted(await storedVisits(home, range))).toEqual(sorted(rowsOf(truth, 'visitDay')))
    expect(sorted(await storedGatherings(home, range))).toEqual(sorted(withoutPrivateNames(rowsOf(truth, 'gathering'))))
    expect(sorted(await storedParking(home, range))).toEqual(sorted(rowsOf(truth, 'parking')))
  })

  it('has every kind of attendance, and offices that start to report presence later or never', () => {
    const rows = rowsOf(truth, 'userDay')
    const typesOf = (office: string, isMeant: (day: string) => boolean) =>
      new Set(rows.flatMap((row) => (row.plannedLocation === office && isMeant(row.day) ? (row.attendanceType ?? []) : [])))
    expect(new Set(rows.map(({ attendanceType }) => attendanceType))).toEqual(
      new Set(['confirmed', 'noShow', 'unconfirmed', 'walkIn', null]),
    )
    const inAuckland = rows.filter(({ offices }) => offices.some(({ locationName }) => locationName === 'Auckland Wynyard'))
    const began = inAuckland[0]?.day ?? ''
    expect(began > range.fromDay).toBe(true)
    expect(typesOf('Auckland Wynyard', (day) => day < began)).toContain('unconfirmed')
    expect(typesOf('Auckland Wynyard', (day) => day >= began)).not.toContain('unconfirmed')
    expect(typesOf('Lisbon Baixa', () => true)).not.toContain('confirmed')
  })
})

const after = (day: string, days: number) => dayText(dayNumber(day) + days)

it('time off that is announced for the days ahead, and partly called off, gives the plans that are true', async () => {
  const today = latestOpenDay(simulateCompany({ seed: 6, employees: 1, startDay: '2025-01-01' }))
  const company = simulateCompany({ seed: 6, employees: 250, startDay: after(today, -20), timeOffFrom: today })
  // Inside the booking horizon of every office, also where it is still yesterday.
  const ahead = { fromDay: after(today, 1), toDay: after(today, 12) }
  const home = await moveIn(service, company, ahead)
  await skipHorizonEngine(home)
  const known = [...plansAhead(company, ahead, ahead.toDay)]
  expect(known.filter(({ plan }) => plan === 'a').length).toBeGreaterThan(
    [...plansAhead(company, ahead, after(today, -1))].filter(({ plan }) => plan === 'a').length,
  )
  for (let days = 0; days <= 12; days += 1) await announceTimeOff(home, company, after(today, days))
  expect(await recordedEventTypes(home)).toEqual(['cancelled', 'scheduled'])
  const stored = await storedAttendance(home, ahead)
  const planned = stored.map(({ day, userName, plan, plannedLocation, bookingDepth, bookingLocation }) => ({
    ...{ day, userName, plan, plannedLocation, bookingDepth, bookingLocation },
  }))
  expect(sorted(planned)).toEqual(sorted(known))
  expect(new Set(stored.map(({ attendanceType }) => attendanceType))).toEqual(new Set([null]))
})

it('a company that keeps holidays has closed days, on which no one plans, and the attendance that is true', async () => {
  const range = { fromDay: '2025-12-22', toDay: '2025-12-28' }
  const company = simulateCompany({ seed: 8, employees: 60, startDay: range.fromDay, keepsHolidays: true, hasPolicies: true })
  const home = await moveIn(service, company, range)
  await importCalendars(home, company)
  await setPolicies(home, company)
  expect((await live(home, company, range)).conflicts).toBe(0)
  const truth = [...truthOf(company, range)]
  const stored = await storedAttendance(home, range)
  expect(sorted(stored)).toEqual(sorted(rowsOf(truth, 'userDay').map(comparedTruth)))
  const closed = stored.filter(({ dayType }) => dayType === 'holiday')
  expect(closed.every(({ plan, bookingDepth }) => plan !== 'o' && bookingDepth === null)).toBe(true)
  const { days, weeks } = await storedCalendar(home, range)
  expect(sorted<object>(days)).toEqual(sorted<object>(rowsOf(truth, 'calendarDay')))
  expect(sorted<object>(weeks)).toEqual(sorted<object>(rowsOf(truth, 'policyWeek')))
  expect(new Set(weeks.map(({ excusedDays }) => excusedDays))).toEqual(new Set([0, 1, 2]))
  const holidays = days.filter(({ dayType }) => dayType === 'holiday')
  expect(holidays.map(({ day, locationName, name }) => `${day} ${locationName}: ${name}`).sort()).toEqual([
    '2025-12-25 Berlin Mitte: Christmas Day',
    '2025-12-25 New York Hudson: Christmas Day',
    '2025-12-26 Berlin Mitte: Second Day of Christmas',
  ])
})

it('a history that is sent again changes nothing', async () => {
  const range = { fromDay: '2025-03-28', toDay: '2025-03-31' }
  const company = simulateCompany({ seed: 5, employees: 30, startDay: range.fromDay, late: 0.3, duplicates: 0.3 })
  const home = await moveIn(service, company, range)
  const first = await live(home, company, range)
  const read = async () => ({
    attendance: sorted(await storedAttendance(home, range)),
    visits: sorted(await storedVisits(home, range)),
    gatherings: sorted(await storedGatherings(home, range)),
    parking: sorted(await storedParking(home, range)),
  })
  const before = await read()
  const second = await live(home, company, range)
  expect(second).toMatchObject({ accepted: 0, duplicate: first.accepted + first.duplicate, conflicts: 0 })
  expect(await read()).toEqual(before)
})
