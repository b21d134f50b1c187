import { request } from 'node:http'
import zlib from 'node:zlib'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { basic } from '../src/testing/test-service.ts'
import { type Bench, openBench, openOffice } from './attendance/support.ts'
import { refresh, runsOf, segmentsOf } from './refresh/support.ts'
import { openReader } from './warehouse/support.ts'
let bench: Bench
beforeAll(async () => { bench = await openBench() })
afterAll(() => bench?.[Symbol.asyncDispose]())
const LATER = new Date('2026-12-01T12:00:00Z')

const raw = (office: any, path: string, headers: any) => new Promise<any>((resolve) => {
  const { hostname, port } = new URL(bench.service.baseUrl)
  const req = request({ hostname, port, path, headers: { ...basic(office.organization.keys['data-warehouse']), ...headers } }, (res) => {
    const parts: Buffer[] = []
    res.on('data', (b) => parts.push(b))
    res.on('end', () => resolve({ status: res.statusCode, headers: res.headers, body: Buffer.concat(parts) }))
    res.on('error', (e) => resolve({ status: res.statusCode, error: e.message, headers: res.headers, body: Buffer.concat(parts) }))
  })
  req.on('error', (e) => resolve({ error: e.message }))
  req.end()
})

test('T7 failure before the first byte', async () => {
  const office = await openOffice(bench)
  const loc = await office.addLocation(); const ada = await office.addUser(loc)
  await office.plan(ada, '2026-03-02', 'o'); await office.plan(ada, '2026-03-03', 'o')
  for (const [enc, format] of [['gzip', 'json'], ['zstd', 'json'], ['identity', 'json'], ['identity', 'csv'], ['gzip', 'ndjson'], ['identity', 'parquet']]) {
    const holder = await office.pool.connect()
    await holder.query('begin'); await holder.query('lock table bookings in access exclusive mode')
    const answer = raw(office, `/v1/analytics/user-booking-attendance/basic?startDate=2026-03-02&endDate=2026-03-03&format=${format}`, { 'accept-encoding': enc })
    await delay(400)
    const { rows } = await office.pool.query(`select pg_terminate_backend(pid), left(query,40) q from pg_stat_activity where datname=current_database() and wait_event_type='Lock'`)
    await delay(100)
    await holder.query('rollback'); holder.release()
    const a = await answer
    console.log('T7', enc, format, rows.length, a.status, a.error, JSON.stringify({ ce: a.headers?.['content-encoding'], ct: a.headers?.['content-type'], etag: a.headers?.etag, rc: a.headers?.['warehouse-row-count'], cl: a.headers?.['content-length'], cd: a.headers?.['content-disposition'] }), a.body?.toString('latin1').slice(0, 120))
  }
})

test('T8 failure midway', async () => {
  const office = await openOffice(bench)
  const loc = await office.addLocation()
  await office.pool.query(`insert into users (org_id, id, user_name, primary_location_id) select $1::uuid, gen_random_uuid(), 'w' || n, $2::uuid from generate_series(1, 6000) n`, [office.orgId, loc])
  for (const d of ['2026-03-02', '2026-03-03', '2026-03-04']) await office.pool.query(`insert into day_plans (org_id, user_id, day, plan, location_id, origin, changed_by, command_id) select $1::uuid, id, $2::date, 'o', null, 'day-plan', 'directory', gen_random_uuid() from users where org_id = $1::uuid`, [office.orgId, d])
  await office.pool.query('analyze')
  await refresh(office, new Date('2026-03-04T12:00:00Z'))
  await office.pool.query(`update segment_chunks set zstandard = substring(zstandard for octet_length(zstandard) / 2), deflated=deflated where org_id=$1 and day = '2026-03-03' and chunk_no = 1`, [office.orgId])
  for (const [enc, format] of [['identity', 'json'], ['identity', 'csv'], ['identity', 'ndjson'], ['identity', 'parquet'], ['gzip', 'ndjson'], ['gzip', 'json'], ['zstd', 'json']]) {
    const a = await raw(office, `/v1/analytics/user-booking-attendance/basic?startDate=2026-03-02&endDate=2026-03-04&format=${format}`, { 'accept-encoding': enc })
    console.log('T8', enc, format, a.status, a.error, a.headers?.['content-encoding'], a.body?.length)
  }
})

