import { request } from 'node:http'
import zlib from 'node:zlib'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { basic, startTestService, type TestService } from '../src/testing/test-service.ts'
import { openIngest } from './ingest/support.ts'
import { openOffice } from './attendance/support.ts'
import { refresh, runsOf, segmentsOf } from './refresh/support.ts'

const SECONDS = Number(process.env.STRESS ?? 45)
const CACHE = Number(process.env.CACHE ?? 1)
let service: TestService
let bench: any
const stack = new AsyncDisposableStack()
beforeAll(async () => {
  service = stack.use(await startTestService({ cacheMib: CACHE } as any))
  const ingest = stack.use(await openIngest(service))
  bench = { service, ingest }
})
afterAll(() => stack.disposeAsync())

test('T3r remote rows', async () => {
  const office = await openOffice(bench)
  const [a, x] = [await office.addLocation(), await office.addLocation()]
  const ada = await office.addUser(a); const eve = await office.addUser(x)
  for (const day of ['2026-03-02', '2026-03-03']) { await office.plan(ada, day, 'o'); await office.plan(eve, day, 'r') }
  await office.pool.query('update users set primary_location_id = $2 where id = $1', [eve, a])
  const LATER = new Date('2026-12-01T12:00:00Z')
  await refresh(office, LATER, { locationIds: [a, '00000000-0000-0000-0000-000000000000'] })
  await refresh(office, LATER, { locationIds: [x] })
  await refresh(office, LATER); await refresh(office, LATER)
  console.log('T3r', (await segmentsOf(office, 'user-booking-attendance')).map(({ day, locationId, rowCount }) => [day, locationId === a ? 'a' : locationId === x ? 'x' : locationId, rowCount]))
  await refresh(office, LATER, { all: true })
  console.log('T3r after all:true', (await segmentsOf(office, 'user-booking-attendance')).map(({ day, locationId, rowCount }) => [day, locationId === a ? 'a' : 'x', rowCount]))
})

