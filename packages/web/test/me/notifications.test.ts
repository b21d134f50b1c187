import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  expectAccessible,
  expectFitsPhone,
  expectNoErrors,
  goTo,
  NOWHERE,
  PHONE,
  startBrowser,
  type TestBrowser,
} from '../support/browser.ts'
import { api, dayIn, myDay, shortDay, type TestUser, takePeople } from './support.ts'

let browser: TestBrowser
let ada: TestUser
beforeAll(async () => {
  browser = await startBrowser()
  ada = (await takePeople(browser, 20, 1))[0] as TestUser
})
afterAll(() => browser?.[Symbol.asyncDispose]())

const bellOf = (page: Page) => page.getByRole('button', { name: /^Notifications/ })

it('the bell tells of a desk that an administrator gave away, until it was read, and leads to where another is chosen', async () => {
  const page = await browser.open(NOWHERE, ada)
  const day = await dayIn(page, 11)
  const { items } = await api<{ items: { placeId: string }[] }>(
    page,
    'get',
    `/api/locations/${ada.primaryLocationId}/free-desks?day=${day}`,
  )
  await api(page, 'put', `/api/users/me/days/${day}/booking`, { placeId: items[0]?.placeId })
  const administrator = await browser.open(NOWHERE, 'bookings-administrator')
  await api(administrator, 'delete', `/api/users/${ada.userId}/days/${day}/booking`)

  await goTo(page, '/me/time-off')
  const row = page.getByRole('dialog').getByRole('link', { name: `You lost your booking on ${shortDay(day)}` })
  await page.getByRole('button', { name: /^Notifications, \d+ unread$/ }).press('Enter')
  await row.getByText('Unread:').waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await row.waitFor({ state: 'detached' })
  // The focus comes back a moment after the list is gone.
  await expect.poll(() => bellOf(page).evaluate((element) => element === document.activeElement)).toBe(true)

  await bellOf(page).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Mark all as read' }).press('Enter')
  await row.getByText('Unread:').waitFor({ state: 'detached' })
  await row.click()
  await page.waitForURL(`/me/desk?day=${day}`)
  await page.reload()
  await page.getByRole('button', { name: 'Notifications', exact: true }).click()
  await row.waitFor()
  await api(page, 'put', `/api/users/me/days/${day}/booking`, { placeId: items[0]?.placeId })
  await page.reload()
  await bellOf(page).click()
  await page.getByRole('dialog').getByRole('heading', { name: 'Notifications' }).waitFor()
  await row.waitFor({ state: 'detached' })
  for (const each of [page, administrator]) expectNoErrors(each)
})

it('the bell opens although its list arrives while the mouse is pressed, which makes its button again', async () => {
  const page = await browser.open('/me/time-off', ada)
  const arriving = Promise.withResolvers<void>()
  await page.route('**/assets/bell-list-*', async (route) => {
    await arriving.promise
    await route.continue()
  })
  await page.reload()
  await bellOf(page).hover()
  await page.mouse.down()
  arriving.resolve()
  const heading = page.getByRole('dialog').getByRole('heading', { name: 'Notifications' })
  await heading.waitFor()
  await page.mouse.up()
  await page.getByRole('button', { name: /^Notifications/, expanded: true }).waitFor()
  expect(await heading.isVisible()).toBe(true)
  expectNoErrors(page)
})

it('the bell of an administrator fits a phone', async () => {
  const page = await browser.open('/profile', 'global-administrator', PHONE)
  await bellOf(page).click()
  await page.getByRole('dialog').getByRole('heading', { name: 'Notifications' }).waitFor()
  await expectFitsPhone(page)
  expectNoErrors(page)
})

it('the palette plans today, and offers to undo it', async () => {
  const page = await browser.open('/me', ada)
  const today = await dayIn(page, 0)
  await api(page, 'put', `/api/users/me/days/${today}/plan`, { plan: 'r' })
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: /^Search people/ }).fill('plan away')
  await page.getByRole('option', { name: 'Plan today: away' }).waitFor()
  await page.keyboard.press('Enter')
  const done = page.getByRole('alert').filter({ hasText: 'Today is planned: away.' })
  // It stays as long as the pointer is on it.
  await done.hover()
  expect((await myDay(page, today)).plan).toBe('a')
  await done.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await myDay(page, today)).plan).toBe('r')
  expectNoErrors(page)
})
