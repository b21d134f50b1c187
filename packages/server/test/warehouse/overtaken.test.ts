import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../src/platform/db/database.ts'
import { UNSHARED } from '../../src/platform/fairness/fairness.ts'
import { createTelemetry } from '../../src/platform/telemetry/telemetry.ts'
import { daysAfter } from '../../src/platform/time/day.ts'
import { LONG_WAITS } from '../../src/testing/test-database.ts'
import { rowBytes } from '../../src/warehouse/chunks/chunk.ts'
import { createChunkCache } from '../../src/warehouse/chunks/chunk-cache.ts'
import { createReaders } from '../../src/warehouse/readers/readers.ts'
import { readSegments } from '../../src/warehouse/reading/segment-read.ts'
import { createWarehouse } from '../../src/warehouse/reading/warehouse.ts'
import { type Bench, openBench, openOffice } from '../attendance/support.ts'
import { timeless } from '../refresh/support.ts'
import { openReader, publish } from './support.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench?.[Symbol.asyncDispose]())

const DAY = '2026-03-02'

describe('a published day that a corrected time zone makes one that is not over', () => {
  it('is live again, each row once', async () => {
    const office = await openOffice(bench)
    const { attendance, presence } = openReader(bench, office.organization)
    const ahead = await office.addLocation('Pacific/Kiritimati')
    const [ada, bob] = [await office.addUser(ahead), await office.addUser(ahead)]
    const { rows } = await office.pool.query<{ day: string; seen: string }>(
      `select d.day, iso_timestamp((d.day + time '23:30') at time zone 'Pacific/Kiritimati') as seen
       from (select (now() at time zone 'Pacific/Kiritimati')::date - 1 as day) d`,
    )
    const [{ day, seen }] = rows as [{ day: string; seen: string }]
    for (const user of [ada, bob]) await office.plan(user, day, 'o')
    await office.see(ada, ahead, seen)
    await publish(office, { moment: new Date() })
    const range = `startDate=${day}&endDate=${day}`
    expect(await presence(range)).toHaveLength(1)

    // Yesterday of the first is not over at the second at any time.
    await office.pool.query(`update locations set time_zone = 'Pacific/Pago_Pago' where org_id = $1`, [office.orgId])
    await office.see(bob, ahead, new Date().toISOString())
    // As a refresh does it too: the call may have read the building before the correction.
    await office.pool.query(`select move_local_days(org_id, id, time_zone, day_start_hour) from locations where org_id = $1`, [
      office.orgId,
    ])
    const typesOf = async () => (await attendance(range)).map(({ userId, attendanceType }) => [userId, attendanceType]).sort()
    const events = await presence(`startDate=${daysAfter(day, -1)}&endDate=${day}`)
    expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(2)
    expect(events).toHaveLength(2)
    const types = await typesOf()
    expect(types.map(([userId]) => userId)).toEqual([ada, bob].sort())
    await publish(office, { moment: new Date() })
    expect(await typesOf()).toEqual(types)
  })
})

describe('presence of a day that is published for another location while it is read', () => {
  it('has each event once', async () => {
    const office = await openOffice(bench)
    const [first, second] = [await office.addLocation(), await office.addLocation()]
    await office.see(await office.addUser(first), first, `${DAY}T09:00:00Z`)
    await office.see(await office.addUser(second), second, `${DAY}T09:00:00Z`)
    await publish(office, { locationIds: [first] })
    await using exports = openDatabase({ url: bench.service.database.url, poolSize: 3, ...LONG_WAITS })
    const warehouse = createWarehouse({
      db: office.db,
      pool: office.pool,
      exports: exports.pool,
      readers: createReaders(createTelemetry(pino({ level: 'silent' })), UNSHARED),
      jobs: office.pool,
      cache: createChunkCache(1 << 20),
    })
    const question = { orgId: office.orgId, dataset: 'presence', firstDay: DAY, lastDay: DAY } as const
    const rows = await (await readSegments(warehouse, question)).open('zstandard')
    await publish(office)
    const parts: Buffer[] = []
    for await (const bytes of rowBytes(rows.pieces)) parts.push(bytes)
    rows.close()
    expect(JSON.parse(`[${Buffer.concat(parts).toString().slice(1)}]`)).toHaveLength(2)
  })
})

describe('a location that its people left before it was first published', () => {
  it('is published with the days on which they belonged to it', async () => {
    const office = await openOffice(bench)
    const { attendance } = openReader(bench, office.organization)
    const [first, left] = [await office.addLocation(), await office.addLocation()]
    const eve = await office.addUser(left)
    for (const day of [DAY, '2026-03-03']) {
      await office.plan(await office.addUser(first), day, 'o')
      await office.plan(eve, day, 'r')
    }
    await office.pool.query('update users set primary_location_id = $2 where org_id = $1 and id = $3', [office.orgId, first, eve])
    const range = `startDate=${DAY}&endDate=2026-03-03`
    const before = await attendance(`${range}&locationId=${left}`)
    expect(before).toHaveLength(2)
    await publish(office, { locationIds: [first, '00000000-0000-0000-0000-000000000000'] })
    await publish(office)
    expect(timeless(await attendance(`${range}&locationId=${left}`))).toEqual(timeless(before))
  })
})
