import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Bench, openOffice, shareBench } from '../attendance/support.ts'
import { noonUtc, refresh, rowsOf, segmentsOf } from './support.ts'

let bench: Bench
beforeAll(async () => {
  bench = await shareBench()
})
afterAll(() => bench?.[Symbol.asyncDispose]())

const DAYS = ['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05']
const LATER = noonUtc('2026-03-10')

it('rows of several days, buildings and of no building that are computed at once are each in their segment, sorted by user', async () => {
  const office = await openOffice(bench)
  const locations = [...(await Array.fromAsync([0, 1, 2], () => office.addLocation())), null]
  const users = await Array.fromAsync(Array.from({ length: 24 }), (_, index) => office.addUser(locations[index % 4]))
  // Some are seen elsewhere on some days, so users of neighboring ids are in different segments on each day.
  for (const [index, user] of users.entries()) {
    for (const [number, day] of DAYS.entries()) {
      await office.plan(user, day, 'o')
      if ((index + number) % 3 === 0) await office.see(user, locations[index % 3] as string, `${day}T10:00:00Z`)
    }
  }
  await refresh(office, LATER)
  const attendance = (await office.list({ firstDay: DAYS[0] as string, lastDay: DAYS.at(-1) as string })).filter(({ day }) =>
    DAYS.includes(day),
  )
  const NONE = '00000000-0000-0000-0000-000000000000'
  const expected = Map.groupBy(attendance, ({ day, locationId }) => `${day} ${locationId ?? NONE}`)
  const segments = await segmentsOf(office, 'user-booking-attendance')
  expect(new Set(segments.map(({ day, locationId }) => `${day} ${locationId}`))).toEqual(new Set(expected.keys()))
  for (const { day, locationId, rowCount } of segments) {
    const inSegment = (await rowsOf(office, day, locationId)).map(({ userId }) => userId)
    expect(inSegment).toEqual(
      expected
        .get(`${day} ${locationId}`)
        ?.map(({ userId }) => userId)
        .toSorted(),
    )
    expect(inSegment).toHaveLength(rowCount)
  }
  expect(await refresh(office, LATER, { all: true })).toMatchObject({ segments: 0 })
})

it('rows of days that were never published have the time of the run, and keep it when the days are computed again', async () => {
  const office = await openOffice(bench)
  const location = await office.addLocation()
  const users = [await office.addUser(location), await office.addUser(location)]
  const timesOf = async () =>
    (await Promise.all(DAYS.slice(0, 2).map((day) => rowsOf(office, day, location)))).flat().map(({ updatedAt }) => updatedAt)
  for (const user of users) await office.plan(user, DAYS[0] as string, 'o')
  const from = new Date().toISOString()
  await refresh(office, LATER)
  const until = new Date().toISOString()
  const [first = '', ...others] = (await timesOf()) as string[]
  expect(others).toEqual([first])
  expect([from <= first, first <= until]).toEqual([true, true])
  // The second day is new in a statement that computes the first one again.
  await office.plan(users[0] as string, DAYS[1] as string, 'o')
  await refresh(office, LATER, { all: true })
  const [, , third = ''] = (await timesOf()) as string[]
  expect((await timesOf()).slice(0, 2)).toEqual([first, first])
  expect(third > until).toBe(true)
})