test('T9 presence of a user read by userIds equals; feed, positions', async () => {
  const office = await openOffice(bench)
  const reader = openReader(bench, office.organization)
  const [a, b] = [await office.addLocation(), await office.addLocation('Pacific/Honolulu')]
  const ada = await office.addUser(b)
  // Published in a, live in b: then the row comes to a.
  await office.plan(ada, '2026-03-02', 'r'); const eve = await office.addUser(a); await office.plan(eve, '2026-03-02', 'r')
  await refresh(office, LATER, { locationIds: [a] })
  await office.see(ada, a, '2026-03-02T12:00:00Z')
  console.log('T9 rows while a is published', (await reader.attendance('startDate=2026-03-02&endDate=2026-03-02')).length, 'of 2')
})
test('T10 location turned from published through days to new zone; kill between; etag after reopening', async () => {
  const office = await openOffice(bench)
  const reader = openReader(bench, office.organization)
  // two locations, one published & other reopened: attendance stale
  const east = await office.addLocation('Pacific/Kiritimati'); const other = await office.addLocation('Pacific/Kiritimati')
  const { rows: [d] } = await office.pool.query(`select ((now() at time zone 'Pacific/Kiritimati')::date - 1)::date as day`)
  const bob = await office.addUser(east); const eve = await office.addUser(other)
  await office.plan(bob, d.day, 'o'); await office.plan(eve, d.day, 'o')
  await refresh(office, new Date())
  const q = `startDate=${d.day}&endDate=${d.day}`
  await office.pool.query(`update locations set time_zone='UTC' where id=$1`, [east])
  await office.see(bob, east, `${d.day}T00:10:00Z`)
  const rows = await reader.attendance(q)
  console.log('T10', rows.map((r) => [r.userId === bob ? 'bob' : 'eve', r.attendanceType]), (await reader.presence(q)).length)
})
test('T11 rename under way while history comes in', async () => {
  const office = await openOffice(bench)
  const reader = openReader(bench, office.organization)
  const a = await office.addLocation(); const ada = await office.addUser(a)
  await office.plan(ada, '2026-03-05', 'o')
  const r = await office.pool.connect()
  await r.query('begin'); await r.query(`update locations set name = 'New name' where id = $1`, [a])
  const remote = await office.addUser(a)
  await office.pool.query('select 1')
  await office.pool.query(`insert into day_plans (org_id, user_id, day, plan, location_id, origin, changed_by, command_id) values ($1,$2,'2026-03-02','a',null,'day-plan','directory',gen_random_uuid())`, [office.orgId, ada])
  const reader2 = await refreshQuick(office)
  await r.query('commit'); r.release()
  for (let i = 0; i < 2; i++) await refresh(office, LATER)
  console.log('T11', reader2, (await reader.attendance('startDate=2026-03-02&endDate=2026-03-06')).map((x) => [x.day, x.primaryLocationName]))
})
const refreshQuick = (office: any) => Promise.race([refresh(office, LATER).then(() => 'refreshed during'), delay(2000).then(() => 'blocked')])
test('T12 feed filter switched', async () => {
  const office = await openOffice(bench)
  const a = await office.addLocation(); const ada = await office.addUser(a)
  await office.plan(ada, '2026-03-05', 'o'); await office.see(ada, a, '2026-03-05T10:00:00Z')
  await refresh(office, LATER)
  const p = JSON.parse((await raw(office, '/v1/analytics/changes/basic?datasets=presence', {})).body.toString())
  const all = JSON.parse((await raw(office, `/v1/analytics/changes/basic?cursor=${p.cursor}`, {})).body.toString())
  console.log('T12', p.segments.length, all.segments.length)
})
