import { randomUUID } from 'node:crypto'
import type { ChangeFeed, Erasure, SegmentChange } from '@rollcall/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { settleErasures } from '../../src/operations/privacy/finalizer.ts'
import { startListener } from '../../src/platform/notifications/listener.ts'
import { createChunkCache, invalidateOnNotify } from '../../src/warehouse/chunks/chunk-cache.ts'
import { type Bench, openBench } from '../attendance/support.ts'
import { until } from '../http/support/credentials.ts'
import { expectProblem } from '../http/support/expect-problem.ts'
import { type Answer, send } from '../http/support/send.ts'
import { createLakeFolder, exportTo, readLake } from '../lake/support.ts'
import { refresh, segmentsOf } from '../refresh/support.ts'
import { AFTERWARDS, DAYS, leaveTraces, MARK, type MarkedOffice, openMarkedOffice, placesOf, REASON, reading } from './support.ts'

const logged: string[] = []
let bench: Bench
beforeAll(async () => {
  const logTo = {
    write(line: string) {
      logged.push(line)
    },
  }
  bench = await openBench({ logLevel: 'trace', logTo })
})
afterAll(() => bench?.[Symbol.asyncDispose]())

const ask = (
  office: MarkedOffice,
  body: object,
  headers = office.administrator.headers,
  userId = office.userId,
): Promise<Answer> =>
  send(office.service.baseUrl, {
    method: 'POST',
    path: `/api/users/${userId}/erasure`,
    body: { reason: REASON, ...body },
    headers: { 'content-type': 'application/json', ...headers },
  })

const erase = async (office: MarkedOffice): Promise<Erasure> => {
  const answer = await ask(office, { confirm: office.email })
  expect(answer.status, answer.text).toBe(200)
  return answer.json<Erasure>()
}

/** The data that integrators read of the days, in a format. */
const read = async ({ service, token }: MarkedOffice, dataset: string, format = 'json'): Promise<string> => {
  const [name = '', filter = ''] = dataset.split('?')
  const range = name === 'users' ? '' : `&startDate=${DAYS[0]}&endDate=${DAYS[2]}`
  const path = `/v1/analytics/${name}?format=${format}${range}${filter && `&${filter}`}`
  const { status, body } = await send(service.baseUrl, { path, headers: { authorization: `Bearer ${token}` } })
  expect(status).toBe(200)
  return body.toString('latin1').toLowerCase()
}

const DATASETS = ['users', 'user-booking-attendance', 'presence', 'events']

type Row = Record<string, unknown>
const inOrder = (rows: readonly Row[]): string[] => rows.map((row) => JSON.stringify(row)).sort()

const textOfLake = async (dir: string): Promise<string> => {
  const rows = await Promise.all(['presence', 'user-booking-attendance'].map((dataset) => readLake(dir, dataset)))
  return JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value)).toLowerCase()
}

const countsOf = async ({ pool, orgId }: MarkedOffice): Promise<unknown> => {
  const { rows } = await pool.query(
    `select to_jsonb(r) - 'org_id' as r from location_rollups r where org_id = $1
     union all
     select to_jsonb(r) - 'org_id' from group_rollups r where org_id = $1
     union all
     select to_jsonb(r) - 'org_id' from group_months r where org_id = $1
     union all
     select jsonb_build_object('dataset', dataset, 'day', day, 'at', location_id, 'rows', row_count) from segments where org_id = $1
     union all
     select jsonb_build_object('day', local_day, 'people', count(distinct user_id), 'events', count(*))
     from presence_events where org_id = $1 group by local_day
     union all
     select jsonb_build_object('day', day, 'visits', count(*), 'came', count(arrived_at), 'left', count(departed_at)) from visit_log($1, '2026-01-01', '2028-01-01') group by day
     order by r`,
    [orgId],
  )
  return rows.map(({ r }) => r)
}

