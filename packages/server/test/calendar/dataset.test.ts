import { randomUUID } from 'node:crypto'
import type { CalendarRow, SpecialDays } from '@rollcall/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { saveHoliday } from '../../src/planning/calendar/calendar-entries.ts'
import { recordVersion } from '../../src/platform/db/service-versions.ts'
import { transact } from '../../src/platform/transactions/transact.ts'
import { VERSION } from '../../src/platform/version.ts'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { SignedIn, TestOrganization, TestService } from '../../src/testing/test-service.ts'
import { expectProblem } from '../http/support/expect-problem.ts'
import { callAs, readAsKey } from '../parking/support.ts'

let service: TestService
let org: TestOrganization
let admin: SignedIn
let berlin: string
let dubai: string

beforeAll(async () => {
  service = await shareTestService()
})
afterAll(() => service?.[Symbol.asyncDispose]())
beforeEach(async () => {
  org = await service.createOrganization()
  admin = await service.signIn(org.id, ['workplace-administrator'])
  ;[berlin, dubai] = [randomUUID(), randomUUID()].sort() as [string, string]
  await service.database.pool.query(
    `insert into locations (org_id, id, name, time_zone, status, working_days)
     values ($1, $2, 'Berlin', 'Europe/Berlin', 'active', '{1,2,3,4,5}'), ($1, $3, 'Dubai', 'Asia/Dubai', 'inactive', '{1,2,3,4,7}')`,
    [org.id, berlin, dubai],
  )
})

const change = async (method: string, path: string, body?: object) => {
  const answer = await callAs(service, admin, method, `/api/locations/${path}`, body)
  if (answer.status >= 300) throw new Error(answer.text)
}
const close = (firstDay: string, lastDay: string, reason = 'Water damage') =>
  change('POST', `${berlin}/closures`, { firstDay, lastDay, reason })
const name = (day: string, text = 'Labor Day') => change('PUT', `${berlin}/holidays/${day}`, { name: text })
const read = (query: string, headers = {}) => readAsKey(service, org, `/v1/analytics/calendar/basic?${query}`, headers)
const rows = async (query: string) => (await read(query)).json<CalendarRow[]>()
const short = ({ day, locationName, dayType, name: title, hasOutage }: CalendarRow) =>
  [day, locationName, dayType, title ?? '-', hasOutage ? 'outage' : ''].join(' ').trim()

