import type { VisitRow } from '@rollcall/contract'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { runRetention } from '../../src/operations/privacy/retention-service.ts'
import { basic } from '../../src/testing/test-service.ts'
import { type Bench, type Office, openOffice, shareBench } from '../attendance/support.ts'
import { post, send } from '../http/support/send.ts'
import { refresh, segmentsOf } from '../refresh/support.ts'

const DAY = '2026-03-02'
const MOMENT = new Date('2026-05-01T12:00:00Z')
const at = (time: string) => `${DAY}T${time}:00.000Z`

let bench: Bench
let office: Office
let building: string
let host: string
beforeAll(async () => {
  bench = await shareBench()
})
afterAll(() => bench?.[Symbol.asyncDispose]())
beforeEach(async () => {
  office = await openOffice(bench)
  building = await office.addLocation('UTC')
  host = await office.addUser(building)
})

const invite = async (visitorName: string, status = 'expected') => {
  const id = crypto.randomUUID() as string
  await office.pool.query(
    `insert into visits (org_id, id, status, visitor_name, visitor_email, location_id, day, host_user_id)
     values ($1, $2, $3, $4, $4 || '@visitor.example', $5, $6, $7)`,
    [office.orgId, id, status, visitorName, building, DAY, host],
  )
  return id
}
const arrive = (visitorName: string, eventType: 'arrived' | 'departed', timestamp: string) =>
  post(
    bench.service.baseUrl,
    '/v1/visitor-arrival/basic',
    {
      sourceId: 'reception',
      visitorEvents: [
        {
          eventId: `${visitorName} ${eventType}`,
          timestamp,
          eventType,
          locationId: building,
          visitorName,
          visitorEmail: `${visitorName}@visitor.example`,
        },
      ],
    },
    basic(office.organization.keys['all-permissions']),
  )
const read = async (): Promise<VisitRow[]> => {
  const path = `/v1/analytics/visits/basic?startDate=${DAY}&endDate=${DAY}`
  return (await send(bench.service.baseUrl, { path, headers: basic(office.organization.keys['data-warehouse']) })).json()
}
const byName = (rows: readonly VisitRow[]) => rows.toSorted((a, b) => (String(a.visitorName) < String(b.visitorName) ? -1 : 1))

it('has a row for each expected visit, canceled or not, and for each visitor who came unannounced', async () => {
  const ada = await invite('ada')
  const bob = await invite('bob', 'cancelled')
  await invite('cid')
  await arrive('ada', 'arrived', at('09:00'))
  await arrive('ada', 'departed', at('11:30'))
  await arrive('dan', 'arrived', at('10:00'))
  const live = await read()
  await refresh(office, MOMENT)
  expect(await read()).toEqual(live)
  const known = { day: DAY, locationId: building, locationName: `Building ${building}` }
  expect(byName(live)).toMatchObject([
    {
      ...known,
      visitId: ada,
      visitType: 'expected',
      status: 'departed',
      hostUserId: host,
      arrivedAt: at('09:00'),
      departedAt: at('11:30'),
    },
    { ...known, visitId: bob, visitType: 'expected', status: 'cancelled', hostUserName: `user-${host}`, arrivedAt: null },
    { ...known, visitorName: 'cid', status: 'expected', arrivedAt: null },
    { ...known, visitorName: 'dan', visitType: 'walkIn', status: 'arrived', arrivedAt: at('10:00'), hostUserId: null },
  ])
})

it('an arrival that comes in late restates the day', async () => {
  await invite('ada')
  await refresh(office, MOMENT)
  expect(await segmentsOf(office, 'visits')).toMatchObject([{ revision: 1, reason: 'refreshed', rowCount: 1 }])
  await arrive('ada', 'arrived', at('09:00'))
  await refresh(office, MOMENT)
  expect(await segmentsOf(office, 'visits')).toMatchObject([{ revision: 2, reason: 'lateEvents', rowCount: 1 }])
  expect(await read()).toMatchObject([{ status: 'arrived' }])
})

it('names are gone from published days after their retention, also where presence is anonymous already, and counts stay', async () => {
  await invite('ada')
  await arrive('ada', 'arrived', at('09:00'))
  await arrive('dan', 'arrived', at('10:00'))
  await office.see(host, building, at('08:00'))
  await refresh(office, MOMENT)
  expect(JSON.stringify(await read())).toContain('dan@visitor.example')
  const keep = (days: string) => office.pool.query(`update organizations set ${days} where id = $1`, [office.orgId])
  await keep('presence_retention_days = 31')
  await runRetention(office, office.orgId, { moment: MOMENT })
  await keep('visitor_retention_days = 31')
  await runRetention(office, office.orgId, { moment: MOMENT })
  await refresh(office, MOMENT)
  const rows = await read()
  expect(rows.map(({ status }) => status).sort()).toEqual(['arrived', 'arrived'])
  expect(JSON.stringify(rows)).not.toMatch(/"ada"|ada@visitor|"dan"|dan@visitor/)
})
