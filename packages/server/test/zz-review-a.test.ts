import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createWarehouse } from '../src/warehouse/warehouse.ts'
import { readSegments } from '../src/warehouse/segment-read.ts'
import { rowBytes } from '../src/warehouse/row-bytes.ts'
import { runRefresh } from '../src/refresh/refresh-service.ts'
import { type Bench, openBench, openOffice } from './attendance/support.ts'
import { openReader } from './warehouse/support.ts'
import { segmentsOf, refresh, runsOf } from './refresh/support.ts'
import { openDatabase } from '../src/db/database.ts'

let bench: Bench
beforeAll(async () => { bench = await openBench() })
afterAll(() => bench?.[Symbol.asyncDispose]())
const LATER = new Date('2026-12-01T12:00:00Z')
const text = async (pieces: AsyncIterable<any>) => {
  const parts: Buffer[] = []
  for await (const b of rowBytes(pieces)) parts.push(b)
  return JSON.parse(`[${Buffer.concat(parts).subarray(1).toString()}]`)
}

test('T1 time zone reopened: presence twice, attendance stale', async () => {
  const office = await openOffice(bench)
  const reader = openReader(bench, office.organization)
  // today in DB = real clock 2026-11-21 (fake in this container); pick a location ahead
  const { rows: [t] } = await office.pool.query(`select (now() at time zone 'Pacific/Kiritimati')::date as east, (now() at time zone 'Pacific/Pago_Pago')::date as west, now() as now`)
  console.log('T1', t)
  const loc = await office.addLocation('Pacific/Kiritimati')
  const [ada, bob] = [await office.addUser(loc), await office.addUser(loc)]
  const { rows: [d] } = await office.pool.query(`select ($1::date - 1)::date as day`, [t.east])
  const day = d.day
  await office.plan(ada, day, 'o'); await office.plan(bob, day, 'o')
  // an event inside both local days: noon of day in Pago Pago may be future; use time which is day in both zones
  const { rows: [e] } = await office.pool.query(`select to_char((($1::date + time '23:30') at time zone 'Pacific/Kiritimati') at time zone 'UTC','YYYY-MM-DD"T"HH24:MI:SS"Z"') as ts`, [day])
  await office.pool.query(`select 1`)
  await office.see(ada, loc, e.ts)
  await refresh(office, new Date())
  console.log('T1 seg', (await segmentsOf(office)).map(({ dataset, day, rowCount }) => ({ dataset, day, rowCount })))
  const q = `startDate=${day}&endDate=${day}`
  console.log('T1 before', (await reader.presence(q)).length, (await reader.attendance(q)).map(r => r.attendanceType))
  // corrected to a zone in which the event is on the same local day but that day is not over
  for (const zone of ['Asia/Tokyo','Asia/Kolkata','Europe/Berlin','UTC','America/New_York','Pacific/Honolulu','Pacific/Pago_Pago']) {
    const { rows: [c] } = await office.pool.query(`select ($1::timestamptz at time zone $2)::date = $3::date and (now() at time zone $2)::date <= $3::date as ok`, [e.ts, zone, day])
    console.log('T1 zone', zone, c.ok)
    if (!c.ok) continue
    await office.pool.query('update locations set time_zone = $2 where org_id=$1', [office.orgId, zone])
    console.log('T1 after', (await reader.presence(q)).length, (await reader.attendance(q)).map(r => r.attendanceType))
    await office.see(bob, loc, e.ts)
    console.log('T1 after bob arrives', (await reader.presence(q)).length, (await reader.attendance(q)).map(r => r.attendanceType))
    await refresh(office, new Date())
    console.log('T1 after another refresh', (await reader.presence(q)).length, (await reader.attendance(q)).map(r => r.attendanceType))
    break
  }
})

test('T2 presence read of an unbuilt day while another location is published', async () => {
  const office = await openOffice(bench)
  const [a, b] = [await office.addLocation(), await office.addLocation()]
  const ada = await office.addUser(a); const bob = await office.addUser(b)
  await office.see(ada, a, '2026-03-02T09:00:00Z'); await office.see(bob, b, '2026-03-02T09:00:00Z')
  await refresh(office, LATER, { locationIds: [a] })
  const exports = openDatabase({ url: bench.service.database.url, poolSize: 3 })
  const w = createWarehouse({ db: office.db, pool: office.pool, exports: exports.pool, cacheBytes: 1 << 20 })
  const read = await readSegments(w, { orgId: office.orgId, dataset: 'presence', firstDay: '2026-03-02', lastDay: '2026-03-02' })
  const rows = await read.open()
  await refresh(office, LATER)
  const got = await text(rows.pieces)
  console.log('T2 rows', got.length, 'distinct', new Set(got.map((r: any) => r.eventId)).size, 'expected 2')
  rows.close()
  await exports[Symbol.asyncDispose]()
})

