import type { AttendanceRow } from '@rollcall/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bench, type Office, openOffice, shareBench } from '../attendance/support.ts'
import { expectProblem } from '../http/support/expect-problem.ts'
import { timeless } from '../refresh/support.ts'
import { decoded, inOrder, openReader, publish } from './support.ts'

let bench: Bench
let office: Office
let reader: ReturnType<typeof openReader>
let berlin: string
let paris: string
let people: { ada: string; grace: string; homeless: string }

const DAY = '2026-03-02'
const NEXT = '2026-03-03'
const MARCH = `startDate=${DAY}&endDate=${NEXT}`

beforeAll(async () => {
  bench = await shareBench()
  office = await openOffice(bench, { timeZone: 'Europe/Berlin' })
  reader = openReader(bench, office.organization)
  berlin = await office.addLocation('Europe/Berlin')
  paris = await office.addLocation('Europe/Paris')
  people = {
    ada: await office.addUser(berlin),
    grace: await office.addUser(paris),
    homeless: await office.addUser(),
  }
  const { ada, grace, homeless } = people
  await office.plan(ada, DAY, 'o', berlin)
  await office.book(ada, DAY, berlin)
  await office.see(ada, berlin, '2026-03-02T08:00:00Z', '2026-03-02T15:30:00Z')
  await office.plan(ada, NEXT, 'r')
  await office.plan(grace, DAY, 'o')
  await office.see(grace, berlin, '2026-03-03T09:00:00Z')
  await office.plan(homeless, NEXT, 'a')
})
afterAll(() => bench?.[Symbol.asyncDispose]())

const row = (given: Partial<AttendanceRow>): AttendanceRow => ({
  userId: '',
  primaryLocationId: null,
  primaryLocationName: null,
  day: `${DAY}T00:00:00.000Z`,
  plan: null,
  bookingDepth: null,
  attendanceType: null,
  bookingLocationId: null,
  bookingLocationName: null,
  bookingLevelId: null,
  bookingLevelName: null,
  bookingZoneId: null,
  bookingZoneName: null,
  bookingPlaceId: null,
  bookingPlaceName: null,
  primaryGroupId: null,
  primaryGroupName: null,
  attendanceLocationId: null,
  attendanceLocationName: null,
  firstSeenAt: null,
  lastSeenAt: null,
  updatedAt: expect.any(String) as string,
  attendanceReason: null,
  plannedLocationId: null,
  planOrigin: null,
  presenceMinutes: null,
  locationIds: [],
  dayType: 'workday',
  checkedInAt: null,
  ...given,
})

const expectedRows = (): AttendanceRow[] => {
  const primary = { primaryLocationId: berlin, primaryLocationName: `Building ${berlin}` }
  const seen = { attendanceLocationId: berlin, attendanceLocationName: `Building ${berlin}` }
  const inParis = { primaryLocationId: paris, primaryLocationName: `Building ${paris}` }
  const next = { day: `${NEXT}T00:00:00.000Z` }
  return [
    row({
      ...{ userId: people.ada, ...primary, ...seen, plan: 'o', bookingDepth: 1, attendanceType: 'confirmed' },
      ...{ bookingLocationId: berlin, bookingLocationName: `Building ${berlin}` },
      ...{ firstSeenAt: '2026-03-02T08:00:00.000Z', lastSeenAt: '2026-03-02T15:30:00.000Z' },
      ...{ attendanceReason: 'planned', plannedLocationId: berlin, planOrigin: 'directory' },
      ...{ presenceMinutes: 450, locationIds: [berlin] },
    }),
    row({
      ...{ userId: people.grace, ...inParis, plan: 'o', attendanceType: 'unconfirmed' },
      ...{ attendanceReason: 'notReporting', plannedLocationId: paris, planOrigin: 'directory' },
    }),
    row({ userId: people.ada, ...primary, ...next, plan: 'r', attendanceReason: 'remote', planOrigin: 'directory' }),
    row({
      ...{ userId: people.grace, ...inParis, ...seen, ...next, attendanceType: 'walkIn' },
      ...{ firstSeenAt: '2026-03-03T09:00:00.000Z', lastSeenAt: '2026-03-03T09:00:00.000Z' },
      ...{ attendanceReason: 'unplanned', presenceMinutes: 0, locationIds: [berlin] },
    }),
    row({ userId: people.homeless, ...next, plan: 'a', attendanceReason: 'away', planOrigin: 'directory' }),
  ]
}

