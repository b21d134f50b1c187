import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { awaitSteadyDay, FILE_MS } from '../../server/src/testing/steady-day.ts'
import { todayIn } from '../src/time/days.ts'
import { makeBuilding } from './admin-places/support.ts'
import { api, type TestUser, takePeople } from './me/support.ts'
import { expectAccessible, expectFitsPhone, expectNoErrors, startBrowser, type TestBrowser } from './support/browser.ts'

let browser: TestBrowser
let ada: TestUser
beforeAll(async () => {
  browser = await startBrowser()
  ;[ada] = (await takePeople(browser, 11, 1)) as [TestUser]
  // The screen shows today's bookings, of which there are none tomorrow.
  await awaitSteadyDay(FILE_MS)
})
afterAll(() => browser?.[Symbol.asyncDispose]())

interface FreeDesk {
  readonly placeId: string
  readonly placeName: string
  readonly levelName: string
}

const createLink = async (page: Page, building: string, level: string): Promise<string> => {
  await page.getByRole('button', { name: 'Create a link' }).click()
  const form = page.getByRole('dialog', { name: 'Create the link of a screen' })
  await form.getByRole('button', { name: 'Create the link' }).click()
  await form.getByText('Say where the screen is.').waitFor()
  await form.getByLabel(/^Name/).fill('Lobby')
  await form.getByRole('combobox', { name: 'Building' }).click()
  await page.getByRole('option', { name: building }).click()
  await form.getByRole('combobox', { name: 'Level', exact: true }).click()
  await page.getByRole('option', { name: level, exact: true }).click()
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Create the link' }).click()
  const shown = page.getByRole('dialog', { name: 'Link of Lobby' })
  const field = shown.getByLabel('Link', { exact: true })
  const link = await field.inputValue()
  expect(await field.evaluate((element) => element.scrollWidth <= element.clientWidth), 'all of the link is shown').toBe(true)
  // In one font of fixed width, only what is drawn differs.
  const pictureOf = async (value: string) => {
    await field.evaluate((element, next) => Object.assign(element, { value: next }), value)
    return (await field.screenshot()).toString('base64')
  }
  expect(await pictureOf('rck_a'), 'an underscore is seen').not.toBe(await pictureOf('rck a'))
  await shown.getByRole('img', { name: 'QR code of the link' }).waitFor()
  await expectAccessible(page)
  await shown.getByRole('button', { name: 'I have stored it' }).click()
  return link
}

const figureOf = (screen: Page, name: string) => screen.locator('dl > div').filter({ hasText: name }).locator('dd').innerText()

