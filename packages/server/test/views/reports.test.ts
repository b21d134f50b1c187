import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Report, SavedView } from '@rollcall/contract'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createOutbox } from '../../src/directory/mail/outbox.ts'
import { reportParts } from '../../src/directory/mail/texts/report-letter.ts'
import { GERMAN_REPORT } from '../../src/directory/mail/texts/report-words.ts'
import { TEST_TIMEOUT_MS } from '../../src/testing/test-database.ts'
import type { SignedIn } from '../../src/testing/test-service.ts'
import { createReportReader } from '../../src/warehouse/analytics/report-content.ts'
import { makeDueReports } from '../../src/warehouse/reports/make-reports.ts'
import { purgeReports } from '../../src/warehouse/reports/report-store.ts'
import { type AnalyticsOffice, openAnalyticsOffice } from '../analytics/office.ts'
import { type Bench, openBench } from '../attendance/support.ts'
import { expectProblem } from '../http/support/expect-problem.ts'
import { headerOf, openMailbox, partOf } from '../mail/mailbox.ts'
import { ask } from '../mail/support.ts'

let bench: Bench
let mailbox: Awaited<ReturnType<typeof openMailbox>>
let office: AnalyticsOffice
let ada: SignedIn
let view: SavedView
beforeAll(async () => {
  mailbox = await openMailbox()
  bench = await openBench({
    mail: {
      smtpUrl: mailbox.url,
      sender: { name: 'Rollcall', address: 'desk@mail.example.com' },
      publicUrl: 'https://rollcall.example.com',
    },
    mailTiming: { everyMs: 20, claimMs: TEST_TIMEOUT_MS, backoffMs: [50] },
  })
})
afterAll(async () => {
  await bench?.[Symbol.asyncDispose]()
  await mailbox?.[Symbol.asyncDispose]()
})

const call = (method: string, path: string, body?: object, person = ada) => ask(bench.service, person.headers, method, path, body)
/** A Monday before its report is due, one after it, and the Monday after. */
const [BEFORE, DUE, NEXT] = ['2026-03-16T07:00:00Z', '2026-03-16T08:00:00Z', '2026-03-23T08:00:00Z']
const WEEKLY = { frequency: 'weekly', day: 1, time: '07:30', byMail: true }
const MONTHLY = { frequency: 'monthly', day: 16, time: '07:30', byMail: true }
const subscribe = async () => {
  expect((await call('PUT', `/api/views/${view.viewId}/subscription`, WEEKLY)).json()).toMatchObject({ subscription: WEEKLY })
  await office.run(`update view_subscriptions set next_at = '2026-03-16T07:30:00Z' where org_id = $1`)
}
const makeAt = (moment: string) =>
  makeDueReports(
    bench.service.database.db,
    { outbox: createOutbox(true), readAnswer: createReportReader() },
    { moment: new Date(moment) },
  )
const reports = async () => (await call('GET', '/api/reports')).json<{ items: Report[] }>().items
const mailed = () => mailbox.arrived.filter(({ to }) => to.startsWith(ada.userId))

beforeEach(async () => {
  // What an earlier test left would be due as well.
  await bench.service.database.pool.query('delete from view_subscriptions')
  office = await openAnalyticsOffice(bench)
  ada = await bench.service.signIn(office.orgId, ['analytics-administrator'])
  await office.run('update users set email = $3 where org_id = $1 and id = $2', ada.userId, `${ada.userId}@example.com`)
  const { building, desks } = await office.addBuilding()
  const group = await office.addGroup()
  for (let count = 0; count < 5; count++) {
    const person = await office.addMember(building, group)
    await office.plan(person, '2026-03-10', 'o')
    await office.seeAt(person, desks[0] as string, '2026-03-10T09:00:00Z')
  }
  await office.refreshAt('2026-03-16')
  const body = { name: 'Last <week>', page: '/analytics/attendance', search: 'period=lastWeek' }
  view = (await call('POST', '/api/views', body)).json()
})