test('nothing anywhere reveals who an erased person was, and every count is as before', async () => {
  const office = await openMarkedOffice(bench)
  const { pool, orgId, userId } = office
  await using lake = await createLakeFolder()
  await leaveTraces(office)
  await refresh(office, AFTERWARDS)
  for (const dataset of DATASETS) await read(office, dataset)
  await exportTo(office, lake.storage)
  expect(await textOfLake(lake.dir)).toContain(MARK)
  const before = await countsOf(office)
  const cache = createChunkCache(1 << 20)
  cache.set('a segment', [])
  await using listener = await startListener(bench.service.database.url)
  await invalidateOnNotify(listener, cache)
  expect(await placesOf(office, MARK)).toEqual([
    ...['card_number', 'credential_type', 'facility_code'].map((column) => `access_credentials.${column}`),
    'bookings.reason',
    ...['card_number', 'facility_code', 'scan_datum'].map((column) => `credential_scan_data.${column}`),
    ...['day_plans.reason', 'presence_events.event_id', 'presence_events.source_user_id'],
    ...['quarantine.event_id', 'quarantine.payload', 'segment_chunks.deflated', 'segment_chunks.zstandard'],
    ...['source_identities.source_user_id', 'time_off_events.event_id', 'time_off_events.time_off_type', 'user_actions.reason'],
    ...['attributes', 'email', 'first_name', 'last_name', 'user_name'].map((column) => `users.${column}`),
    ...['badge_number', 'event_id', 'visitor_email', 'visitor_name'].map((column) => `visitor_events.${column}`),
    ...['visits.visitor_email', 'visits.visitor_name', 'workplace_events.name'],
  ])

  const counted = (await ask(office, { dryRun: true })).json<Erasure>()
  const done = await erase(office)
  expect(done).toEqual({ ...counted, erasedAt: done.erasedAt, erasedByUserId: office.administrator.userId })
  expect(done.restatedDays).toBe(DAYS.length)
  await until(async () => cache.get('a segment') === undefined)
  cache.set('a segment', [])
  const old = await segmentsOf(office, 'presence')
  await refresh(office, AFTERWARDS)
  for (const { reason, revision, day } of await segmentsOf(office, 'presence')) {
    expect({ reason, revision, day }).toEqual({ reason: 'erased', revision: (old[0]?.revision ?? 0) + 1, day })
  }

  await until(async () => cache.get('a segment') === undefined)
  expect(await placesOf(office, MARK)).toEqual([])
  expect(await countsOf(office)).toEqual(before)
  for (const format of ['json', 'ndjson', 'csv', 'parquet']) {
    for (const dataset of DATASETS) expect(await read(office, dataset, format)).not.toContain(MARK)
    expect(await read(office, `presence?userIds=${userId}`, format)).not.toContain(MARK)
  }
  await exportTo(office, lake.storage)
  expect(await textOfLake(lake.dir)).toContain(office.colleague)
  expect(await textOfLake(lake.dir)).not.toContain(MARK)
  expect(logged.length).toBeGreaterThan(10)
  expect(logged.join('').toLowerCase()).not.toContain(MARK)

  const log = await send(office.service.baseUrl, { path: `/api/users/${userId}/actions`, headers: office.administrator.headers })
  const [entry] = log.json<{ items: object[] }>().items
  expect(entry).toMatchObject({ action: 'erased', reason: REASON, changedByUserId: office.administrator.userId, day: null })
  const { rows } = await pool.query('select status, user_name from users where org_id = $1 and id = $2', [orgId, userId])
  expect(rows).toEqual([{ status: 'inactive', user_name: `erased-${userId.slice(0, 8)}` }])
})

test('a copy that follows the change feed forgets an erased person, whatever was published meanwhile', async () => {
  const office = await openMarkedOffice(bench)
  await leaveTraces(office)
  const copy = new Map<string, Row[]>()
  let cursor = ''
  const get = async <T>(path: string): Promise<T> => {
    const headers = { authorization: `Bearer ${office.token}` }
    return (await send(office.service.baseUrl, { path: `/v1/analytics/${path}`, headers })).json<T>()
  }
  const follow = async (): Promise<SegmentChange[]> => {
    const page = await get<ChangeFeed>(`changes${cursor && `?cursor=${cursor}`}`)
    for (const { dataset, day, locationId } of page.segments) {
      const location = `${dataset === 'presence' ? 'locationIds' : 'locationId'}=${locationId ?? 'none'}`
      copy.set(`${dataset} ${day} ${locationId}`, await get<Row[]>(`${dataset}?startDate=${day}&endDate=${day}&${location}`))
    }
    cursor = page.cursor
    return page.segments
  }
  await refresh(office, AFTERWARDS)
  await follow()
  expect(JSON.stringify([...copy])).toContain(MARK)

  await Promise.all([erase(office), refresh(office, AFTERWARDS), follow()])
  await refresh(office, AFTERWARDS)
  await follow()
  expect(JSON.stringify([...copy])).not.toContain(MARK)
  const ofCopy = [...copy].flatMap(([name, rows]) => (name.startsWith('presence ') ? rows : []))
  expect(inOrder(ofCopy)).toEqual(inOrder(await get<Row[]>(`presence?startDate=${DAYS[0]}&endDate=${DAYS[2]}`)))
  await refresh(office, AFTERWARDS)
  expect(await follow()).toEqual([])
})

