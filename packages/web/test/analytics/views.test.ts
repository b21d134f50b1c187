import type { SavedView } from '@rollcall/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createOutbox } from '../../../server/src/directory/mail/outbox.ts'
import { openDatabase } from '../../../server/src/platform/db/database.ts'
import { createReportReader } from '../../../server/src/warehouse/analytics/report-content.ts'
import { makeDueReports } from '../../../server/src/warehouse/reports/make-reports.ts'
import {
  csrfHeaders,
  expectAccessible,
  expectFitsPhone,
  expectNoErrors,
  goWithin,
  PHONE,
  startBrowser,
  type TestBrowser,
  WIDE,
} from '../support/browser.ts'
import { openDemo } from '../support/demo.ts'
import { ENGLISH, settled } from './support.ts'

let browser: TestBrowser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser?.[Symbol.asyncDispose]())

/** A page that no other test opens as this person, because a default view changes how it opens. */
const PAGE = '/analytics/policy'

it('a question is saved by keyboard, shared, opens its page, and is renamed and deleted', async () => {
  const page = await browser.open(`${PAGE}?period=lastThreeMonths`, 'global-administrator', ENGLISH)
  await settled(page)
  await page.getByRole('button', { name: 'Views' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Save this view…' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Save this view' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Give a name.').waitFor()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('A quarter of policy')
  await dialog
    .getByRole('group', { name: 'Share with' })
    .getByRole('checkbox', { name: 'Workplace administrators' })
    .press('Space')
  await expectAccessible(page)
  // Past the global administrators.
  for (const key of ['Tab', 'Tab', 'Space']) await page.keyboard.press(key)
  expect(await dialog.getByRole('checkbox', { name: 'Open the page with this view' }).isChecked()).toBe(true)
  await dialog.getByRole('textbox', { name: 'Name' }).press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  // The button of the menu names the view that the page shows.
  await page.getByRole('button', { name: 'A quarter of policy' }).waitFor()

  await page.goto('/analytics/attendance?period=thisWeek')
  await settled(page)
  await page.goto(PAGE)
  await page.waitForURL((url) => url.searchParams.get('period') === 'lastThreeMonths')
  await settled(page)
  await page.getByRole('button', { name: 'A quarter of policy' }).click()
  await page.getByRole('menuitem', { name: 'Manage views…' }).click()
  const list = page.getByRole('dialog', { name: 'Views of this page' })
  await list.getByText('Yours, shared with workplace administrators · the page opens with it').waitFor()
  await expectAccessible(page)
  await list.getByRole('button', { name: 'Change A quarter of policy' }).click()
  const change = page.getByRole('dialog', { name: 'Change A quarter of policy' })
  await change.getByRole('textbox', { name: 'Name' }).fill('Policy by quarter')
  await change.getByRole('button', { name: 'Save' }).click()
  await change.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Policy by quarter' }).waitFor()

  const other = await browser.open('/me', 'workplace-administrator', { ...ENGLISH, ...PHONE })
  await settled(other)
  await other.getByRole('button', { name: 'Navigation' }).click()
  await other.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Analytics' }).click()
  await expectAccessible(other)
  await other.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Policy by quarter' }).click()
  await other.waitForURL((url) => url.pathname === PAGE && url.searchParams.get('period') === 'lastThreeMonths')
  await goWithin(other, '/me')
  await settled(other)
  await other.keyboard.press('Control+k')
  await other.getByRole('combobox', { name: /^Search people/ }).fill('policy by')
  await other.getByRole('option', { name: /Policy by quarter/ }).click()
  await other.waitForURL((url) => url.pathname === PAGE && url.searchParams.get('period') === 'lastThreeMonths')
  await settled(other)
  await expectFitsPhone(other)
  await other.getByRole('button', { name: 'Policy by quarter' }).click()
  await other.getByRole('menuitem', { name: 'Manage views…' }).click()
  const theirs = other.getByRole('dialog', { name: 'Views of this page' })
  await theirs.getByText(/^From /).waitFor()
  expect(await theirs.getByRole('button', { name: /^(Change|Delete)/ }).count()).toBe(0)
  await expectFitsPhone(other)

  await page.getByRole('button', { name: 'Policy by quarter' }).click()
  await page.getByRole('menuitem', { name: 'Manage views…' }).click()
  await list.getByRole('button', { name: 'Delete Policy by quarter' }).click()
  await list.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText('Policy by quarter is deleted.').waitFor()
  const { items } = (await (await other.request.get('/api/views')).json()) as { items: SavedView[] }
  expect(items).toEqual([])
  for (const each of [page, other]) expectNoErrors(each)
})

it('a renamed view is not overwritten from an older page, which says why', async () => {
  const page = await browser.open(`${PAGE}?period=lastWeek`, 'global-administrator', ENGLISH)
  const headers = await csrfHeaders(page)
  const save = async (name: string): Promise<string> => {
    const body = { name, page: PAGE, search: 'period=lastWeek' }
    return ((await (await page.request.post('/api/views', { data: body, headers })).json()) as SavedView).viewId
  }
  const viewId = await save('Last week')
  const further = await Promise.all(['A', 'B', 'C', 'D', 'E'].map((name) => save(`${name} ${'long name '.repeat(5)}`)))
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.reload()
  await settled(page)
  // The navigation has the first views without scrolling, and the rest on request.
  const menu = page.getByRole('navigation', { name: 'Main' })
  const all = menu.getByRole('button', { name: 'All views' })
  await all.waitFor()
  const viewport = menu.locator('.mantine-ScrollArea-viewport')
  expect(await viewport.evaluate(({ clientHeight, scrollHeight }) => scrollHeight - clientHeight)).toBe(0)
  expect(await menu.getByRole('link', { name: 'Last week' }).count()).toBe(0)
  await all.click()
  await menu.getByRole('link', { name: 'Last week' }).waitFor()
  await menu.getByRole('button', { name: 'Views' }).click()
  await menu.getByRole('link', { name: 'Last week' }).waitFor({ state: 'detached' })
  await page.evaluate("localStorage.removeItem('rollcall.open-sections')")
  for (const each of further) await page.request.delete(`/api/views/${each}`, { headers })
  await page.reload()
  await settled(page)
  await page.getByRole('button', { name: 'Last week' }).click()
  await page.getByRole('menuitem', { name: 'Manage views…' }).click()
  await page.getByRole('button', { name: 'Change Last week' }).click()
  await page.request.patch(`/api/views/${viewId}`, { data: { name: 'The week before' }, headers })
  const change = page.getByRole('dialog', { name: 'Change Last week' })
  await change.getByRole('textbox', { name: 'Name' }).fill('Mine')
  await change.getByRole('button', { name: 'Save' }).click()
  await change.getByRole('alert').getByText('This was changed by someone else meanwhile.').waitFor()
  await page.request.delete(`/api/views/${viewId}`, { headers })
  expectNoErrors(page)
})

it('a view that could not be made the default when it was renamed is made it by the next try', async () => {
  const page = await browser.open(`${PAGE}?period=lastWeek`, 'global-administrator', ENGLISH)
  const headers = await csrfHeaders(page)
  const data = { name: 'Tried once', page: PAGE, search: 'period=lastWeek' }
  const { viewId } = (await (await page.request.post('/api/views', { data, headers })).json()) as SavedView
  await page.reload()
  await settled(page)
  await page.getByRole('button', { name: 'Tried once' }).click()
  await page.getByRole('menuitem', { name: 'Manage views…' }).click()
  await page.getByRole('button', { name: 'Change Tried once' }).click()
  const change = page.getByRole('dialog', { name: 'Change Tried once' })
  await change.getByRole('textbox', { name: 'Name' }).fill('Tried twice')
  await change.getByRole('checkbox', { name: 'Open the page with this view' }).check()
  await page.route('**/api/views/*/default', (route) => route.abort())
  await change.getByRole('button', { name: 'Save' }).click()
  await change.getByRole('alert').waitFor()
  await page.unroute('**/api/views/*/default')
  await change.getByRole('button', { name: 'Save' }).click()
  await change.waitFor({ state: 'hidden' })
  const { items } = (await (await page.request.get('/api/views')).json()) as { items: SavedView[] }
  expect(items).toMatchObject([{ viewId, name: 'Tried twice', isDefault: true }])
  await page.request.delete(`/api/views/${viewId}`, { headers })
  expectNoErrors(page)
})

it('a view is subscribed to and unsubscribed from, and reports have a page of their own', async () => {
  const page = await browser.open('/analytics/groups?period=lastWeek', 'global-administrator', ENGLISH)
  const headers = await csrfHeaders(page)
  const body = { name: 'Groups of last week', page: '/analytics/groups', search: 'period=lastWeek' }
  const { viewId } = (await (await page.request.post('/api/views', { data: body, headers })).json()) as SavedView
  await page.reload()
  await settled(page)
  const open = async () => {
    await page.getByRole('button', { name: 'Groups of last week' }).click()
    await page.getByRole('menuitem', { name: 'Manage views…' }).click()
    await page.getByRole('button', { name: 'Subscribe to Groups of last week' }).click()
    return page.getByRole('dialog', { name: 'Subscribe to Groups of last week' })
  }
  const dialog = await open()
  await dialog.getByRole('textbox', { name: 'At' }).fill('7.30')
  await dialog.getByText('This service has no mail server.').waitFor()
  expect(await dialog.getByRole('checkbox', { name: 'Mail it to me as well' }).isDisabled()).toBe(true)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Subscribe', exact: true }).click()
  await page.getByText('You get Groups of last week every week.').waitFor()
  const { items } = (await (await page.request.get('/api/views')).json()) as { items: SavedView[] }
  expect(items.find((view) => view.viewId === viewId)?.subscription).toMatchObject({
    ...{ frequency: 'weekly', day: 1, time: '07:30', byMail: false },
  })
  await goWithin(page, '/analytics/reports')
  await page.getByText('No reports yet').waitFor()
  await page
    .getByText(/^You are subscribed\. The first report, of Groups of last week, is made on Mon \d+ \w+ \d{4}\.$/)
    .waitFor()
  await expectAccessible(page)

  const { databaseUrl } = await openDemo()
  await using database = openDatabase({ url: databaseUrl as string, poolSize: 2 })
  const parts = { outbox: createOutbox(false), readAnswer: createReportReader() }
  await makeDueReports(database.db, parts, { moment: new Date(Date.now() + 8 * 86_400_000) })
  await page.reload()
  await page
    .getByRole('main')
    .getByRole('link', { name: /Groups of last week/ })
    .click()
  await page.getByRole('heading', { level: 1, name: 'Groups of last week' }).waitFor()
  const report = page.getByRole('main')
  await report.getByText(/Made for/).waitFor()
  expect(await report.getByRole('rowheader').count()).toBeGreaterThan(1)
  await expectAccessible(page)
  await report.getByRole('link', { name: 'Open these days on the page' }).click()
  await page.waitForURL((url) => url.pathname === '/analytics/groups' && url.searchParams.has('from'))
  await page.goBack()
  await report.getByText(/Made for/).waitFor()
  await expectFitsPhone(page)
  await page.setViewportSize(WIDE.viewport)

  await page.goto('/analytics/groups?period=lastWeek')
  await (await open()).getByRole('button', { name: 'Unsubscribe' }).click()
  await page.getByText('You no longer get Groups of last week.').waitFor()
  await page.request.delete(`/api/views/${viewId}`, { headers })
  await database.pool.query('delete from reports')
  expectNoErrors(page)
})