test('T3 a location whose users have moved away before it was first published', async () => {
  const office = await openOffice(bench)
  const reader = openReader(bench, office.organization)
  const [a, x] = [await office.addLocation(), await office.addLocation()]
  const ada = await office.addUser(a); const eve = await office.addUser(x)
  for (const day of ['2026-03-02', '2026-03-03']) { await office.plan(ada, day, 'o'); await office.plan(eve, day, 'o') }
  await office.pool.query('update users set primary_location_id = $2 where id = $1', [eve, a])
  const q = 'startDate=2026-03-02&endDate=2026-03-03'
  const count = async () => (await reader.attendance(q)).length
  console.log('T3 live', await count())
  await refresh(office, LATER, { locationIds: [a] })
  console.log('T3 a published', await count())
  await refresh(office, LATER, { locationIds: [x] })
  console.log('T3 x published', await count())
  console.log('T3', (await segmentsOf(office)).map(({ day, locationId, rowCount }) => [day, locationId === a ? 'a' : locationId === x ? 'x' : locationId, rowCount]), (await office.pool.query('select * from user_moves where org_id=$1',[office.orgId])).rows, (await office.pool.query('select location_id, published_through from published_locations where org_id=$1',[office.orgId])).rows, a, x, (await office.pool.query('select day, location_id from day_plans where org_id=$1',[office.orgId])).rows, (await runsOf(office)))
  await refresh(office, LATER)
  console.log('T3 all published', await count(), 'expected 4')
  await refresh(office, LATER)
  console.log('T3 again', await count())
})

test('T5 clock skew is remembered', async () => {
  const office = await openOffice(bench)
  const loc = await office.addLocation('UTC')
  const ada = await office.addUser(loc)
  const { rows: [t] } = await office.pool.query(`select (now() at time zone 'UTC')::date - 1 as day`)
  await office.plan(ada, t.day, 'o')
  const exports = openDatabase({ url: bench.service.database.url, poolSize: 3 })
  const w = createWarehouse({ db: office.db, pool: office.pool, exports: exports.pool, cacheBytes: 1 << 20 })
  const q = { orgId: office.orgId, dataset: 'user-booking-attendance' as const, firstDay: t.day, lastDay: t.day }
  const get = async () => { const r = await readSegments(w, q); const rows = await r.open(); const got = await text(rows.pieces); rows.close(); return [r.etag, got[0]?.attendanceType] }
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 86_400_000 })
  const first = await get()
  vi.useRealTimers()
  const second = await get()
  console.log('T5', first, second, 'fresh warehouse:')
  const w2 = createWarehouse({ db: office.db, pool: office.pool, exports: exports.pool, cacheBytes: 1 << 20 })
  const r = await (await readSegments(w2, q)).open(); console.log('T5', (await text(r.pieces))[0]?.attendanceType); r.close()
  await exports[Symbol.asyncDispose]()
})

test('T4 as many refreshes at once as connections', async () => {
  const jobs = openDatabase({ url: bench.service.database.url, poolSize: 10 })
  const offices = []
  for (let i = 0; i < 12; i++) offices.push(await openOffice(bench))
  const results = await Promise.allSettled(offices.map((o) => runRefresh(jobs, o.orgId, { isImpatient: true })))
  console.log('T4', results.map((r) => (r.status === 'fulfilled' ? 'ok' : String(r.reason.message))).join(' | '))
  console.log('T4', (await Promise.all(offices.map(async (o) => (await runsOf(o))[0]?.status))).join())
  await jobs[Symbol.asyncDispose]()
})

test('T6 reader connection lost just before the end', async () => {
  const office = await openOffice(bench)
  const loc = await office.addLocation(); const ada = await office.addUser(loc)
  await office.plan(ada, '2026-03-02', 'o')
  // hold the run at its last statement: published_locations locked by the share lock on locations
  const holder = await office.pool.connect()
  await holder.query('begin'); await holder.query('select from locations where org_id=$1 for update', [office.orgId])
  const run = refresh(office, LATER).catch((e: Error) => e)
  await expect.poll(async () => (await runsOf(office)).at(-1)?.status).toBe('running')
  await delay(300)
  await office.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and state = 'idle in transaction' and query ilike '%copy%' or (datname = current_database() and state='idle in transaction' and xact_start is not null and pid <> $1 and query ilike '%presence_events%')`, [(holder as any).processID])
  await holder.query('rollback'); holder.release()
  const r = await run
  console.log('T6', r instanceof Error ? `threw: ${r.message}` : r, await runsOf(office), (await segmentsOf(office)).length)
})
