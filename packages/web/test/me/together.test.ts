import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, dayRange, fullDay, mondayOf } from '../../src/time/days.ts'
import { answerOf } from '../support/answers.ts'
import { expectFitsPhone, expectNoErrors, goTo, NOWHERE, PHONE, startBrowser, type TestBrowser } from '../support/browser.ts'
import { api, dayIn, sendAsKey, shortDay, type TestUser, takePeople } from './support.ts'

let browser: TestBrowser
let ada: TestUser
let ben: TestUser
let other: Page
beforeAll(async () => {
  browser = await startBrowser()
  const people = await takePeople(browser, 3, 2)
  ;[ada, ben] = people as [TestUser, TestUser]
  other = await browser.open(NOWHERE, ben)
})
afterAll(() => browser?.[Symbol.asyncDispose]())

const nameOf = ({ firstName, lastName }: TestUser) => `${firstName} ${lastName}`
const beSeen = (visibility: 'everyone' | 'nobody') => api(other, 'patch', '/api/users/me/profile', { visibility })

describe('the page of colleagues', () => {
  it('shows who comes when, by name and group, and leaves out users who do not want to be seen', async () => {
    const page = await browser.open(NOWHERE, ada)
    const day = await dayIn(page, 22)
    for (const person of [page, other]) await api(person, 'put', `/api/users/me/days/${day}/plan`, { plan: 'r' })
    await goTo(page, `/me/colleagues?day=${day}&groupId=all`)
    const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name })
    await rowOf(`${nameOf(ada)} (you)`)
      .getByText('Remote')
      .first()
      .waitFor()
    await rowOf(nameOf(ben)).getByText('Remote').first().waitFor()

    await page.getByLabel('Name begins with').fill(ben.lastName.slice(0, 4).toUpperCase())
    await page.waitForURL(/name=/)
    await rowOf(nameOf(ada)).waitFor({ state: 'hidden' })
    await rowOf(nameOf(ben)).waitFor()
    // The palette asks for the whole name.
    await page.getByLabel('Name begins with').fill(nameOf(ben))
    await page.waitForURL(/name=\w+(\+|%20)/)
    await rowOf(nameOf(ben)).waitFor()

    await beSeen('nobody')
    await page.reload()
    await page
      .getByText(/^No plan of/)
      .or(page.getByRole('table'))
      .waitFor()
    expect(await rowOf(nameOf(ben)).count()).toBe(0)
    await beSeen('everyone')
    await page.reload()
    await rowOf(nameOf(ben)).waitFor()

    await goTo(page, `/me/colleagues?day=${day}`)
    await rowOf(`${nameOf(ada)} (you)`).waitFor()
    // As the page has them: others hide and show themselves meanwhile.
    const { items } = await answerOf<{ items: TestUser[] }>(page, '/api/colleague-days', {
      day,
      groupId: String(ada.primaryGroupId),
      limit: '1000',
    })
    for (const colleague of items) await rowOf(nameOf(colleague)).first().waitFor()
    expectNoErrors(page)
  })

  it('begins with today on a phone, and says when a colleague is next in the office', async () => {
    const today = await dayIn(other, 0)
    await api(other, 'put', `/api/users/me/days/${today}/plan`, { plan: 'o', locationId: ben.primaryLocationId })
    const page = await browser.open(NOWHERE, ada, PHONE)
    const { locationName } = await api<{ locationName: string }>(page, 'get', `/api/locations/${ben.primaryLocationId}`)
    await goTo(page, `/me/colleagues?${new URLSearchParams({ groupId: 'all', name: nameOf(ben) })}`)
    const row = page.getByRole('row').filter({ hasText: nameOf(ben) })
    await row.getByText(`Plans to be in today, ${locationName}`).waitFor()
    // A phone has room for one day, which is chosen above.
    const headers = () => page.getByRole('columnheader').allTextContents()
    await expect.poll(headers).toEqual(['Colleague', expect.stringMatching(`^${shortDay(today)}\\d+ planned to be in$`)])
    const tomorrow = page.getByRole('radiogroup', { name: 'Day' }).getByRole('radio', { checked: false }).first()
    const label = await tomorrow.evaluate((radio: HTMLInputElement) => radio.labels?.[0]?.textContent ?? '')
    await page.getByText(label, { exact: true }).click()
    await expect.poll(headers).toEqual(['Colleague', expect.stringContaining(label)])
    await expectFitsPhone(page)
    await page.getByRole('combobox', { name: 'Building' }).click()
    await page.getByRole('option', { name: locationName }).click()
    await row.getByText('Plans to be in today').waitFor({ state: 'hidden' })
    expectNoErrors(page)
  })

  it('begins with the week of today on a weekend as well, and shows today also if no one has a plan for it', async () => {
    const ahead = await dayIn(other, 14)
    const [saturday, sunday] = [addDays(mondayOf(ahead), 5), addDays(mondayOf(ahead), 6)]
    // A page of its own, because its clock is another one.
    const page = await browser.open(NOWHERE, ada, { viewport: { width: 1279, height: 800 } })
    await api(page, 'put', '/api/users/me/week-plan', { days: [] })
    await api(page, 'put', `/api/users/me/days/${saturday}/plan`, { plan: 'r' })
    for (const today of [saturday, sunday]) {
      await page.clock.setFixedTime(`${today}T12:00:00Z`)
      await page.goto('/')
      await page.getByRole('main').getByRole('region', { name: 'Today' }).getByText(fullDay(today)).waitFor()
      await page.getByRole('link', { name: 'All colleagues' }).click()
      const column = page.getByRole('columnheader', { name: shortDay(today) })
      await column.and(page.locator('[aria-current=date]')).waitFor()
      expect(await page.getByTestId('period').textContent()).toBe(dayRange(mondayOf(today), sunday))
      await page.getByRole('button', { name: 'Next week' }).click()
      await column.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Today' }).click()
      await column.waitFor()
    }
    expectNoErrors(page)
  })

  it('leaves the keyboard at the table once all colleagues are shown', async () => {
    const none = { primaryGroupId: null, primaryGroupName: null, locationId: null, locationName: null }
    const nowhere = { zoneId: null, zoneName: null, placeId: null, placeName: null }
    const people = Array.from({ length: 101 }, (_, index) => ({
      ...{ userId: `colleague-${index}`, userName: `pat-${index}@example.com`, firstName: 'Pat', lastName: String(index) },
      ...{ plan: 'r', ...none, ...nowhere },
    }))
    const page = await browser.open(NOWHERE, ada)
    await page.route('**/api/colleague-days?*', (route) => {
      const day = new URL(route.request().url()).searchParams.get('day')
      return route.fulfill({ json: { items: people.map((person) => ({ ...person, day })), nextCursor: null } })
    })
    await goTo(page, '/me/colleagues?groupId=all')
    const more = page.getByRole('button', { name: 'Show more of 101 colleagues' })
    await more.press('Enter')
    await more.waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate("document.activeElement.getAttribute('aria-label')")).toBe('Days of colleagues')
    expectNoErrors(page)
  })
})

