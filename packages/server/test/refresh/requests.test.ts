import { afterAll, beforeAll, expect, test } from 'vitest'
import { NO_LOCATION_ID } from '../../src/warehouse/segments/segment-dataset.ts'
import { type Bench, type Office, openBench, openOffice } from '../attendance/support.ts'
import { provingHeaders } from '../http/support/credentials.ts'
import { expectProblem } from '../http/support/expect-problem.ts'
import { JSON_TYPE, send } from '../http/support/send.ts'
import { factsOf, noonUtc, refresh } from './support.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench?.[Symbol.asyncDispose]())

const [MONDAY, TUESDAY, WEDNESDAY] = ['2026-03-02', '2026-03-03', '2026-03-04'] as const

const openPlanned = async (): Promise<Office & { berlin: string }> => {
  const office = await openOffice(bench)
  const berlin = await office.addLocation()
  const ada = await office.addUser(berlin)
  for (const day of [MONDAY, TUESDAY, WEDNESDAY]) await office.plan(ada, day, 'o')
  return { ...office, berlin }
}

const credentials = async ({ organization }: Office) =>
  (await provingHeaders(bench.service.baseUrl, organization.keys['all-permissions'])).bearer

const ask = async (office: Office, body: object) => {
  const headers = { ...JSON_TYPE, ...(await credentials(office)) }
  return send(bench.service.baseUrl, { method: 'POST', path: '/api/refresh-runs', headers, body })
}

test('a request names a day, days, or all of them, as the command does', async () => {
  const office = await openPlanned()
  const published = async (body: object) => {
    const answer = await ask(office, body)
    expect(answer.status).toBe(201)
    return answer.json<object>()
  }
  expect(await published({ date: MONDAY })).toMatchObject({ days: 1, segments: 2, trigger: 'request', locationIds: null })
  expect((await factsOf(office)).map(({ day }) => day)).toEqual([MONDAY])
  expect(await published({ from: MONDAY, to: TUESDAY, date: null })).toMatchObject({ days: 2, segments: 2, restated: 0 })
  expect(await published({ from: TUESDAY, locationId: office.berlin })).toMatchObject({ days: 2, locationIds: [office.berlin] })
  // Rows without a location were published through Tuesday only.
  expect(await published({})).toMatchObject({ days: 1, segments: 0 })
  expect(await published({})).toMatchObject({ days: 0 })
  expect(await published({ all: true })).toMatchObject({ days: 3, segments: 0 })
  expect(await published({ date: `${MONDAY}T23:00:00Z`, all: false })).toMatchObject({ days: 1, segments: 0 })
})

test.each([
  [{ date: MONDAY, from: MONDAY }, 'date', 'conflict'],
  [{ date: MONDAY, to: MONDAY }, 'date', 'conflict'],
  [{ date: MONDAY, all: true }, 'date', 'conflict'],
  [{ from: MONDAY, all: true }, 'from', 'conflict'],
  [{ to: MONDAY }, 'to', 'required'],
  [{ to: MONDAY, all: true }, 'to', 'required'],
  [{ from: TUESDAY, to: MONDAY }, 'to', 'range'],
  [{ date: '2026-02-30' }, 'date', 'date'],
  [{ from: '1999-12-31' }, 'from', 'range'],
  [{ from: MONDAY, to: '2101-01-01' }, 'to', 'range'],
])('a request for %j is refused because of %s (%s)', async (body, name, code) => {
  const { errors } = expectProblem(await ask(await openOffice(bench), body), 'invalid_body')
  expect(errors).toEqual([{ pointer: `/${name}`, code, message: expect.any(String) }])
})

test('however many days are asked for, those of history that are over are computed', async () => {
  const office = await openPlanned()
  const days = { firstDay: '0001-01-01', lastDay: '9999-12-31' }
  const moment = noonUtc(WEDNESDAY)
  expect(await refresh(office, moment, { days })).toMatchObject({ days: 2, segments: 4, lastDayOver: TUESDAY })
  expect(await refresh(office, moment, { days: { ...days, firstDay: WEDNESDAY } })).toMatchObject({ days: 0 })
  expect(await refresh(await openOffice(bench), moment, { days })).toMatchObject({ days: 0, lastDayOver: TUESDAY })
})

test('a run names rows without a location `none`', async () => {
  const office = await openPlanned()
  const { runNo } = await refresh(office, noonUtc(WEDNESDAY), { locationIds: [NO_LOCATION_ID, office.berlin] })
  const headers = await credentials(office)
  const answer = await send(bench.service.baseUrl, { path: '/api/refresh-runs', headers })
  expect(answer.json()).toMatchObject({ items: [{ runNo, locationIds: ['none', office.berlin] }] })
})

test.each([
  ['committed', 'locations', 'name', 4],
  ['open', 'users', 'user_name', 0],
] as const)('days published while a change of a name was %s (%s) are looked at again', async (state, table, column, restated) => {
  const office = await openPlanned()
  const renaming = await office.pool.connect()
  await renaming.query('begin')
  // The change bypasses the triggers, so it marks none of the days as changed.
  await renaming.query('set local session_replication_role = replica')
  await renaming.query(`update ${table} set ${column} = 'Tower' where org_id = $1`, [office.orgId])
  await renaming.query('update table_revisions set revision = revision + 1 where org_id = $1 and table_name = $2', [
    office.orgId,
    table,
  ])
  const commit = () => renaming.query('commit')
  let committed: Promise<unknown> | undefined
  const onProgress = () => {
    if (state === 'committed') committed ??= commit()
  }
  expect(await refresh(office, noonUtc(WEDNESDAY), { onProgress })).toMatchObject({ days: 2, segments: 4 })
  await (committed ?? commit())
  renaming.release()
  expect(await refresh(office, noonUtc(WEDNESDAY))).toMatchObject({ days: 2, restated })
  expect(await refresh(office, noonUtc(WEDNESDAY))).toMatchObject({ days: 0 })
})
