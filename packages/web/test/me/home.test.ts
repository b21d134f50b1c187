import type { ForecastFigures } from '@rollcall/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { NAVIGATION } from '../../src/shell/navigation.ts'
import { fullDay } from '../../src/time/days.ts'
import { timeText } from '../../src/time/zoned-time.ts'
import { desksOf, makeBuilding } from '../admin-places/support.ts'
import { refreshAlone } from '../support/alone.ts'
import { answerOf } from '../support/answers.ts'
import {
  expectAccessible,
  expectFitsPhone,
  expectNoErrors,
  goTo,
  NOWHERE,
  startBrowser,
  type TestBrowser,
  WIDE,
} from '../support/browser.ts'
import { api, dayIn, myDay, shortDay, type TestUser, takePeople } from './support.ts'

let browser: TestBrowser
let ada: TestUser
beforeAll(async () => {
  browser = await startBrowser()
  ;[ada] = (await takePeople(browser, 21, 1)) as [TestUser]
})
afterAll(() => browser?.[Symbol.asyncDispose]())

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const cardsOf = async (page: Page) => {
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  await expect.poll(() => page.getByRole('main').getByRole('status').count()).toBe(0)
  return await page.getByRole('main').getByRole('heading', { level: 3 }).allTextContents()
}

/** While no other test refreshes: after a run that it has read as running, the card reads again half a minute later. */
const expectUpToDate = async (page: Page) => {
  await using _ = await refreshAlone()
  await card(page, 'Warehouse').getByText('Up to date').waitFor()
}

const OF_ALL = ['Today', 'Next booking', 'Who plans to be in today', 'The next days']
const OF_ADMINISTRATORS = ["Today's count", 'Worth a look', 'The last weeks', 'Sources', 'Warehouse']

it('an employee plans today by one click, and sees the next booking and who is in', async () => {
  const page = await browser.open(NOWHERE, ada)
  const [today, next] = [await dayIn(page, 0), await dayIn(page, 6)]
  await api(page, 'put', `/api/users/me/days/${today}/plan`, { plan: 'r' })
  for (let ahead = 1; ahead < 6; ahead += 1) {
    await api(page, 'put', `/api/users/me/days/${await dayIn(page, ahead)}/plan`, { plan: 'r' })
  }
  await api(page, 'put', `/api/users/me/days/${next}/booking`, { locationId: ada.primaryLocationId })
  await goTo(page, '/')
  expect(await cardsOf(page)).toEqual(OF_ALL)
  await card(page, 'Next booking')
    .getByRole('link', { name: fullDay(next), exact: true })
    .waitFor()
  const { items } = await answerOf<{ items: { userId: string; plan: string }[] }>(page, '/api/colleague-days', {
    ...{ limit: '1000', day: today },
    ...(ada.primaryGroupId ? { groupId: ada.primaryGroupId } : { locationId: ada.primaryLocationId }),
  })
  const others = items.filter(({ userId, plan }) => userId !== ada.userId && plan === 'o').length
  await card(page, 'Who plans to be in today')
    .getByText(others === 0 ? /^No colleague/ : new RegExp(`^${others} colleagues?`))
    .waitFor()
  await card(page, 'Today').getByRole('button', { name: 'Away' }).click()
  await expect.poll(async () => (await myDay(page, today)).plan).toBe('a')
  await card(page, 'Today').getByRole('button', { name: 'Away', pressed: true }).waitFor()
  // Whatever today is, the next Wednesday is among the next days.
  const days = card(page, 'The next days').getByRole('listitem')
  const wednesday = days.filter({ has: page.getByRole('group', { name: /^Plan for Wed / }) })
  expect(await days.count()).toBeGreaterThanOrEqual(5)
  await wednesday.getByRole('button', { name: 'Office' }).click()
  await wednesday.getByRole('button', { name: 'Office', pressed: true }).waitFor()
  await expectAccessible(page)
  await expectFitsPhone(page)
  await page.setViewportSize(WIDE.viewport)
  expectNoErrors(page)
})

it('names the building of a desk that is not in the usual one', async () => {
  const admin = await browser.open(NOWHERE, 'workplace-administrator')
  const { locationId, locationName, levelId } = await makeBuilding(admin, [{ name: 'D-1' }])
  const placeId = (await desksOf(admin, levelId))['D-1']?.placeId
  const page = await browser.open(NOWHERE, ada)
  const [here, there] = [await dayIn(page, 2), await dayIn(page, 3)]
  await api(page, 'put', `/api/users/me/days/${here}/booking`, { locationId: ada.primaryLocationId })
  await api(page, 'put', `/api/users/me/days/${there}/booking`, { placeId })
  await goTo(page, '/')
  const rowOf = (day: string) => card(page, 'The next days').getByRole('listitem', { name: shortDay(day) })
  await rowOf(there).getByText(`Desk D-1, 1 North, Level 1 · ${locationName}`).waitFor()
  expect(await rowOf(here).innerText()).not.toContain('·')
  // The plans of all days stand below each other, whatever is booked.
  const leftOf = async (day: string) => (await rowOf(day).getByRole('group').boundingBox())?.x
  expect(await leftOf(here)).toBe(await leftOf(there))
  await api(page, 'delete', `/api/users/me/days/${there}/booking`)
  await api(page, 'put', `/api/users/me/days/${there}/plan`, { plan: 'o', locationId })
  await goTo(page, '/')
  await rowOf(there).getByText(`Choose a desk · ${locationName}`).waitFor()
  expectNoErrors(page)
})