describe('the live floor', () => {
  const see = (page: Page, userId: string, locationId: string, locationType: string) =>
    sendAsKey(page, '/v1/presence', {
      sourceId: 'web-tests',
      presenceEvents: [{ userId, locationId, locationType, timestamp: new Date().toISOString(), eventId: randomUUID() }],
    })
  const present = (page: Page) => page.getByRole('group', { name: 'In the building' }).getByTestId('value')

  it('shows a person who comes in, where they are, and where they go next', async () => {
    const page = await browser.open('/me/floor', ada)
    await page.getByRole('status').filter({ hasText: 'Live' }).waitFor()
    const { items } = await api<{ items: { placeId: string; placeName: string }[] }>(
      page,
      'get',
      `/api/places?locationId=${ben.primaryLocationId}&status=active&limit=2`,
    )
    const [first, second] = items as [(typeof items)[0], (typeof items)[0]]
    const row = page.getByRole('table', { name: 'People in the building' }).getByRole('row', { name: new RegExp(nameOf(ben)) })
    expect(await row.count()).toBe(0)
    await see(page, ben.userId, first.placeId, 'place')
    await row.filter({ hasText: first.placeName }).waitFor()
    await page
      .getByRole('list', { name: 'As it happens' })
      .getByText(`${nameOf(ben)} was seen`)
      .first()
      .waitFor()
    const floor = await api<{ presentCount: number }>(page, 'get', `/api/locations/${ben.primaryLocationId}/live-floor`)
    await expect.poll(() => present(page).textContent()).toBe(String(floor.presentCount))
    await see(page, ben.userId, second.placeId, 'place')
    await row.filter({ hasText: second.placeName }).waitFor()

    const before = Number(await present(page).textContent())
    await beSeen('nobody')
    await see(page, ben.userId, first.placeId, 'place')
    await row.waitFor({ state: 'hidden' })
    expect(Number(await present(page).textContent())).toBe(before)
    await page.getByText('not shown to you').waitFor()
    await beSeen('everyone')
    expectNoErrors(page)
  })

  it('leaves the keyboard at the choice of the building that it shows', async () => {
    const page = await browser.open('/me/floor', ada)
    const { items } = await api<{ items: { locationId: string; locationName: string }[] }>(
      page,
      'get',
      '/api/locations?status=active&limit=100',
    )
    const { locationName = '' } = items.find(({ locationId }) => locationId !== ada.primaryLocationId) ?? {}
    const building = page
      .getByRole('combobox', { name: 'Building' })
      .or(page.getByRole('textbox', { name: 'Building' }))
      .first()
    await building.click()
    const option = page.getByRole('option', { name: locationName, exact: true })
    await option.click()
    await page.waitForURL(/locationId=/)
    await expect.poll(() => building.inputValue()).toBe(locationName)
    await expect.poll(() => building.evaluate((input) => input === document.activeElement)).toBe(true)
    await option.waitFor({ state: 'hidden' })
    expectNoErrors(page)
  })

  it('says so where there are more people than it lists, and counts no one then', async () => {
    const page = await browser.open(NOWHERE, ada)
    await page.route('**/api/colleague-days?*', (route) => route.fulfill({ json: { items: [], nextCursor: 'more' } }))
    await page.route('**/live-floor', async (route) => {
      const answer = await route.fetch()
      const floor = (await answer.json()) as { people: unknown[]; hiddenCount: number }
      await route.fulfill({ response: answer, json: { ...floor, presentCount: floor.people.length + floor.hiddenCount + 5 } })
    })
    await goTo(page, '/me/floor')
    await page.getByText('There are more people in this group than can be shown.').waitFor()
    expect(await page.getByText(/^No colleague of/).count()).toBe(0)
    await page.getByText(/^Only the \d+ people who were seen last are listed/).waitFor()
    expectNoErrors(page)
  })

  it('says when it is not connected, and loads again once it is', async () => {
    const page = await browser.open(NOWHERE, ada)
    await page.route('**/api/stream?*', (route) =>
      route.fulfill({ status: 503, json: { code: 'unavailable', title: 'Stopping' } }),
    )
    await goTo(page, '/me/floor')
    await page.getByRole('status').filter({ hasText: 'The service does not answer, trying again' }).waitFor()
    await present(page).waitFor()
    const before = Number(await present(page).textContent())
    // The page does not learn of it while it is not connected.
    const unseen = (await takePeople(browser, 5, 1))[0] as TestUser
    await see(page, unseen.userId, unseen.primaryLocationId, 'location')
    expect(Number(await present(page).textContent())).toBe(before)
    await page.unroute('**/api/stream?*')
    await page.getByRole('status').filter({ hasText: 'Live' }).waitFor()
    await expect.poll(async () => Number(await present(page).textContent())).toBeGreaterThan(before)
    expectNoErrors(page)
  })
})
