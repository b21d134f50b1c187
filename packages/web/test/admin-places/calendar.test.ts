import type { Calendar } from '@rollcall/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeUser } from '../admin/support.ts'
import {
  expectAccessible,
  expectFitsPhone,
  expectNoErrors,
  NOWHERE,
  startBrowser,
  type TestBrowser,
  WIDE,
} from '../support/browser.ts'
import { ask, type Building, makeBuilding } from './support.ts'

let browser: TestBrowser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser?.[Symbol.asyncDispose]())

const YEAR = new Date().getUTCFullYear() + 1
const CHRISTMAS = `${YEAR}-12-25`

/** The calendar of next year of a building of this test. */
const openCalendar = async (role: 'workplace-administrator' | 'analytics-administrator' = 'workplace-administrator') => {
  const maker = await browser.open(NOWHERE, 'workplace-administrator')
  const building = await makeBuilding(maker, [{ name: 'D-1' }])
  const page = await browser.open(`/admin/calendars?locationId=${building.locationId}&year=${YEAR}`, role)
  await page.getByText(`No holidays or closures in ${YEAR} yet`).waitFor()
  return { page, building, maker }
}

const stored = (page: Page, { locationId }: Building) =>
  ask<Calendar>(page, 'GET', `/api/locations/${locationId}/calendar?year=${YEAR}`)

const dialog = (page: Page) => page.getByRole('dialog')
const press = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click()
const dayButton = (page: Page, day: string) => page.locator(`button[data-day="${day}"]`)

const fileOf = (...events: readonly string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test//EN', ...events, 'END:VCALENDAR', ''].join('\r\n')
const event = (uid: string, day: string, name: string) =>
  ['BEGIN:VEVENT', `UID:${uid}`, `DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`, `SUMMARY:${name}`, 'END:VEVENT'].join('\r\n')

const chooseFile = (page: Page, content: string) =>
  page
    .locator('input[type=file]')
    .setInputFiles({ name: 'holidays.ics', mimeType: 'text/calendar', buffer: Buffer.from(content) })

const dropFile = async (page: Page, content: string) => {
  const dataTransfer = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([text], 'holidays.ics', { type: 'text/calendar' }))
    return transfer
  }, content)
  await page.getByTestId('drop').dispatchEvent('drop', { dataTransfer })
}