/** The same rows however the days are read. */
const describeAnswers = (how: string): void => {
  describe(how, () => {
    it('has whole rows, by day, those of a location together', async () => {
      const rows = await reader.attendance(MARCH)
      expect(inOrder(rows)).toEqual(inOrder(expectedRows()))
      expect(rows.map(({ day }) => day)).toEqual(rows.map(({ day }) => day).toSorted())
    })

    it('takes days in each of their forms', async () => {
      const { text } = await reader.read('user-booking-attendance', MARCH)
      for (const query of [
        'startDate=20260302&endDate=20260303',
        'startDate=2026-03-02T23:59:59-08:00&endDate=2026-03-03T00:00:00Z',
      ]) {
        expect((await reader.read('user-booking-attendance', query)).text).toBe(text)
      }
    })

    it('has each row at exactly one location, or at none', async () => {
      const all = await reader.attendance(MARCH)
      const parts = await Promise.all([berlin, paris, 'none'].map((id) => reader.attendance(`${MARCH}&locationId=${id}`)))
      expect(parts.map(({ length }) => length)).toEqual([3, 1, 1])
      expect(inOrder(parts.flat())).toEqual(inOrder(all))
    })

    it.each(['no-id', '00000000-0000-0000-0000-000000000000', 'a,b', '6f1c0f0e-6d2b-4d43-9f0c-0d7b6f3a9e21'])(
      'has no rows of the location %s, which does not exist',
      async (id) => {
        const { text, headers } = await reader.read('user-booking-attendance', `${MARCH}&locationId=${id}`)
        expect([text, headers['warehouse-row-count']]).toEqual(['[]\n', '0'])
      },
    )

    it('finds a location in any letter case', async () => {
      expect(await reader.attendance(`${MARCH}&locationId=${berlin.toUpperCase()}`)).toHaveLength(3)
    })

    it('is the same in each encoding, and says which', async () => {
      const plain = await reader.read('user-booking-attendance', MARCH)
      for (const encoding of ['gzip', 'zstd']) {
        const answer = await reader.read('user-booking-attendance', MARCH, { 'accept-encoding': encoding })
        expect(answer.headers['content-encoding']).toBe(encoding)
        expect(decoded(answer)).toBe(plain.text)
        expect(answer.headers.etag).toBe(plain.headers.etag)
      }
      expect(plain.headers).not.toHaveProperty('content-encoding')
    })

    it('says how many rows there are, to HEAD as well', async () => {
      const answer = await reader.read('user-booking-attendance', MARCH)
      const again = await reader.read('user-booking-attendance', MARCH)
      const head = await reader.read('user-booking-attendance', MARCH, {}, 'HEAD')
      expect([again.headers['warehouse-row-count'], head.headers['warehouse-row-count']]).toEqual(['5', '5'])
      expect([head.text, head.headers.etag]).toEqual(['', answer.headers.etag])
      expect(head.headers.vary).toMatch(/accept-encoding/i)
    })

    it('answers 304 to its own ETag, and to that of no other question', async () => {
      const { etag } = (await reader.read('user-booking-attendance', MARCH)).headers
      const ask = async (query: string) =>
        (await reader.read('user-booking-attendance', query, { 'if-none-match': etag as string })).status
      expect(await ask(MARCH)).toBe(304)
      expect(await ask(`${MARCH}&locationId=${berlin}`)).toBe(200)
      expect(await ask(`startDate=${DAY}&endDate=2026-03-04`)).toBe(200)
      expect(await ask(`${MARCH}&format=ndjson`)).toBe(200)
    })
  })
}

describeAnswers('a day that is read live')

describe('a range of days', () => {
  it('may end 30 days after it starts, and not a day later', async () => {
    expect(await reader.attendance('startDate=2026-03-02&endDate=2026-04-01')).toHaveLength(5)
    const answer = await reader.read('user-booking-attendance', 'startDate=2026-03-02&endDate=2026-04-02')
    expect(expectProblem(answer, 'range_too_large').detail).toContain('startDate=2026-03-02&endDate=2026-04-01')
  })

  it.each([
    ['startDate=2026-03-02', '/endDate'],
    ['startDate=2026-02-30&endDate=2026-03-02', '/startDate'],
    ['startDate=2026-03-03&endDate=2026-03-02', '/endDate'],
  ])('of %s is refused', async (query, pointer) => {
    const { errors } = expectProblem(await reader.read('user-booking-attendance', query), 'invalid_parameter')
    expect(errors?.map((fault) => fault.pointer)).toEqual([pointer])
  })
})

it('Publishing days changes no row of them, but that it says when it was published', async () => {
  const before = await reader.attendance(MARCH)
  const report = await publish(office)
  expect(report.segments).toBeGreaterThan(0)
  expect(timeless(await reader.attendance(MARCH))).toEqual(timeless(before))
})

describeAnswers('a day that is published')