test('erasing again, or twice at once, answers what was done', async () => {
  const office = await openMarkedOffice(bench)
  await office.see(office.userId, office.nodes.location, `${DAYS[0]}T09:00:00Z`)
  const answers = await Promise.all([erase(office), erase(office)])
  expect(answers[0]).toEqual(answers[1])
  expect((await ask(office, { reason: 'Another one' })).json()).toEqual(answers[0])
  expect((await ask(office, { dryRun: true })).json()).toEqual(answers[0])
})

test('an event for an erased person counts as one of an unknown user', async () => {
  const office = await openMarkedOffice(bench)
  const { submit, userId, email, userName, nodes } = office
  await leaveTraces(office)
  await erase(office)
  const named = [
    { userId },
    { userEmail: email },
    { userEmail: userName },
    { sourceUserId: `${MARK}-card` },
    { sourceUserId: `${MARK}-source` },
  ]
  const codes = async () => {
    const presenceEvents = named.map((name) => ({
      ...reading(office, '2026-03-05T09:00:00Z', randomUUID()),
      ...{ sourceUserId: undefined, ...name },
    }))
    const { results } = await submit('presence', { sourceId: 'badges', presenceEvents })
    return results.map(({ resultCode }) => resultCode)
  }
  // The node learns of it soon; what it accepts before is erased a quarter of an hour later.
  await expect.poll(codes).toEqual([1, 1, 1, 1, 1])
  const off = { eventId: 'off', uid: userId, eventType: 'scheduled', startDate: '2027-01-01', endDate: '2027-01-01' }
  expect((await submit('timeoff', { timeOffEvents: [off] })).results).toMatchObject([{ resultCode: 1 }])
  const card = { active: true, cardNumber: 'new', credentialType: 'badge' }
  expect(
    await submit('access-credentials', { data: [{ username: userName, updateId: 'u', credentials: [card] }] }),
  ).toMatchObject({
    result: 'USER_NOT_FOUND',
  })
  await expect(
    office.call('PUT', `/api/users/${userId}/days/2026-12-01/booking`, { locationId: nodes.location }),
  ).rejects.toThrow('user_inactive')
  await expect(office.call('PATCH', `/api/users/${userId}`, { firstName: 'Back' })).rejects.toThrow('"code":"user_erased"')
  const called = `erased-${userId.slice(0, 8)}`
  const byPseudonym = await submit('user-attributes', { userAttributes: [{ userName: called, attributes: { a: 'b' } }] })
  expect(byPseudonym.results).toMatchObject([{ resultCode: 1 }])
  expect(await submit('access-credentials', { data: [{ username: called, updateId: 'u', credentials: [card] }] })).toMatchObject({
    result: 'USER_NOT_FOUND',
  })
})

test('an import may bring a person back as a new user, and never under the erased id', async () => {
  const office = await openMarkedOffice(bench)
  const { userId, userName, service, administrator, orgId, pool } = office
  await erase(office)
  const importing = (user: object) =>
    send(service.baseUrl, {
      method: 'POST',
      path: '/api/imports?dryRun=false',
      body: { users: [user] },
      headers: { 'content-type': 'application/json', ...administrator.headers },
    })
  const refused = await importing({ id: userId, userName, email: office.email })
  expect(refused.text).toContain('"erased"')
  expect(await placesOf(office, MARK)).toEqual([])
  expect((await importing({ userName, email: office.email })).status).toBe(200)
  const { rows } = await pool.query('select id from users where org_id = $1 and user_name = $2', [orgId, userName])
  expect(rows).toHaveLength(1)
  expect(rows[0].id).not.toBe(userId)
})