describe('the dataset calendar', () => {
  it('has every day of every building, inactive ones too, by its own working days', async () => {
    // 1 May 2026 is a Friday.
    await name('2026-05-01')
    await close('2026-05-02', '2026-05-03')
    await change('POST', `${berlin}/outages`, { firstDay: '2026-04-30', lastDay: '2026-05-01', reason: null })
    const answer = await read('startDate=2026-04-30&endDate=20260503')
    expect(answer.headers['warehouse-row-count']).toBe('8')
    expect(answer.json<CalendarRow[]>().map(short)).toEqual([
      '2026-04-30 Berlin workday - outage',
      '2026-04-30 Dubai workday -',
      '2026-05-01 Berlin holiday Labor Day outage',
      '2026-05-01 Dubai weekend -',
      '2026-05-02 Berlin closed Water damage',
      '2026-05-02 Dubai weekend -',
      '2026-05-03 Berlin closed Water damage',
      '2026-05-03 Dubai workday -',
    ])
  })

  it('puts a closure before a holiday, and a holiday before the weekend', async () => {
    await name('2026-05-01', 'A')
    await name('2026-05-02', 'B')
    await close('2026-05-01', '2026-05-01', 'C')
    expect((await rows(`startDate=2026-05-01&endDate=2026-05-03&locationId=${berlin}`)).map(short)).toEqual([
      '2026-05-01 Berlin closed C',
      '2026-05-02 Berlin holiday B',
      '2026-05-03 Berlin weekend -',
    ])
  })

  it('takes 550 days after the first, and days at the ends of the calendar', async () => {
    const all = await rows('startDate=2026-01-01&endDate=2027-07-05')
    expect(all).toHaveLength(2 * 551)
    expect(all.map(({ day, locationId }) => day + locationId)).toEqual(all.map(({ day, locationId }) => day + locationId).sort())
    expectProblem(await read('startDate=2026-01-01&endDate=2027-07-06'), 'range_too_large')
    for (const day of ['0001-01-01', '9999-12-31']) {
      expect((await rows(`startDate=${day}&endDate=${day}`)).map((row) => row.day)).toEqual([day, day])
    }
    expect(await rows('startDate=2026-05-01&endDate=2026-05-01&locationId=no-id')).toEqual([])
  })

  it('answers 304 until something that a row shows changes, which updatedAt then dates', async () => {
    const days = 'startDate=2026-05-01&endDate=2026-05-01'
    let { etag } = (await read(days)).headers
    let before = (await rows(days))[0]?.updatedAt ?? ''
    const changes = [
      () => name('2026-05-01'),
      () => name('2026-05-01', 'May Day'),
      () => close('2026-05-01', '2026-05-01'),
      () => close('2026-05-01', '2026-05-01', 'Fire drill'),
      () => change('POST', `${berlin}/outages`, { firstDay: '2026-05-01', lastDay: '2026-05-01', reason: null }),
      () => change('PATCH', berlin, { locationName: 'Berlin Mitte' }),
      () => change('PATCH', `${berlin}/calendar`, { workingDays: [1] }),
      () => change('DELETE', `${berlin}/holidays/2026-05-01`),
    ]
    for (const make of changes) {
      expect((await read(days, { 'if-none-match': etag })).status).toBe(304)
      await make()
      const after = await read(days, { 'if-none-match': etag })
      expect(after.status).toBe(200)
      const updatedAt = after.json<CalendarRow[]>()[0]?.updatedAt ?? ''
      expect(updatedAt > before).toBe(true)
      ;[etag, before] = [after.headers.etag, updatedAt]
    }
  })

  it('dates a change by a transaction that began before another one changed the calendar', async () => {
    const { db } = service.database
    const days = 'startDate=2026-05-01&endDate=2026-05-01'
    let between: string | undefined
    await transact(db, async (trx) => {
      // The clock of the transaction starts here.
      await trx.selectFrom('organizations').select('id').execute()
      await name('2026-04-01')
      between = (await read(days)).headers.etag
      await saveHoliday(trx, org.id, berlin, { day: '2026-05-01', name: 'Labor Day' })
    })
    expect((await read(days, { 'if-none-match': between })).status).toBe(200)
  })
})

describe('GET /api/analytics/special-days', () => {
  it('lists the versions that followed the first one, by the day of the organization on which they began to work', async () => {
    const { pool, db } = service.database
    await Promise.all([recordVersion(db), recordVersion(db)])
    const known = await pool.query('select version from service_versions')
    expect(known.rows).toEqual([{ version: VERSION }])
    await pool.query("insert into service_versions values ('0.0.1', '2026-04-01T12:00Z'), ('0.0.2', '2026-05-01T12:00Z')")
    const ask = async (query: string) =>
      (await callAs(service, admin, 'GET', `/api/analytics/special-days?${query}`)).json<SpecialDays>().releases
    expect(await ask('from=2026-04-01&to=2026-05-01')).toEqual([{ day: '2026-05-01', version: '0.0.2' }])
    expect(await ask('from=2026-04-01&to=2026-04-30')).toEqual([])
    await pool.query("delete from service_versions where version like '0.0.%'")
  })

  it('lists holidays, closures and outages of the period and buildings', async () => {
    await name('2026-05-01')
    await close('2026-04-29', '2026-04-30')
    await change('POST', `${dubai}/outages`, { firstDay: '2026-05-01', lastDay: '2026-05-09', reason: null })
    const ask = async (query: string) =>
      (await callAs(service, admin, 'GET', `/api/analytics/special-days?${query}`)).json<SpecialDays>().items
    const period = 'from=2026-04-30&to=2026-05-01'
    const [closed, holiday, outage] = [
      {
        day: '2026-04-30',
        locationId: berlin,
        locationName: 'Berlin',
        dayType: 'closed',
        name: 'Water damage',
        hasOutage: false,
      },
      { day: '2026-05-01', locationId: berlin, locationName: 'Berlin', dayType: 'holiday', name: 'Labor Day', hasOutage: false },
      { day: '2026-05-01', locationId: dubai, locationName: 'Dubai', dayType: null, name: null, hasOutage: true },
    ]
    expect(await ask(period)).toEqual([closed, holiday, outage])
    expect(await ask(`${period}&locationIds=${dubai}`)).toEqual([outage])
    expect(await ask('from=2026-06-01&to=2026-06-30')).toEqual([])
  })
})
