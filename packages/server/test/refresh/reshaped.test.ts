import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { listDirtyDays } from '../../src/intake/day-changes/day-changes.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { LONG_WAITS } from '../../src/testing/test-database.ts'
import { markAllReshapedDays } from '../../src/warehouse/refresh/reshaped-days.ts'
import { SEGMENT_TOPICS } from '../../src/warehouse/segments/segment-dataset.ts'
import { type Bench, type Office, openBench, openOffice } from '../attendance/support.ts'
import { openReader } from '../warehouse/support.ts'
import { changesBy, noonUtc, refresh, rowsOf, segmentsOf } from './support.ts'

const DAYS = ['2026-03-02', '2026-03-03', '2026-03-04'] as const
const LATER = noonUtc('2026-03-06')

let bench: Bench

beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench?.[Symbol.asyncDispose]())

/** A user who is seen in a building, whose days are published and have been read. */
const openPublished = async () => {
  const office = await openOffice(bench)
  const building = await office.addLocation()
  const user = await office.addUser(building)
  for (const day of DAYS) {
    await office.plan(user, day, 'o')
    await office.see(user, building, `${day}T09:00:00Z`)
  }
  await refresh(office, LATER)
  await openReader(bench, office.organization).presence(`startDate=${DAYS[0]}&endDate=${DAYS[2]}`)
  return { office, building }
}

/** The same organization as a service sees it that was just started. */
const restarted = (office: Office): Pick<Office, 'pool' | 'orgId'> => {
  const database = openDatabase({ url: bench.service.database.url, poolSize: 4, ...LONG_WAITS })
  onTestFinished(() => database[Symbol.asyncDispose]())
  return { pool: database.pool, orgId: office.orgId }
}

const replaceAttendance = async (change: (text: string) => string): Promise<void> => {
  const { pool } = bench.service.database
  const { rows } = await pool.query<{ text: string }>(
    `select pg_get_functiondef(oid) as text from pg_proc where proname = 'attendance'`,
  )
  const text = rows[0]?.text as string
  const changed = change(text)
  expect(changed).not.toBe(text)
  await pool.query(changed)
  onTestFinished(async () => void (await pool.query(text)))
}

test('a service that is started again publishes nothing again', async () => {
  const { office } = await openPublished()
  const before = await segmentsOf(office)
  const again = restarted(office)
  await markAllReshapedDays(again.pool)
  expect(await refresh(again, LATER)).toMatchObject({ days: 0, segments: 0 })
  expect(await segmentsOf(office)).toEqual(before)
})

test('published days are corrected where the function of attendance was changed, and only where rows differ', async () => {
  const { office, building } = await openPublished()
  const before = await segmentsOf(office)
  const [first] = await rowsOf(office, DAYS[1], building)
  expect(first).toMatchObject({ attendanceType: 'confirmed' })
  await replaceAttendance((text) =>
    text.replace(`'confirmed'`, `case when d.day = '${DAYS[1]}' then 'walkIn' else 'confirmed' end`),
  )
  const again = restarted(office)
  expect(await refresh(again, LATER)).toMatchObject({ days: 3, restated: 1 })
  expect(changesBy(before, await segmentsOf(office))).toEqual([
    ...[
      { dataset: 'user-booking-attendance', day: DAYS[1], locationId: building, revision: 2, reason: 'corrected', rowCount: 1 },
    ],
  ])
  expect(await rowsOf(office, DAYS[1], building)).toMatchObject([{ attendanceType: 'walkIn' }])
  expect(await refresh(again, LATER)).toMatchObject({ days: 0 })
})

test('what waits to be published again shows as soon as a service is started', async () => {
  const { office } = await openPublished()
  await replaceAttendance((text) => text.replace(`'confirmed'`, `'con' || 'firmed'`))
  await markAllReshapedDays(restarted(office).pool)
  // The service may have added up what was marked.
  expect(await listDirtyDays(office.db, office.orgId, SEGMENT_TOPICS, '2026-03-05')).toEqual(
    DAYS.map((day) => ({ day, topic: 'plans', reason: 'corrected' })),
  )
})

test('another comment in a function changes nothing', async () => {
  const { office } = await openPublished()
  await replaceAttendance((text) => text.replace('\n', '\n-- A comment.\n'))
  expect(await refresh(restarted(office), LATER)).toMatchObject({ days: 0 })
})