test('stress', async () => {
  const office = await openOffice(bench)
  const { pool, orgId } = office
  const locs = [await office.addLocation('UTC'), await office.addLocation('Pacific/Auckland'), await office.addLocation('Pacific/Honolulu')]
  const N = 3000
  await pool.query(`insert into users (org_id, id, user_name, primary_location_id)
    select $1::uuid, gen_random_uuid(), 'u' || n || '-' || substr($1::text,1,6), case when n % 10 = 0 then null else ($2::uuid[])[1 + n % 3] end from generate_series(1, $3) n`, [orgId, locs, N])
  const days: string[] = []
  for (let i = 0; i < 5; i++) days.push(`2026-03-0${2 + i}`)
  for (const d of days) await pool.query(`insert into day_plans (org_id, user_id, day, plan, location_id, origin, changed_by, command_id)
     select $1::uuid, id, $2::date, (array['o','r','o'])[1 + (random()*2)::int], null, 'day-plan', 'directory', gen_random_uuid() from users where org_id = $1`, [orgId, d])
  const users = (await pool.query('select id from users where org_id=$1 order by 1', [orgId])).rows.map((r: any) => r.id)
  const rnd = (n: number) => Math.floor(Math.random() * n)
  const pick = <T,>(l: readonly T[]) => l[rnd(l.length)] as T
  for (let i = 0; i < 300; i++) await office.see(pick(users), pick(locs), `${pick(days)}T${String(rnd(24)).padStart(2, '0')}:${String(rnd(60)).padStart(2, '0')}:00Z`)
  await pool.query('analyze')
  const end = Date.now() + SECONDS * 1000
  const problems: string[] = []
  const stats: Record<string, number> = {}
  const bump = (k: string) => { stats[k] = (stats[k] ?? 0) + 1 }
  const problem = (s: string) => { if (problems.length < 40) problems.push(s) }
  const get = (path: string, headers: any, cut = false) => new Promise<any>((resolve, reject) => {
    const { hostname, port } = new URL(service.baseUrl)
    const req = request({ hostname, port, path, headers: { ...basic(office.organization.keys['data-warehouse']), ...headers } }, (res) => {
      const parts: Buffer[] = []
      res.on('data', (b) => { parts.push(b); if (cut && parts.length > 1) { req.destroy(); resolve({ cut: true }) } })
      res.on('end', () => resolve({ status: res.statusCode, headers: res.headers, body: Buffer.concat(parts), complete: res.complete }))
      res.on('error', (e) => cut ? resolve({ cut: true }) : reject(e))
    })
    req.on('error', (e) => cut ? resolve({ cut: true }) : reject(e))
    req.end()
  })
  const worker = async (n: number) => {
    while (Date.now() < end) {
      const dataset = pick(['user-booking-attendance', 'user-booking-attendance', 'presence'])
      const enc = pick(['zstd', 'gzip', 'identity', 'br', 'deflate'])
      const format = pick(['json', 'json', 'json', 'ndjson', 'csv'])
      const i = rnd(days.length), j = i + rnd(days.length - i)
      const loc = rnd(3) === 0 ? `&${dataset === 'presence' ? 'locationIds' : 'locationId'}=${pick([...locs, 'none'])}` : ''
      const path = `/v1/analytics/${dataset}/basic?startDate=${days[i]}&endDate=${days[j]}&format=${format}${loc}`
      const cut = rnd(12) === 0
      let a: any
      try { a = await get(path, { 'accept-encoding': enc }, cut) } catch (e: any) { bump(`error ${e.code ?? e.message}`); continue }
      if (a.cut) { bump('cut'); continue }
      bump(`status ${a.status} ${a.headers['content-encoding'] ?? '-'}`)
      if (a.status !== 200) { problem(`${a.status} ${a.body.toString().slice(0, 300)}`); continue }
      let text = ''
      try {
        const dec: any = { gzip: zlib.gunzipSync, zstd: zlib.zstdDecompressSync, br: zlib.brotliDecompressSync, deflate: zlib.inflateSync }[a.headers['content-encoding'] as string]
        text = (dec ? dec(a.body) : a.body).toString()
        const rows = format === 'json' ? JSON.parse(text) : format === 'ndjson' ? text.split('\n').filter(Boolean).map((l) => JSON.parse(l)) : text.trimEnd().split('\r\n').slice(1).map((l) => ({ csv: l }))
        const count = a.headers['warehouse-row-count']
        if (count !== undefined && Number(count) !== rows.length) problem(`count ${count} vs ${rows.length} ${path}`)
        if (format !== 'csv') {
          const keys = rows.map((r: any) => dataset === 'presence' ? r.eventId : r.userId + r.day)
          const dup = keys.length - new Set(keys).size
          if (dup) problem(`${dup} duplicates in ${rows.length} ${path}`)
          if (dataset !== 'presence' && !loc && rows.length !== (j - i + 1) * N) bump(`attendance differs`)
        }
      } catch (e: any) { problem(`${e.message} in ${path} ${enc} ${JSON.stringify(text.slice(0, 200))}`) }
    }
  }
  // fetch reader (undici decodes by itself)
  const fetcher = async () => {
    while (Date.now() < end) {
      const path = `/v1/analytics/user-booking-attendance/basic?startDate=${days[0]}&endDate=${pick(days)}`
      try {
        const r = await fetch(service.baseUrl + path, { headers: basic(office.organization.keys['data-warehouse']) })
        const t = await r.text()
        try { JSON.parse(t) } catch (e: any) { problem(`fetch ${e.message} ${r.headers.get('content-encoding')} ${t.length} ${JSON.stringify(t.slice(0, 120))}`) }
        bump('fetch ' + r.status)
      } catch (e: any) { bump('fetch error ' + (e.cause?.code ?? e.message)) }
    }
  }
  const changer = async () => {
    while (Date.now() < end) {
      const k = rnd(6)
      if (k < 3) await office.see(pick(users), pick(locs), `${pick(days)}T${String(rnd(24)).padStart(2, '0')}:${String(rnd(60)).padStart(2, '0')}:00Z`)
      else if (k === 3) await pool.query(`update day_plans set plan = case plan when 'o' then 'r' else 'o' end, command_id = gen_random_uuid() where org_id=$1 and user_id=$2 and day=$3`, [orgId, pick(users), pick(days)])
      else if (k === 4) await pool.query(`delete from presence_events where org_id=$1 and event_id in (select event_id from presence_events where org_id=$1 order by random() limit 1)`, [orgId])
      else await pool.query(`update users set primary_location_id = $3 where org_id=$1 and id=$2`, [orgId, pick(users), pick([...locs, null])])
      bump('changes'); await delay(30)
    }
  }
  const moments = ['2026-03-03T03:00:00Z', '2026-03-04T09:00:00Z', '2026-03-05T14:00:00Z', '2026-03-06T12:00:00Z', '2026-03-20T12:00:00Z']
  const refresher = async (start: number) => {
    while (Date.now() < end) {
      const moment = new Date(moments[Math.min(moments.length - 1, Math.floor(moments.length * (1 - (end - Date.now()) / (SECONDS * 1000))))] as string)
      const scope = rnd(2) ? {} : { locationIds: [pick(locs)] }
      try { await refresh(office, moment, { ...scope, isImpatient: rnd(2) === 0 }); bump('refreshed') } catch (e: any) { bump('refresh ' + e.message.slice(0, 60)) }
      await delay(rnd(1500))
    }
  }
  const feed = async () => {
    let cursor = ''; let last = 0
    while (Date.now() < end) {
      const { rows } = await pool.query('select min(position) as lo, max(position) as hi from segments where org_id=$1', [orgId])
      if (rows[0].lo !== null && rows[0].lo <= 0) problem('negative position')
      if (rows[0].hi < last) problem('position went back'); last = rows[0].hi ?? last
      await delay(50)
    }
  }
  await Promise.all([worker(1), worker(2), worker(3), fetcher(), changer(), refresher(0), refresher(1), feed()])
  console.log('STRESS', JSON.stringify(stats, null, 1), problems.join('\n'))
  // settle
  await refresh(office, new Date('2026-03-20T12:00:00Z')); await refresh(office, new Date('2026-03-20T12:00:00Z'))
  const again = await refresh(office, new Date('2026-03-20T12:00:00Z'), { all: true })
  console.log('SETTLED', again, (await runsOf(office)).map((r) => r.status).reduce((m: any, s) => ({ ...m, [s]: (m[s] ?? 0) + 1 }), {}))
  const { rows: idle } = await pool.query(`select state, count(*) from pg_stat_activity where datname = current_database() group by 1`)
  console.log(idle)
  const a = await get(`/v1/analytics/user-booking-attendance/basic?startDate=${days[0]}&endDate=${days[4]}`, {})
  const rows = JSON.parse(a.body.toString())
  console.log('rows', rows.length, 'of at least', N * 5)
}, 200_000)