describe('the calendar of a building', () => {
  it('stays while another year loads, marked as busy', async () => {
    const { page } = await openCalendar()
    await page.locator('main [aria-busy=false]').waitFor()
    const loading = Promise.withResolvers<void>()
    await page.route('**/calendar?*', async (route) => {
      await loading.promise
      await route.continue()
    })
    await page.getByRole('button', { name: 'Next year' }).click()
    await page.locator('main [aria-busy=true]').waitFor()
    loading.resolve()
    await page.locator('main [aria-busy=false]').waitFor()
    expectNoErrors(page)
  })

  it('says what it is for while empty, and takes, renames and removes holidays after a preview', async () => {
    const { page, building } = await openCalendar()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Enter the first holiday' }).click()
    await dialog(page).getByLabel('Day').fill(CHRISTMAS)
    await dialog(page).getByLabel('Name').fill('Christmas')
    await press(page, 'Preview')
    await dialog(page).getByText('No booking will be canceled.').waitFor()
    expect((await stored(page, building)).holidays).toEqual([])
    await press(page, 'Enter the holiday')
    await page.getByRole('cell', { name: 'Christmas', exact: true }).waitFor()
    await dayButton(page, CHRISTMAS).and(page.locator('[data-type=holiday]')).waitFor()

    await page.getByRole('button', { name: /^Rename Christmas/ }).click()
    await dialog(page).getByLabel('Name').fill('Christmas Day')
    await press(page, 'Preview')
    await press(page, 'Rename')
    await page.getByRole('cell', { name: 'Christmas Day', exact: true }).waitFor()
    expect((await stored(page, building)).holidays).toMatchObject([{ day: CHRISTMAS, name: 'Christmas Day', uid: null }])

    await page.getByRole('button', { name: /^Remove Christmas Day/ }).click()
    await press(page, 'Remove')
    await page.getByText(`There is no holiday in ${YEAR}.`).waitFor()
    expect((await stored(page, building)).holidays).toEqual([])
    expectNoErrors(page)
  })

  it('previews how many bookings a closure cancels before it closes the building', async () => {
    const { page, building } = await openCalendar()
    const ahead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    const day = ahead(3)
    const global = await browser.open(NOWHERE, 'global-administrator')
    const user = await makeUser(global)
    await ask(global, 'PUT', `/api/users/${user.userId}/days/${day}/booking`, { locationId: building.locationId })
    await page.getByRole('button', { name: 'Add a closure' }).click()
    await dialog(page).getByLabel('First day').fill(day)
    await dialog(page).getByLabel('Last day').fill(day)
    await dialog(page).getByLabel('Reason').fill('Water damage')
    await press(page, 'Preview')
    await dialog(page).getByText('1 booking of 1 person will be canceled.').waitFor()
    await expectAccessible(page)
    await press(page, 'Close the building')
    await dialog(page).waitFor({ state: 'detached' })
    const { closures } = await ask<Calendar>(
      ...([page, 'GET', `/api/locations/${building.locationId}/calendar?year=${day.slice(0, 4)}`] as const),
    )
    expect(closures).toMatchObject([{ firstDay: day, lastDay: day, reason: 'Water damage' }])
    const days = await ask<{ items: { booking: unknown }[] }>(
      ...([global, 'GET', `/api/users/${user.userId}/days?startDate=${day}&endDate=${day}`] as const),
    )
    expect(days.items[0]?.booking).toBeNull()
    expectNoErrors(page)
  })

  it('imports a calendar file after a preview, names errors by line, and removes the import again', async () => {
    const { page, building } = await openCalendar()
    await page.getByRole('button', { name: 'Import a file of holidays' }).click()
    await chooseFile(page, fileOf('BEGIN:VEVENT', 'UID:bad', 'DTSTART;VALUE=DATE:20270231', 'END:VEVENT'))
    await dialog(page).getByText('The file has 1 error').waitFor()
    await dialog(page)
      .getByRole('row', { name: /^4 UID bad: DTSTART is not a day/ })
      .waitFor()
    await expectAccessible(page)
    const file = fileOf(event('a,1', CHRISTMAS, 'Christmas Day'), event('b', `${YEAR}-05-01`, 'Labor Day'))
    await dropFile(page, file)
    await dialog(page).getByRole('row', { name: 'New 2 holidays' }).waitFor()
    await expectAccessible(page)
    expect((await stored(page, building)).holidays).toEqual([])
    await press(page, 'Import 2 changes')
    await page.getByRole('cell', { name: 'Labor Day', exact: true }).waitFor()
    await expectAccessible(page)
    await expectFitsPhone(page)
    await page.setViewportSize(WIDE.viewport)

    await page.getByRole('button', { name: 'Remove an import' }).click()
    await dialog(page).getByText('2 imported holidays').waitFor()
    await press(page, 'Remove them')
    await page.getByText(`There is no holiday in ${YEAR}.`).waitFor()
    expect((await stored(page, building)).holidays).toEqual([])
    expectNoErrors(page)
  })

  it('enters a holiday and imports a file in other buildings as well, and shows the day that was entered', async () => {
    const first = await browser.open(NOWHERE, 'workplace-administrator')
    const other = await makeBuilding(first, [])
    const { page, building } = await openCalendar()
    const alsoFor = async () => {
      const field = dialog(page).getByRole('combobox', { name: 'Also for' })
      await field.fill(other.locationName)
      await page.getByRole('option', { name: other.locationName }).click()
      // Its list would cover the buttons.
      await field.press('Tab')
      await page.getByRole('option').first().waitFor({ state: 'detached' })
    }
    await page.getByRole('button', { name: 'Enter the first holiday' }).click()
    await dialog(page).getByLabel('Day').fill(CHRISTMAS)
    await dialog(page).getByLabel('Name').fill('Christmas')
    await alsoFor()
    await dialog(page)
      .getByRole('checkbox', { name: /^All other buildings/ })
      .waitFor()
    await press(page, 'Preview')
    await dialog(page).getByText('No booking will be canceled.').waitFor()
    expect((await stored(page, other)).holidays).toEqual([])
    await press(page, 'Enter the holiday')
    await page.getByText('is a holiday in 2 buildings.').waitFor()
    for (const each of [building, other]) {
      expect((await stored(page, each)).holidays).toMatchObject([{ day: CHRISTMAS, name: 'Christmas', uid: null }])
    }
    const entered = dayButton(page, CHRISTMAS).and(page.locator('[data-type=holiday][aria-pressed=true]'))
    await entered.waitFor()
    const isSeen = () =>
      entered.evaluate((day) => {
        const { top, bottom } = day.getBoundingClientRect()
        return top >= 0 && bottom <= window.innerHeight
      })
    await expect.poll(isSeen).toBe(true)

    await page.getByRole('button', { name: 'Import a file', exact: true }).click()
    await chooseFile(page, fileOf(event('a', `${YEAR}-05-01`, 'Labor Day')))
    await dialog(page).getByRole('row', { name: 'New 1 holiday' }).waitFor()
    await alsoFor()
    expect(
      await dialog(page)
        .getByRole('button', { name: /^Import 1 change/ })
        .count(),
    ).toBe(0)
    await press(page, 'Preview')
    await dialog(page).getByText('In all 2 buildings together:').waitFor()
    await dialog(page).getByRole('row', { name: 'New 2 holidays' }).waitFor()
    await expectAccessible(page)
    await press(page, 'Import 2 changes')
    await page.getByText('Holidays of 2 buildings: 2 new, 0 changed, 0 removed.').waitFor()
    expect((await stored(page, other)).holidays.map(({ name }) => name)).toEqual(['Labor Day', 'Christmas'])
    expectNoErrors(page)
  })

  it('changes working days, and enters and removes outages', async () => {
    const { page, building } = await openCalendar()
    await page.getByRole('button', { name: 'Change working days' }).click()
    await dialog(page).getByRole('checkbox', { name: 'Friday' }).uncheck()
    // Another administrator changes something else meanwhile.
    await ask(page, 'PATCH', `/api/locations/${building.locationId}/calendar`, { bookableOnClosedDays: true })
    await press(page, 'Preview')
    await press(page, 'Change')
    await page.getByText('Monday, Tuesday, Wednesday, Thursday. People may be booked').waitFor()
    expect(await stored(page, building)).toMatchObject({ workingDays: [1, 2, 3, 4], bookableOnClosedDays: true })
    await page.getByRole('button', { name: 'Add an outage' }).click()
    await dialog(page).getByLabel('First day').fill(`${YEAR}-03-02`)
    await dialog(page).getByLabel('Last day').fill(`${YEAR}-03-03`)
    await dialog(page).getByLabel('What happened').fill('Readers were replaced')
    await press(page, 'Preview')
    await press(page, 'Enter the outage')
    await dayButton(page, `${YEAR}-03-03`).and(page.locator('[data-outage]')).waitFor()
    await page.getByRole('button', { name: /^Remove the outage of/ }).click()
    await press(page, 'Remove the outage')
    await page.getByText(`No outage is entered in ${YEAR}.`).waitFor()
    expectNoErrors(page)
  })

  it('takes a suggested outage over after a preview, and dismisses another one', async () => {
    const { page, building } = await openCalendar()
    const { locationId, locationName } = building
    const suggested = ['02-01', '03-02'].map((day) => {
      return { locationId, locationName, firstDay: `${YEAR}-${day}`, lastDay: `${YEAR}-${day}`, planned: 12, usual: 9 }
    })
    // A building falls silent only in weeks of published days, which this one does not have; what is decided goes to the service.
    await page.route('**/api/outage-suggestions', async (route) => {
      const { outages } = await stored(page, building)
      const items = suggested.filter(({ firstDay }) => !outages.some((outage) => outage.firstDay === firstDay))
      await route.fulfill({ json: { items } })
    })
    await page.reload()
    await page.getByText('Usually 9 people a day.').first().waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: /^Accept the outage of \w+ 1 Feb/ }).click()
    await press(page, 'Preview')
    await press(page, 'Enter the outage')
    await dayButton(page, `${YEAR}-02-01`).and(page.locator('[data-outage]')).waitFor()
    await page.getByRole('button', { name: /^Dismiss the outage of \w+ 2 Mar/ }).click()
    await press(page, 'Dismiss')
    await page.getByRole('cell', { name: 'Dismissed: no outage' }).waitFor()
    expect((await stored(page, building)).outages).toMatchObject([
      { firstDay: `${YEAR}-02-01`, status: 'accepted' },
      { firstDay: `${YEAR}-03-02`, status: 'dismissed' },
    ])
    expect(await dayButton(page, `${YEAR}-03-02`).getAttribute('data-outage')).toBeNull()
    await expect.poll(() => page.getByRole('table', { name: 'Suggested outages' }).count()).toBe(0)
    expectNoErrors(page)
  })

  it('is walked by arrow keys, and only shown to administrators who may not change it', async () => {
    const { page, building, maker } = await openCalendar('analytics-administrator')
    await ask(maker, 'PUT', `/api/locations/${building.locationId}/holidays/${YEAR}-01-06`, { name: 'Epiphany' })
    await page.reload()
    await dayButton(page, `${YEAR}-01-01`).focus()
    for (const key of ['ArrowDown', 'ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key)
    await page
      .getByRole('status')
      .filter({ hasText: `6 Jan ${YEAR}: Epiphany` })
      .waitFor()
    expect(await dayButton(page, `${YEAR}-01-06`).evaluate((day) => day === document.activeElement)).toBe(true)
    for (const name of ['Add a holiday', 'Add a closure', 'Add an outage', 'Change working days', 'Import a file']) {
      expect([name, await page.getByRole('button', { name }).count()]).toEqual([name, 0])
    }
    const employee = await browser.open('/admin/calendars', 'employee')
    await employee.getByText('Calendars: not shown to your role').waitFor()
    expectNoErrors(page)
  })

  it('marks its days in charts, in words for tables', async () => {
    const { building, maker } = await openCalendar()
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    await ask(maker, 'PUT', `/api/locations/${building.locationId}/holidays/${tomorrow}`, { name: 'Founding day' })
    const page = await browser.open(`/analytics/future?locations=${building.locationId}`, 'analytics-administrator')
    const chart = page.getByRole('region', { name: building.locationName, exact: true })
    await chart.getByRole('img', { name: /Marked: 1 with a holiday or closure\./ }).waitFor()
    await chart.getByRole('button', { name: 'Show as table' }).click()
    await chart.getByRole('cell', { name: 'Founding day' }).waitFor()
    expectNoErrors(page)
  })
})