it('a screen shows a booking without reloading, survives an outage, and says that its link was revoked', async () => {
  const colleague = await browser.open('/favicon.svg', ada)
  const admin = await browser.open('/admin/kiosk-screens', 'global-administrator')
  // In a building of its own, as others book desks and come to theirs meanwhile.
  const desks = ['D-1', 'D-2', 'D-3'].map((name, index) => ({ name, x: 3 * index, y: 2 }))
  const { locationId, locationName, levelId } = await makeBuilding(admin, desks)
  await api(admin, 'post', '/api/zones', { zoneName: 'Commons', zoneType: 'neighborhood', capacity: 1_007, levelId })
  const day = todayIn('Europe/Berlin')
  await api(colleague, 'put', `/api/users/me/days/${day}/plan`, { plan: 'o', locationId })
  const { items } = await api<{ items: FreeDesk[] }>(colleague, 'get', `/api/locations/${locationId}/free-desks?day=${day}`)
  const [desk] = items as [FreeDesk]
  const link = await createLink(admin, locationName, desk.levelName)
  await admin.getByRole('row', { name: /Lobby/ }).getByText('Not shown').waitFor()

  const screen = await browser.open('/favicon.svg', undefined, { viewport: { width: 1920, height: 1080 } })
  const sent: string[] = []
  screen.on('request', (request) => sent.push(`${request.url()} ${request.headers().referer ?? ''}`))
  await screen.goto(link)
  await screen.getByRole('heading', { level: 1, name: desk.levelName }).waitFor()
  const shape = screen.locator(`[data-desk="${desk.placeId}"]`)
  expect(await shape.getAttribute('aria-label')).toMatch(/free$/)
  expect(await figureOf(screen, 'Free desks'), 'seats of a zone are no desks').toBe('3')
  await api(colleague, 'put', `/api/users/me/days/${day}/booking`, { placeId: desk.placeId })
  await screen.locator(`[data-desk="${desk.placeId}"][aria-label$="taken"]`).waitFor()
  await expect.poll(() => figureOf(screen, 'Free desks')).toBe('2')
  expect(await figureOf(screen, 'Free seats in zones')).toBe('1,007')
  await screen.getByRole('listitem').filter({ hasText: 'Commons' }).getByText('1,007 of 1,007 free').waitFor()
  expect(await screen.content()).not.toContain(ada.lastName)
  expect(sent.join('\n'), 'the secret reaches no address').not.toContain(link.split('#')[1])

  await screen.route('**/api/kiosk**', (route) => route.abort())
  await screen.evaluate(() => window.dispatchEvent(new Event('online')))
  await screen.getByText(/^No connection\. This is how it was at/).waitFor()
  await screen.unroute('**/api/kiosk**')
  await screen.evaluate(() => window.dispatchEvent(new Event('online')))
  await screen.getByText(/^No connection/).waitFor({ state: 'detached' })
  await expectAccessible(screen)
  for (const size of [
    { width: 1080, height: 1920 },
    { width: 1920, height: 1080 },
  ]) {
    await screen.setViewportSize(size)
    // What is drawn follows the size.
    await expect.poll(() => screen.evaluate(() => document.documentElement.scrollHeight <= window.innerHeight)).toBe(true)
    await screen.getByRole('img', { name: 'QR code: book a desk' }).waitFor()
  }

  for (let room = 10; room < 20; room += 1) {
    await api(admin, 'post', '/api/spaces', { spaceName: `Room ${room}`, levelId, spaceType: 'meeting-room' })
  }
  await admin.getByRole('button', { name: 'Change Lobby' }).click()
  const form = admin.getByRole('dialog', { name: 'Change Lobby' })
  const stored = async () => {
    const screens = await api<{ items: { screenId: string; name: string }[] }>(admin, 'get', '/api/kiosk-screens')
    return screens.items.find(({ name }) => name === 'Lobby')
  }
  // Another administrator changes something else meanwhile.
  await api(admin, 'patch', `/api/kiosk-screens/${(await stored())?.screenId}`, { secondsPerLevel: 47 })
  expect(await form.getByRole('combobox', { name: 'Level', exact: true }).inputValue()).toBe(desk.levelName)
  await form.getByRole('checkbox', { name: 'Show names of people' }).check()
  await form.getByRole('combobox', { name: 'Language of the screen' }).click()
  await admin.getByRole('option', { name: 'Deutsch' }).click()
  await form.getByRole('combobox', { name: 'Colors' }).click()
  await admin.getByRole('option', { name: 'Dark' }).click()
  await form.getByRole('button', { name: 'Save' }).click()
  await screen.locator(`[data-desk="${desk.placeId}"][aria-label$="${ada.lastName}"]`).waitFor()
  expect(await stored()).toMatchObject({ levelId, showsNames: true, secondsPerLevel: 47, language: 'de', colors: 'dark' })
  await screen.getByText('Freie Arbeitsplätze').waitFor()
  expect(await screen.evaluate(() => document.documentElement.dataset.mantineColorScheme)).toBe('dark')
  const map = await screen.getByRole('figure').evaluate((figure) => getComputedStyle(figure).backgroundColor)
  expect(Math.max(...(map.match(/\d+/g) ?? []).map(Number)), `the map is ${map}`).toBeLessThan(60)
  // A low screen has no room for all rooms, so they take turns, and say so.
  await screen.setViewportSize({ width: 1280, height: 560 })
  await screen.getByRole('heading', { name: /^Räume · \d+(–\d+)? von 1\d$/ }).waitFor()
  // In a hand it is a page that scrolls and shows all of them.
  await screen.setViewportSize({ width: 360, height: 740 })
  await screen.getByRole('heading', { name: 'Räume', exact: true }).waitFor()

  await admin.getByRole('button', { name: 'Revoke Lobby' }).click()
  await admin.getByRole('button', { name: 'Revoke the link' }).click()
  await screen.getByRole('heading', { name: 'Dieser Link wurde widerrufen' }).waitFor()
  await screen.goto('/favicon.svg')
  await screen.goto(link.replace('#', '?language=de#'))
  await screen.getByRole('heading', { name: 'Dieser Link funktioniert nicht' }).waitFor()
  await admin.getByRole('row', { name: /Lobby/ }).waitFor({ state: 'detached' })
  await expectAccessible(admin)
  await expectFitsPhone(admin)
  for (const page of [screen, admin]) expectNoErrors(page)
})
