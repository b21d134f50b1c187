import { createOrganization, loadSetUp, type RunningService } from '@rollcall/server'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createOutbox } from '../../server/src/directory/mail/outbox.ts'
import { createReportReader } from '../../server/src/warehouse/analytics/report-content.ts'
import { makeDueReports } from '../../server/src/warehouse/reports/make-reports.ts'
import { headerOf, openMailbox } from '../../server/test/mail/mailbox.ts'
import { csrfHeaders, expectAccessible, expectNoErrors, startBrowser, type TestBrowser } from './support/browser.ts'
import { PASSWORD } from './support/demo.ts'
import { startService } from './support/demo-service.ts'

let mailbox: Awaited<ReturnType<typeof openMailbox>>
let service: RunningService
let browser: TestBrowser
let page: Page
beforeAll(async () => {
  // The app is built by then.
  browser = await startBrowser()
  mailbox = await openMailbox()
  const sender = { name: 'Rollcall', address: 'desk@mail.example.com' }
  service = await startService({ mail: { smtpUrl: mailbox.url, sender, publicUrl: 'https://rollcall.example.com' } })
  const { id } = await createOrganization(service.db, { name: 'Example Ltd' })
  const code = (await loadSetUp()).setUpCode(service.sealer, id)
  page = await browser.open('/favicon.svg', undefined, { baseURL: service.baseUrl, locale: 'en-GB' })
  const data = { code, userName: 'ada@example.com', firstName: 'Ada', lastName: 'Byron', password: PASSWORD }
  expect((await page.request.post('/api/set-up', { data })).status()).toBe(201)
})
afterAll(async () => {
  await browser?.[Symbol.asyncDispose]()
  await service?.[Symbol.asyncDispose]()
  await mailbox?.[Symbol.asyncDispose]()
})

it('a view is subscribed to by the month, and its report is mailed where there is a mail server', async () => {
  const search = 'period=lastMonth'
  const data = { name: 'Month of figures', page: '/analytics/attendance', search }
  const headers = await csrfHeaders(page)
  expect((await page.request.post('/api/views', { data, headers })).status()).toBe(201)
  await page.goto(`/analytics/attendance?${search}`)
  await page.getByRole('button', { name: 'Month of figures', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Subscribe to this view…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Subscribe to Month of figures' })
  const choose = async (field: string, option: string) => {
    await dialog
      .getByRole('combobox', { name: field })
      .or(dialog.getByRole('textbox', { name: field }))
      .first()
      .click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  await choose('How often', 'Every month')
  // It is due neither while the test runs nor twice within the next month.
  const day = ((new Date().getUTCDate() + 14) % 28) + 1
  await choose('Day of the month', String(day))
  await dialog.getByRole('textbox', { name: 'At', exact: true }).fill('6:45')
  expect(await dialog.getByRole('checkbox', { name: 'Mail it to me as well' }).isChecked()).toBe(true)
  expect(await dialog.getByText('This service has no mail server.').count()).toBe(0)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Subscribe', exact: true }).click()
  await page.getByText('You get Month of figures every month.').waitFor()
  const { items } = await (await page.request.get('/api/views')).json()
  expect(items).toMatchObject([{ subscription: { frequency: 'monthly', day, time: '06:45', byMail: true } }])

  const parts = { outbox: createOutbox(true), readAnswer: createReportReader() }
  const inAMonth = new Date(Date.now() + 32 * 86_400_000)
  expect(await makeDueReports(service.db, parts, { moment: inAMonth })).toBe(1)
  await expect.poll(() => mailbox.arrived.map(({ to }) => to)).toEqual(['ada@example.com'])
  const [mail] = mailbox.arrived
  expect(mail && headerOf(mail, 'Subject')).toBe('Month of figures')
  await page.goto('/analytics/reports')
  await page
    .getByRole('main')
    .getByRole('link', { name: /Month of figures/ })
    .click()
  await page.getByText(/Made for/).waitFor()
  expectNoErrors(page)
})