it('today says where the person was seen, instead of asking for a plan', async () => {
  const page = await browser.open(NOWHERE, ada)
  const today = await dayIn(page, 0)
  await api(page, 'put', '/api/users/me/week-plan', { days: [] })
  await api(page, 'delete', `/api/users/me/days/${today}/plan`)
  await goTo(page, '/')
  await card(page, 'Today').getByText('Nothing is planned for today.').waitFor()
  const at = { attendanceLocationId: ada.userId, attendanceLocationName: 'Head office' }
  const attended = { ...at, firstSeenAt: `${today}T08:41:00.000Z` }
  await page.route('**/api/users/me/attendance?*', (route) => route.fulfill({ json: { items: [attended] } }))
  await goTo(page, '/')
  const first = timeText(attended.firstSeenAt, 'UTC')
  await card(page, 'Today').getByText(`You were seen in Head office today, first at ${first}.`).waitFor()
  expect(await card(page, 'Today').getByText('Nothing is planned for today.').count()).toBe(0)
  expectNoErrors(page)
})

it('administrators see the office and the service, as far as their roles go', async () => {
  const analyst = await browser.open('/', 'analytics-administrator')
  expect(await cardsOf(analyst)).toEqual([...OF_ALL, ...OF_ADMINISTRATORS])
  expectNoErrors(analyst)
  const workplace = await browser.open('/', 'workplace-administrator')
  expect(await cardsOf(workplace)).toEqual([...OF_ALL, ...OF_ADMINISTRATORS, 'Refused events'])
  expectNoErrors(workplace)
  const page = await browser.open('/', 'global-administrator')
  expect(await cardsOf(page)).toEqual([...OF_ALL, ...OF_ADMINISTRATORS, 'Refused events', 'People and groups'])
  const count = card(page, "Today's count")
  await count.getByText('Expected').waitFor()
  expect(await count.innerText()).toMatch(/Here so far.*Planned.*Expected.*Seats/s)
  await count.getByRole('combobox', { name: 'Building' }).click()
  await page.getByRole('option', { name: 'All buildings' }).click()
  await expect.poll(() => count.getByRole('combobox', { name: 'Building' }).inputValue()).toBe('All buildings')
  const isWhole = async () => {
    // Other tests make buildings with desks, and what the page knows for half a minute is read again when it is shown.
    const { locations } = await answerOf<ForecastFigures>(page, '/api/analytics/forecast')
    const seats = locations.reduce((sum, { capacity }) => sum + capacity, 0).toLocaleString('en-US')
    // Of more than a dozen buildings no one is counted live.
    const { items } = await answerOf<{ items: object[] }>(page, '/api/locations', { status: 'active', limit: '1000' })
    const live = items.length <= 12 ? 'Here so far[^]*' : ''
    return new RegExp(`${live}Planned[^]*Expected[^]*\\n${seats}\\s+Seats`).test(await count.innerText())
  }
  await expect.poll(isWhole).toBe(true)
  await count.getByText('A week ago').waitFor()
  expect(await card(page, 'The last weeks').getByRole('row').count()).toBeGreaterThan(3)
  await card(page, 'The last weeks')
    .getByText(/^[\d,]+ came, [\d,]+ expected$/)
    .first()
    .waitFor()
  await expectUpToDate(page)
  await expectAccessible(page)
  await expectFitsPhone(page)
  await page.setViewportSize(WIDE.viewport)
  expectNoErrors(page)
})

it('a bookings administrator sees the office and the service without what others maintain, and is refused nothing', async () => {
  const page = await browser.open(NOWHERE, 'bookings-administrator')
  const refused: string[] = []
  page.on('response', (answer) => {
    if (answer.status() === 403) refused.push(answer.url())
  })
  await goTo(page, '/')
  expect(await cardsOf(page)).toEqual([...OF_ALL, ...OF_ADMINISTRATORS])
  await page.getByRole('heading', { level: 2, name: 'The office' }).waitFor()
  expect(await page.getByRole('main').getByRole('alert').count()).toBe(0)
  expect(refused).toEqual([])
  // No link of the page leads to what the role may not see.
  const hrefs = await page
    .getByRole('main')
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname))
  const links = NAVIGATION.flatMap((section) => section.links)
  const forbidden = links.filter(({ roles }) => roles && !roles.includes('bookings-administrator')).map(({ to }) => to)
  expect(hrefs.filter((path) => forbidden.includes(path))).toEqual([])
  const menu = page.getByRole('navigation', { name: 'Main' })
  const link = menu.getByRole('link', { name: 'Bookings for others' })
  // The browser remembers which sections are open.
  if (!(await link.isVisible())) await menu.getByRole('button', { name: 'Administration' }).click()
  await link.click()
  await page.getByRole('heading', { level: 1, name: 'Bookings for others' }).waitFor()
  await page.getByRole('combobox', { name: 'Person' }).waitFor()
  expectNoErrors(page)
})

it('a card that fails says so, and tries again, while the others show what they have', async () => {
  const page = await browser.open(NOWHERE, 'analytics-administrator')
  await page.route('**/api/refresh-runs*', (route) =>
    route.fulfill({ status: 429, json: { code: 'rate_limited', title: 'Not now' } }),
  )
  // The app is loaded again, because the bell keeps what it has read of the same runs.
  await page.goto('/')
  await card(page, 'Warehouse').getByRole('alert').getByText('Not now').waitFor()
  await card(page, 'Sources')
    .getByText(/All send|with problems/)
    .waitFor()
  await page.unroute('**/api/refresh-runs*')
  await card(page, 'Warehouse').getByRole('button', { name: 'Try again' }).click()
  await expectUpToDate(page)
})