test('events that were on their way during an erasure are removed as well', async () => {
  await settleErasures(bench.service.database.db, { afterMs: 0 })
  const office = await openMarkedOffice(bench)
  const { pool, orgId, userId } = office
  await leaveTraces(office)
  const { rows } = await pool.query<{ no: number }>(
    `select source_no as no from sources where org_id = $1 and source_id = 'badges'`,
    [orgId],
  )
  const streaming = (async () => {
    for (let n = 0; n < 40; n++) await office.record([reading(office, '2026-03-04T11:00:00Z', `stream ${n}`)])
  })()
  await erase(office)
  await streaming
  // A node that matched the person before the erasure may store the event after it.
  await pool.query(
    `insert into presence_events
       (org_id, utc_day, source_no, event_id, occurred_at, local_day, user_id, location_id, node_type, node_id, source_user_id)
     values ($1, $2, $3, $4, $5, $2, $6, $7, 'location', $7, $4)`,
    [orgId, '2026-03-05', rows[0]?.no, `${MARK} late`, '2026-03-05T09:00:00Z', userId, office.nodes.location],
  )
  expect(await settleErasures(office.db, { afterMs: 60_000 })).toBe(0)
  expect(await placesOf(office, MARK)).not.toEqual([])
  expect(await settleErasures(office.db, { afterMs: 0 })).toBe(1)
  expect(await settleErasures(office.db, { afterMs: 0 })).toBe(0)
  const left = (await placesOf(office, MARK)).filter((place) => !place.startsWith('quarantine.'))
  expect(left).toEqual([])
})

test('an erasure that cannot be settled holds up no other one', async () => {
  await settleErasures(bench.service.database.db, { afterMs: 0 })
  const office = await openMarkedOffice(bench)
  const { db, pool, orgId, userId } = office
  await erase(office)
  const client = await pool.connect()
  try {
    await client.query('set session_replication_role = replica')
    await client.query(
      `insert into erasures (org_id, user_id, erased_at, reason, rows, restated_days)
       values ($1, gen_random_uuid(), now() - interval '1 minute', 'No such user', '[]', 0)`,
      [orgId],
    )
  } finally {
    client.release(true)
  }
  const errors: unknown[] = []
  await settleErasures(db, { afterMs: 0, onError: (error) => errors.push(error) })
  await pool.query('delete from erasures where org_id = $1 and settled_at is null', [orgId])
  expect(errors).toMatchObject([{ code: 'entity_not_found' }])
  const { rows } = await pool.query('select user_id from erasures where org_id = $1 and settled_at is not null', [orgId])
  expect(rows).toEqual([{ user_id: userId }])
})

test('only global administrators erase, by naming the person, and never the last of themselves', async () => {
  const office = await openMarkedOffice(bench)
  const { service, orgId, email, lastName, administrator, person } = office
  const workplaceAdmin = await service.signIn(orgId, [
    'workplace-administrator',
    'analytics-administrator',
    'bookings-administrator',
  ])
  for (const { headers } of [workplaceAdmin, person]) {
    expectProblem(await ask(office, { confirm: email }, headers), 'role_not_allowed')
  }
  const stranger = await openMarkedOffice(bench)
  expectProblem(await ask(office, { confirm: email }, stranger.administrator.headers), 'entity_not_found')
  for (const body of [{}, { confirm: 'someone@example.com' }, { confirm: email.toUpperCase() }]) {
    expect((await ask(office, body)).json()).toMatchObject({ code: 'invalid_body', errors: [{ pointer: '/confirm' }] })
  }
  const telling = await ask(office, { confirm: email, reason: `Because ${lastName.toUpperCase()} asked` })
  expect(telling.json()).toMatchObject({ code: 'invalid_body', errors: [{ pointer: '/reason', code: 'personal' }] })
  const oneself = await ask(office, { confirm: administrator.userName }, administrator.headers, administrator.userId)
  expectProblem(oneself, 'last_administrator')
  expect((await placesOf(office, MARK)).length).toBeGreaterThan(0)
})
