import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  expectAccessible,
  expectFitsPhone,
  expectNoErrors,
  goTo,
  goWithin,
  NOWHERE,
  startBrowser,
  type TestBrowser,
  WIDE,
} from '../support/browser.ts'
import { api, dayIn, type TestUser, takePeople } from './support.ts'

let browser: TestBrowser
let ada: TestUser
let day: string
beforeAll(async () => {
  browser = await startBrowser()
  const people = await takePeople(browser, 10, 1)
  ;[ada] = people as [TestUser]
  const page = await browser.open(NOWHERE, ada)
  day = await dayIn(page, 23)
  // The page has data of every kind.
  await api(page, 'put', `/api/users/me/days/${day}/booking`, { locationId: ada.primaryLocationId })
  await api(page, 'post', '/api/visits', { visitorName: 'Alan', locationId: ada.primaryLocationId, day })
  const at = (hour: number) => `${day}T${hour}:00:00Z`
  const place = { locationId: ada.primaryLocationId, startsAt: at(12), endsAt: at(13) }
  await api(page, 'post', '/api/events', { eventName: 'Pages', invitees: [ada.userId], ...place })
  await page.close()
})
afterAll(() => browser?.[Symbol.asyncDispose]())

const PAGES: readonly { name: string; path: () => string; ready: (page: Page) => Promise<unknown> }[] = [
  { name: 'the week', path: () => `/me?day=${day}`, ready: (page) => page.getByText('Pages').first().waitFor() },
  { name: 'the month', path: () => `/me?view=month&day=${day}`, ready: (page) => page.getByRole('table').waitFor() },
  {
    name: 'the floor map',
    path: () => `/me/desk?day=${day}`,
    ready: (page) =>
      page
        .getByRole('button', { name: /^Desk / })
        .first()
        .waitFor(),
  },
  { name: 'colleagues', path: () => `/me/colleagues?day=${day}&groupId=all`, ready: (page) => page.getByRole('table').waitFor() },
  { name: 'the live floor', path: () => '/me/floor', ready: (page) => page.getByText('Levels and zones').waitFor() },
  { name: 'events', path: () => '/me/events', ready: (page) => page.getByRole('listitem', { name: 'Pages' }).first().waitFor() },
  { name: 'visitors', path: () => `/me/visitors?day=${day}`, ready: (page) => page.getByText('Alan').first().waitFor() },
  { name: 'parking', path: () => `/me/parking?day=${day}`, ready: (page) => page.getByText('Book any free bay').waitFor() },
  { name: 'time off', path: () => '/me/time-off', ready: (page) => page.getByText('No time off was announced').waitFor() },
  { name: 'the profile', path: () => '/profile', ready: (page) => page.getByRole('heading', { name: 'Your account' }).waitFor() },
]

const DIALOGS = [
  { path: () => '/me', button: 'Usual week' },
  { path: () => '/me/events', button: 'New event' },
  { path: () => '/me/visitors', button: 'Expect a visitor' },
]

let page: Page
beforeAll(async () => {
  page = await browser.open('/me', ada)
})
beforeEach(() => page.setViewportSize(WIDE.viewport))

it.each(PAGES)('$name is accessible, and fits a phone', async ({ path, ready }) => {
  await goWithin(page, path())
  await ready(page)
  await expectAccessible(page)
  await expectFitsPhone(page)
  expectNoErrors(page)
})

it.each(DIALOGS)('the dialog "$button" is accessible', async ({ path, button }) => {
  await goWithin(page, path())
  await page.getByRole('button', { name: button }).click()
  await page.getByRole('dialog').locator('form').waitFor()
  await expectAccessible(page)
  expectNoErrors(page)
})

it('parking says that there is no bay only once that is known', async () => {
  await page.route('**/api/users/me/parking?*', (route) => route.abort())
  await goTo(page, `/me/parking?day=${day}`)
  await page.getByText('Book any free bay').waitFor()
  expect(await page.getByText('you have no bay').count()).toBe(0)
  await page.unroute('**/api/users/me/parking?*')
  await goTo(page, `/me/parking?day=${day}`)
  await page.getByText('you have no bay').waitFor()
  expectNoErrors(page)
})

it('parking tells a building without bays from one whose bays are taken, and says where they are added', async () => {
  const none = { json: { items: [], nextCursor: null } }
  const admin = await browser.open(NOWHERE, 'workplace-administrator')
  for (const each of [page, admin]) await each.route('**/free-bays?*', (route) => route.fulfill(none))
  const path = `/me/parking?day=${day}&locationId=${ada.primaryLocationId}`
  await goTo(page, path)
  await page.getByText('No bay is free on this day').waitFor()
  for (const each of [page, admin]) await each.route('**/api/parking-bays?*', (route) => route.fulfill(none))
  await goTo(page, path)
  await page.getByText('This building has no parking bays in Rollcall').waitFor()
  await page.getByText('ask a workplace administrator to add them').waitFor()
  await goTo(admin, path)
  await admin.getByRole('link', { name: 'page of the building' }).click()
  await admin.waitForURL(/\/admin\/places\/[\da-f-]{36}\?tab=bays$/)
  for (const route of ['**/free-bays?*', '**/api/parking-bays?*']) await page.unroute(route)
  expectNoErrors(page)
  expectNoErrors(admin)
})

it('a building that is out of service is not taken for one that was never added', async () => {
  const { locationName, ...rest } = await api<{ locationName: string }>(page, 'get', `/api/locations/${ada.primaryLocationId}`)
  const inactive = { ...rest, locationName, status: 'inactive' }
  await page.route('**/api/locations?*', (route) => {
    const isAsked = new URL(route.request().url()).searchParams.get('status') === 'inactive'
    return route.fulfill({ json: { items: isAsked ? [inactive] : [], nextCursor: null } })
  })
  for (const path of ['/me/floor', '/me/parking', `/me/desk?day=${day}`]) {
    await goTo(page, path)
    await page.getByText(`${locationName} is out of service`, { exact: true }).waitFor()
    await page.getByText('until a workplace administrator sets a building active again').waitFor()
  }
  await goTo(page, '/me')
  await page.getByText(`${locationName} is out of service. A workplace administrator can set it active again`).waitFor()
  await page.unroute('**/api/locations?*')
  expectNoErrors(page)
})

it('earlier time off comes below, and the keyboard stays at the list when there is no more', async () => {
  const announced = ['2026-03-02', '2026-02-02', '2026-01-05'].map((startDate) => {
    const times = { startDate, endDate: startDate, receivedAt: `${startDate}T09:00:00.000Z` }
    return { ...times, eventId: startDate, eventType: 'scheduled', timeOffType: 'holiday' }
  })
  await page.route('**/time-off?*', (route) => {
    const index = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0)
    const nextCursor = index + 1 < announced.length ? String(index + 1) : null
    return route.fulfill({ json: { items: [announced[index]], nextCursor } })
  })
  await goTo(page, '/me/time-off')
  const more = page.getByRole('button', { name: 'Show earlier ones' })
  const rows = page.getByRole('table', { name: 'Time off' }).getByRole('row')
  await more.press('Enter')
  await expect.poll(() => rows.count()).toBe(3)
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Show earlier ones')
  await more.press('Enter')
  await expect.poll(() => rows.count()).toBe(4)
  await expect.poll(() => page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Time off')
  await page.unroute('**/time-off?*')
  expectNoErrors(page)
})