it('is made once at its time, with the numbers of the page, in the app and by mail with a link that unsubscribes', async () => {
  await subscribe()
  expect(await makeAt(BEFORE)).toBe(0)
  // Two nodes find it due at the same time.
  const made = await Promise.all([makeAt(DUE), makeAt(DUE)])
  expect(made.reduce((sum, count) => sum + count, 0)).toBe(1)
  expect(await makeAt(DUE)).toBe(0)

  const [summary] = await reports()
  const fixed = 'from=2026-03-09&to=2026-03-15'
  expect(summary).toMatchObject({
    name: 'Last <week>',
    search: fixed,
    dueOn: '2026-03-16',
    scope: 'All buildings · All groups · 9–15 Mar 2026',
    scopeFacts: { from: '2026-03-09', to: '2026-03-15', locations: [], groups: [] },
  })
  const report = (await call('GET', `/api/reports/${summary?.reportId}`)).json<Report>()
  expect(report.content.tables[0]?.rows).toContainEqual({ label: 'Tue 10 Mar', code: 'day', day: '2026-03-10', values: [5] })
  const { kpis } = (await call('GET', `/api/analytics/attendance?${fixed}`)).json<{ kpis: { averageDaily: number } }>()
  expect(report.content.figures[0]).toEqual({
    label: 'Average daily attendance',
    code: 'averageDaily',
    unit: 'people',
    value: kpis.averageDaily,
  })

  // Another language writes what is no name from the codes and facts.
  const { facts, tables } = reportParts(report, 'Auswahl', GERMAN_REPORT)
  expect(facts?.slice(0, 2).map(([name]) => name)).toEqual(['Auswahl', 'Mittlere tägliche Anwesenheit'])
  expect(facts?.[0]?.[1]).toMatch(/^Alle Gebäude · Alle Gruppen · 9\.–15\. März 2026$/)
  expect(tables?.map(({ title }) => title)).toEqual(['Anwesende', 'Nach Gebäude'])
  expect(tables?.[0]?.rows.map(({ cells }) => cells)).toContainEqual(['Di., 10. März', '5'])

  await expect.poll(() => mailed().length).toBe(1)
  const [mail] = mailed() as [(typeof mailbox.arrived)[0]]
  expect(headerOf(mail, 'Subject')).toBe('Last <week>')
  expect(headerOf(mail, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
  const [plain, html] = [partOf(mail, 'text/plain'), partOf(mail, 'text/html')]
  for (const text of ['Scope: All buildings · All groups · 9–15 Mar 2026', 'Tue 10 Mar']) expect(plain).toContain(text)
  expect(plain).toMatch(/Tue 10 Mar +5 {2}#{20}$/m)
  expect(html).toContain('Last &lt;week&gt;')
  expect(html).toMatch(/width:100%;background/)
  expect(html).not.toMatch(/<img|src=/)

  const [, link = ''] = /<(.*)>/.exec(headerOf(mail, 'List-Unsubscribe') ?? '') ?? []
  const { pathname, search } = new URL(link)
  expect((await ask(bench.service, {}, 'POST', pathname + search)).status).toBe(200)
  expect(await makeAt(NEXT)).toBe(1)
  expect((await reports()).length).toBe(2)
  expect(await office.run('select from outgoing_mails where org_id = $1')).toMatchObject({ rowCount: 1 })
})

it('is made and mailed once on its day of each month, and after a pause of months only for the last', async () => {
  const before = Date.now()
  expect((await call('PUT', `/api/views/${view.viewId}/subscription`, MONTHLY)).json()).toMatchObject({ subscription: MONTHLY })
  const { rows } = await office.run('select next_at from view_subscriptions where org_id = $1')
  const [{ next_at: next }] = rows as [{ next_at: Date }]
  expect(next.toISOString()).toMatch(/-16T07:30:00\.000Z$/)
  expect(next.getTime()).toBeGreaterThan(before)
  expect(next.getTime()).toBeLessThan(before + 32 * 86_400_000)

  await office.run(`update view_subscriptions set next_at = '2026-03-16T07:30:00Z' where org_id = $1`)
  expect(await makeAt(BEFORE)).toBe(0)
  const made = await Promise.all([makeAt(DUE), makeAt(DUE)])
  expect(made.reduce((sum, count) => sum + count, 0)).toBe(1)
  for (const moment of [DUE, NEXT, '2026-04-16T07:29:59Z']) expect([moment, await makeAt(moment)]).toEqual([moment, 0])
  expect(await makeAt('2026-04-16T07:30:00Z')).toBe(1)
  expect(await makeAt('2026-07-20T08:00:00Z')).toBe(1)
  expect((await reports()).map(({ dueOn }) => dueOn).sort()).toEqual(['2026-03-16', '2026-04-16', '2026-07-16'])
  await expect.poll(() => mailed().length).toBe(3)
})

it('keeps its day and local time in another time zone of the organization', async () => {
  await subscribe()
  const nextIn = async (timeZone: string) => {
    await office.run('update organizations set time_zone = $2 where id = $1', timeZone)
    const { rows } = await office.run('select next_at from view_subscriptions where org_id = $1')
    return rows.map(({ next_at }) => next_at.toISOString())
  }
  expect(await nextIn('America/New_York')).toEqual(['2026-03-16T11:30:00.000Z'])
  expect(await makeAt(DUE)).toBe(0)
  expect(await nextIn('Asia/Tokyo')).toEqual(['2026-03-15T22:30:00.000Z'])
  expect(await makeAt(BEFORE)).toBe(1)
  expect((await reports()).map(({ dueOn }) => dueOn)).toEqual(['2026-03-16'])
})

it('is left out while the person is inactive, or may no longer see the view, and goes on afterwards', async () => {
  await subscribe()
  const setStatus = (status: string) =>
    office.run('update users set status = $3 where org_id = $1 and id = $2', ada.userId, status)
  await setStatus('inactive')
  expect(await makeAt(DUE)).toBe(0)
  await setStatus('active')
  await office.run(`update user_accounts set roles = '{}' where org_id = $1 and user_id = $2`, ada.userId)
  expect(await makeAt(NEXT)).toBe(0)
  expect(await reports()).toEqual([])
  await office.run(`update user_accounts set roles = '{bookings-administrator}' where org_id = $1 and user_id = $2`, ada.userId)
  // After a pause of weeks it is the last one.
  expect(await makeAt('2026-04-20T08:00:00Z')).toBe(1)
  expect((await reports()).map(({ dueOn }) => dueOn)).toEqual(['2026-04-20'])
  await call('DELETE', `/api/views/${view.viewId}/subscription`)
  expect(await makeAt('2026-04-27T08:00:00Z')).toBe(0)
  await office.run(`update reports set created_at = now() - interval '401 days' where org_id = $1`)
  await purgeReports(bench.service.database.db)
  expect(await reports()).toEqual([])
})

it('is left out of a view that its page refuses as well, which holds up no other report', async () => {
  await subscribe()
  for (const search of ['from=2024-01-01&to=2026-03-15', 'from=2026-03-15&to=2026-03-09', 'period=lastWeek&locations=,']) {
    const body = { name: search, page: '/analytics/attendance', search }
    const { viewId } = (await call('POST', '/api/views', body)).json<SavedView>()
    await call('PUT', `/api/views/${viewId}/subscription`, WEEKLY)
  }
  await office.run(`update view_subscriptions set next_at = '2026-03-16T07:30:00Z' where org_id = $1`)
  expect(await makeAt(DUE)).toBe(1)
  expect((await reports()).map(({ name }) => name)).toEqual(['Last <week>'])
  const next = await office.run(`select distinct iso_timestamp(next_at) as at from view_subscriptions where org_id = $1`)
  expect(next.rows).toEqual([{ at: '2026-03-23T07:30:00.000Z' }])
})

it('a node that is killed while it makes a report leaves it to another, which makes and mails it once', async () => {
  await subscribe()
  const node = spawn(process.execPath, [join(import.meta.dirname, 'report-process.ts'), bench.service.database.url])
  await once(node.stdout, 'data')
  node.kill('SIGKILL')
  await once(node, 'close')
  expect(await reports()).toEqual([])
  await expect.poll(() => makeAt(DUE)).toBe(1)
  await expect.poll(() => mailed().length).toBe(1)
  expect((await reports()).length).toBe(1)
})

it('is only for its person, for pages of figures, and for days that there are', async () => {
  await subscribe()
  await makeAt(DUE)
  const [report] = await reports()
  const other = await bench.service.signIn(office.orgId, ['global-administrator'])
  expectProblem(await call('GET', `/api/reports/${report?.reportId}`, undefined, other), 'entity_not_found')
  expectProblem(await call('PUT', `/api/views/${view.viewId}/subscription`, WEEKLY, other), 'entity_not_found')
  for (const wrong of [{ day: 8 }, { day: 0 }, { time: '24:00' }, { frequency: 'monthly', day: 29 }]) {
    expectProblem(await call('PUT', `/api/views/${view.viewId}/subscription`, { ...WEEKLY, ...wrong }), 'invalid_body')
  }
  const people = (await call('POST', '/api/views', { name: 'People', page: '/analytics/people', search: '' })).json<SavedView>()
  expectProblem(await call('PUT', `/api/views/${people.viewId}/subscription`, WEEKLY), 'conflict')
  for (const page of ['headcount', 'groups', 'forecast']) {
    const { viewId } = (
      await call('POST', '/api/views', { name: page, page: `/analytics/${page}`, search: 'period=lastWeek' })
    ).json<SavedView>()
    await call('PUT', `/api/views/${viewId}/subscription`, WEEKLY)
  }
  await office.run(`update view_subscriptions set next_at = '2026-03-16T07:30:00Z' where org_id = $1`)
  expect(await makeAt(DUE)).toBe(3)
  expect((await reports()).map(({ name }) => name).sort()).toEqual(['Last <week>', 'forecast', 'groups', 'headcount'])
})
