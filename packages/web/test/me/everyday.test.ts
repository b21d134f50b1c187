import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { COLORS } from '../../src/look/tokens.ts'
import { addDays, fullDay } from '../../src/time/days.ts'
import { makeUser, type OwnUser } from '../admin/support.ts'
import { ask, type Building, makeBuilding } from '../admin-places/support.ts'
import {
  expectAccessible,
  expectFitsPhone,
  expectNoErrors,
  goTo,
  goWithin,
  NOWHERE,
  PHONE,
  startBrowser,
  type TestBrowser,
  WIDE,
} from '../support/browser.ts'
import { PASSWORD } from '../support/demo.ts'
import { dayIn, myDay, sendAsKey, shortDay } from './support.ts'

let browser: TestBrowser
let admin: Page
let building: Building
let ada: OwnUser
let ben: OwnUser
beforeAll(async () => {
  browser = await startBrowser()
  admin = await browser.open(NOWHERE, 'global-administrator')
  building = await makeBuilding(admin, [
    { name: 'D-1', x: 2, y: 2 },
    { name: 'D-2', x: 6, y: 2 },
  ])
  const { locationId } = building
  await ask(admin, 'PATCH', `/api/locations/${locationId}/calendar`, { workingDays: [1, 2, 3, 4, 5, 6, 7] })
  const [first, second] = [
    await makeUser(admin, { primaryLocationId: locationId }),
    await makeUser(admin, { primaryLocationId: locationId }),
  ]
  for (const { userId } of [first, second]) await ask(admin, 'PUT', `/api/users/${userId}/account`, { password: PASSWORD })
  ;[ada, ben] = [first, second]
})
afterAll(() => browser?.[Symbol.asyncDispose]())

const rgbOf = (hex: string): string => `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`

it('a desk is booked, given back and changed in the dark colors of the device', async () => {
  const page = await browser.open(NOWHERE, ada, { ...WIDE, colorScheme: 'dark' })
  const day = await dayIn(page, 5)
  await goTo(page, `/me/desk?day=${day}`)
  const desk = (name: string, state: string) =>
    page.getByRole('button', { name: `Desk ${name}, zone 1 North, ${state}`, exact: true })
  await desk('D-1', 'free').click()
  await desk('D-1', 'booked by you').waitFor()
  await expect.poll(() => myDay(page, day)).toMatchObject({ plan: 'o', booking: { placeName: 'D-1' } })
  await page.getByRole('button', { name: 'Cancel the booking', disabled: false }).click()
  await page.getByText('You have booked nothing on this day.').waitFor()
  await page.getByRole('button', { name: 'Come without a desk', disabled: false }).waitFor()
  await desk('D-2', 'free').click()
  await desk('D-2', 'booked by you').waitFor()
  expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark')
  const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  expect(background).toBe(rgbOf(COLORS.dark.page))
  await goWithin(page, `/me?day=${day}`)
  const row = page.getByRole('listitem', { name: shortDay(day) })
  await row.getByText('Desk D-2').waitFor()
  await goWithin(page, `/me/desk?day=${day}`)
  await desk('D-2', 'booked by you').waitFor()
  await expectAccessible(page)
  expectNoErrors(page)
})

it('time off that was announced is found on a phone, and its days can be planned once it is called off', async () => {
  const page = await browser.open(NOWHERE, ben, PHONE)
  const day = await dayIn(page, 12)
  const lastDay = addDays(day, 1)
  const tell = (eventType: string) =>
    sendAsKey(page, '/v1/timeoff', {
      timeOffEvents: [
        { eventId: `phone-${ben.userId}`, uid: ben.userId, eventType, startDate: day, endDate: lastDay, timeOffType: 'holiday' },
      ],
    })
  await tell('scheduled')
  await goTo(page, `/me?day=${day}`)
  const row = page.getByRole('listitem', { name: shortDay(day) })
  await row.getByText('Time off', { exact: true }).waitFor()
  expect(await row.getByRole('button').count()).toBe(0)

  await page.getByRole('button', { name: 'Navigation' }).click()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Time off' }).click()
  await page.getByRole('heading', { level: 1, name: 'Time off' }).waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const card = page.getByRole('table', { name: 'Time off' }).getByRole('row').filter({ hasText: 'holiday' })
  await card.getByText('Announced').waitFor()
  for (const each of [day, lastDay]) expect(await card.first().innerText()).toContain(fullDay(each))
  await expectAccessible(page)
  await expectFitsPhone(page)

  await tell('cancelled')
  await page.reload()
  await card.getByText('Called off').waitFor()
  await goTo(page, `/me?day=${day}`)
  await row.getByRole('button', { name: 'Remote' }).click()
  await expect.poll(() => myDay(page, day)).toMatchObject({ plan: 'r', planOrigin: 'day-plan' })
  await expectFitsPhone(page)
  expectNoErrors(page)
})

/** What a tap would meet instead of the element, at some points of it and wherever the dialog around it is scrolled to. */
const coversOf = (element: Element): string[] => {
  const scroller = element.closest('.mantine-Modal-content') as HTMLElement
  const covers = new Set<string>()
  for (let top = 0; top <= scroller.scrollHeight - scroller.clientHeight; top += 8) {
    scroller.scrollTop = top
    const { left, right, top: upper, bottom } = element.getBoundingClientRect()
    for (let x = left + 4; x < right; x += 8) {
      for (let y = upper + 4; y < bottom; y += 8) {
        const met = document.elementFromPoint(x, y)
        if (met && !element.contains(met)) covers.add(met.textContent ?? '')
      }
    }
  }
  return [...covers]
}

it('the buttons of a long dialog lie above its choices on a phone', async () => {
  const page = await browser.open('/me', ben, PHONE)
  await page.getByRole('button', { name: 'Usual week' }).click()
  const save = page.getByRole('dialog', { name: 'Usual week' }).getByRole('button', { name: 'Save the usual week' })
  await save.waitFor()
  const isLong = (button: Element) => {
    const scroller = button.closest('.mantine-Modal-content')
    return (scroller?.scrollHeight ?? 0) > (scroller?.clientHeight ?? 0) + 100
  }
  expect(await save.evaluate(isLong)).toBe(true)
  expect(await save.evaluate(coversOf)).toEqual([])
  expectNoErrors(page)
})
