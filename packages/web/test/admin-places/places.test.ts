import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  expectAccessible,
  expectNoErrors,
  goTo,
  goWithin,
  NOWHERE,
  PHONE,
  startBrowser,
  type TestBrowser,
  WIDE,
} from '../support/browser.ts'
import { ask, desksOf, expectNarrow, makeBuilding } from './support.ts'

let browser: TestBrowser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser?.[Symbol.asyncDispose]())

const open = (path = '/admin/places') => browser.open(path, 'workplace-administrator')

describe('places', () => {
  it('are added from the building down to several desks at once', async () => {
    const page = await open()
    const name = `Journey House ${Date.now()}`
    const add = page.getByRole('button', { name: 'Add a building' })
    const find = await page.getByLabel('Find buildings').boundingBox()
    // At the heading of the page, as in other lists.
    expect((await add.boundingBox())?.y).toBeLessThan((find?.y ?? 0) - 20)
    // The time zone of the organization is known by then.
    await page.waitForLoadState('networkidle')
    await add.click()
    await page.getByRole('dialog').waitFor()
    await expectAccessible(page)
    await page.getByLabel('Name').fill(name)
    const { timeZone } = await ask(page, 'GET', '/api/settings')
    await expect.poll(() => page.getByRole('combobox', { name: 'Time zone' }).inputValue()).toBe(timeZone)
    expect(await page.getByText('If you change the zone').count(), 'nothing can change yet').toBe(0)
    await page.getByRole('combobox', { name: 'Time zone' }).fill('Lisbon')
    await page.getByRole('option', { name: 'Europe/Lisbon' }).click()
    await page.getByLabel('Booking window, days').fill('21')
    await page.getByRole('combobox', { name: 'Check-in' }).click()
    await page.getByRole('option', { name: 'By a time of day' }).click()
    const time = page.getByRole('textbox', { name: 'Check in by' })
    await time.fill('24:10')
    await time.press('Enter')
    await page.getByText('Check in by must be a time, such as 09:30.').waitFor()
    await time.fill('1345')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    // The new building is where its levels are added.
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await page.getByRole('button', { name: 'Add levels' }).click()
    await page.getByLabel('Name').fill('Level 0')
    await page.getByLabel('Order').fill('0')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('link', { name: 'Level 0' }).click()

    await page.getByRole('tab', { name: 'Zones' }).click()
    await page.getByRole('button', { name: 'Add zones' }).click()
    await page.getByLabel('Name').fill('0 East')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('link', { name: 'QR codes: 0 East', exact: true }).waitFor()
    await page.getByRole('rowheader', { name: /^0 East/ }).waitFor()

    await page.getByRole('tab', { name: 'Desks' }).click()
    await page.getByRole('button', { name: 'Add desks' }).click()
    await page.getByLabel('Name').fill('E-08')
    await page.getByRole('combobox', { name: 'Zone', exact: true }).last().click()
    await page.getByRole('option', { name: '0 East' }).click()
    await page.getByLabel('How many').fill('4')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('rowheader', { name: 'E-11', exact: true }).waitFor()

    const [, locationId, levelId] = /places\/([^/]+)\/levels\/([^/?]+)/.exec(page.url()) ?? []
    expect(await ask(page, 'GET', `/api/locations/${locationId}`)).toMatchObject({ checkInMode: 'by-time', checkInBy: '13:45' })
    expect(Object.keys(await desksOf(page, levelId as string))).toEqual(['E-08', 'E-09', 'E-10', 'E-11'])

    await page.getByRole('button', { name: 'Add desks' }).click()
    await page.getByLabel('Name').fill('E-10')
    await page.getByRole('combobox', { name: 'Zone', exact: true }).last().click()
    await page.getByRole('option', { name: '0 East' }).click()
    await page.getByLabel('How many').fill('3')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    const refusal = 'None of the 3 were added: E-10 is taken by another desk, E-11 is taken by another desk.'
    await page.getByText(refusal).waitFor()
    expect(Object.keys(await desksOf(page, levelId as string))).toHaveLength(4)
    await page.getByRole('textbox', { name: 'Name' }).fill('E-12')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('3 desks are added.').waitFor()
    expect(Object.keys(await desksOf(page, levelId as string))).toHaveLength(7)
    expect(await ask(page, 'GET', `/api/locations/${locationId}`)).toMatchObject({
      timeZone: 'Europe/Lisbon',
      bookingWindowDays: 21,
    })
    expectNoErrors(page)
  })

  it('let a desk move to a zone on another level, from which it is gone in the list', async () => {
    const page = await open(NOWHERE)
    const { path, levelId, locationId } = await makeBuilding(page, [{ name: 'D-1' }, { name: 'D-2' }])
    const above = await ask(page, 'POST', '/api/levels', { levelName: 'Level 2', locationId, ordinal: 2 })
    await ask(page, 'POST', '/api/zones', { zoneName: '2 South', zoneType: 'individual', levelId: above.levelId })
    await goTo(page, path)
    await page.getByRole('tab', { name: 'Desks' }).click()
    await page.getByRole('button', { name: 'Edit: D-1' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Zone', exact: true }).click()
    await page.getByRole('option', { name: '2 South, Level 2' }).click()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('rowheader', { name: 'D-1', exact: true }).waitFor({ state: 'detached' })
    expect(Object.keys(await desksOf(page, levelId))).toEqual(['D-2'])
    expect(Object.keys(await desksOf(page, String(above.levelId)))).toEqual(['D-1'])

    await goWithin(page, `/admin/places/${locationId}/levels/${above.levelId}?tab=desks`)
    await page.getByRole('button', { name: 'D-1', exact: true }).click()
    const history = page.getByRole('table', { name: 'History of D-1' })
    await history.getByRole('row', { name: '2 South, Level 2' }).getByText('Ongoing').waitFor()
    await expectAccessible(page)
    await goWithin(page, `/admin/places/${locationId}?tab=history`)
    const building = page.getByRole('table', { name: 'History of the building' })
    expect(await building.getByRole('row').last().innerText()).toMatch(/^House .*\t2\tActive\t/)
    await expectAccessible(page)
    expectNoErrors(page)
  })

  it('show whose bookings are canceled before a desk goes out of service, and tell those users why', async () => {
    const page = await browser.open(NOWHERE, 'global-administrator')
    const { path, levelId } = await makeBuilding(page, [{ name: 'D-1' }, { name: 'D-2' }])
    const desk = (await desksOf(page, levelId))['D-1']
    const employee = await browser.open('/me', 'employee')
    const { userId } = await ask<{ userId: string }>(employee, 'GET', '/api/session')
    const booked = Temporal.Now.plainDateISO('UTC').add({ days: 20 })
    const day = booked.toString()
    await ask(employee, 'PUT', `/api/users/${userId}/days/${day}/booking`, { placeId: desk?.placeId })

    await goTo(page, path)
    await page.getByRole('tab', { name: 'Desks' }).click()
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'D-1', exact: true }).click()
    const bookings = dialog.getByRole('table', { name: 'Bookings of D-1' })
    expect(await bookings.getByRole('link').getAttribute('href')).toBe(`/admin/bookings?userId=${userId}&day=${day}`)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Set inactive: D-1' }).click()
    await dialog.getByText('1 booking of 1 person will be canceled. They are notified in the app:').waitFor()
    expect(await dialog.getByRole('list', { name: 'Bookings that will be canceled' }).innerText()).toContain('D-1')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Set inactive' }).click()
    await dialog.waitFor({ state: 'detached' })
    expectNoErrors(page)

    await employee.reload()
    await employee.getByText('You lost your desk on 1 day').waitFor()
    await employee.getByText('Your desk D-1, or what it is in, was taken out of service.').waitFor()
    await expectAccessible(employee)
    await goTo(employee, `/me?day=${day}`)
    await employee.getByRole('listitem').getByText('Your desk D-1, or what it is in, was taken out of service.').first().waitFor()
    await ask(employee, 'PUT', `/api/users/${userId}/days/${day}/plan`, { plan: 'r' })
    expectNoErrors(employee)
  })

  it('have their tabs in one line on a phone, with the one that is open in sight', async () => {
    const page = await open(NOWHERE)
    const { locationId } = await makeBuilding(page, [])
    await page.setViewportSize(PHONE.viewport)
    await goTo(page, `/admin/places/${locationId}?tab=history`)
    const opened = page.getByRole('tab', { name: 'History', selected: true })
    await opened.waitFor()
    const boxes = await Promise.all((await page.getByRole('tab').all()).map((tab) => tab.boundingBox()))
    expect(new Set(boxes.map((box) => box?.y)).size).toBe(1)
    const { x, width } = (await opened.boundingBox()) as { x: number; width: number }
    expect(x + width).toBeLessThanOrEqual(PHONE.viewport.width)
    await expectNarrow(page)
    await page.setViewportSize(WIDE.viewport)
    expectNoErrors(page)
  })

  it('show errors of a form at the field, before and after the call', async () => {
    const page = await open()
    const { locationName } = await makeBuilding(page, [])
    await page.getByRole('button', { name: 'Add a building' }).click()
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('Name is required.').waitFor()
    await page.getByLabel('Name').fill(locationName)
    await page.getByRole('combobox', { name: 'Time zone' }).fill('UTC')
    await page.getByRole('option', { name: 'UTC', exact: true }).click()
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('This name is taken.').waitFor()
    expectNoErrors(page)
  })

  it('are changed field by field, so that changes by another user stay', async () => {
    const page = await open(NOWHERE)
    const { locationId, locationName } = await makeBuilding(page, [])
    await goTo(page, `/admin/places/${locationId}?tab=settings`)
    await page.getByRole('button', { name: 'Edit building' }).click()
    await ask(page, 'PATCH', `/api/locations/${locationId}`, { refreshHour: 5 })
    // The page below the dialog reads the building again, as it does whenever the window is looked at again.
    const again = page.waitForResponse((answer) => answer.url().endsWith(`/api/locations/${locationId}`))
    await page.evaluate("new BroadcastChannel('rollcall').postMessage('changed')")
    await again
    await page.getByLabel('Address').fill('Somewhere 1')
    await page.getByLabel('Presence until').fill('2031-12-31')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('cell', { name: 'Wed 31 Dec 2031' }).waitFor()
    expect(await ask(page, 'GET', `/api/locations/${locationId}`)).toMatchObject({
      locationName,
      address: 'Somewhere 1',
      presenceUntil: '2031-12-31',
      refreshHour: 5,
    })
    expectNoErrors(page)
  })

  it('offers the buttons of the dialog once it says what is canceled, so that they do not move under the pointer', async () => {
    const page = await open(NOWHERE)
    const { path } = await makeBuilding(page, [{ name: 'D-1' }])
    const held = Promise.withResolvers<void>()
    await page.route(/deactivation/, async (route) => {
      await held.promise
      await route.continue()
    })
    await goTo(page, `${path}?tab=desks`)
    await page.getByRole('button', { name: 'Set inactive: D-1' }).click()
    const dialog = page.getByRole('dialog', { name: 'Set D-1 inactive?' })
    await dialog.getByText('Its bookings after today are canceled.').waitFor()
    expect(await dialog.getByRole('button', { name: /inactive|Leave it/ }).count()).toBe(0)
    held.resolve()
    await dialog.getByText('It has no bookings after today.').waitFor()
    await dialog.getByRole('button', { name: 'Leave it' }).click()
    await dialog.waitFor({ state: 'detached' })
    expectNoErrors(page)
  })

  it('can be set inactive after saying what is canceled, and the booking is', async () => {
    const page = await open(NOWHERE)
    const { path, locationId, levelId } = await makeBuilding(page, [{ name: 'D-1' }, { name: 'D-2' }])
    const { placeId } = (await desksOf(page, levelId))['D-1'] ?? {}
    const owner = await browser.open(NOWHERE, 'global-administrator')
    const user = await ask(owner, 'POST', '/api/users', {
      userName: `booked-${Date.now()}@example.com`,
      primaryLocationId: locationId,
    })
    const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
    await ask(owner, 'PUT', `/api/users/${user.userId}/days/${day}/booking`, { placeId })

    await goTo(page, `${path}?tab=desks`)
    await page.getByRole('button', { name: 'Set inactive: D-1' }).click()
    const dialog = page.getByRole('dialog', { name: 'Set D-1 inactive?' })
    await dialog.getByText('Its bookings after today are canceled.').waitFor()
    await dialog.getByRole('button', { name: 'Leave it' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect((await desksOf(page, levelId))['D-1']?.status).toBe('active')

    await page.getByRole('button', { name: 'Set inactive: D-1' }).click()
    await dialog.getByRole('button', { name: 'Set inactive' }).click()
    await page.getByRole('rowheader', { name: 'D-1', exact: true }).waitFor({ state: 'detached' })
    expect((await desksOf(page, levelId))['D-1']?.status).toBe('inactive')
    const { items } = await ask<{ items: { booking: unknown }[] }>(
      owner,
      'GET',
      `/api/users/${user.userId}/days?startDate=${day}&endDate=${day}`,
    )
    expect(items[0]?.booking ?? null).toBeNull()

    await page.getByText('Inactive', { exact: true }).click()
    await page.waitForURL(/status=inactive/)
    await page.getByRole('button', { name: 'Set active: D-1' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Set active' }).click()
    await page.getByText('No desks match').waitFor()
    expectNoErrors(page)
  })

  it('are found in long lists, page by page, and the address says which', async () => {
    const page = await open(NOWHERE)
    const { levelId, path, zoneId } = await makeBuilding(page, [])
    const items = Array.from({ length: 105 }, (_, index) => ({ placeName: `L-${index + 1}`, zoneId }))
    await ask(page, 'POST', '/api/batch/places', { items })
    await goTo(page, `${path}?tab=desks`)
    await page.getByRole('rowheader', { name: 'L-50', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Page 3' }).click()
    await page.getByRole('rowheader', { name: 'L-105', exact: true }).waitFor()
    expect(await page.getByRole('rowheader', { name: 'L-1', exact: true }).count()).toBe(0)
    await page.getByLabel('Find desks').fill('L-10')
    await page.getByText('7 of 105').waitFor()
    await page.reload()
    await page.getByText('7 of 105').waitFor()
    expect(Object.keys(await desksOf(page, levelId))).toHaveLength(105)
    expectNoErrors(page)
  })

  it('are read-only for employees', async () => {
    const page = await browser.open('/admin/places', 'employee')
    await page.getByRole('table').waitFor()
    expect(await page.getByRole('button', { name: /^(Add |Edit|Set )/ }).count()).toBe(0)
    expectNoErrors(page)
  })
})

it('each page of places is accessible, and fits a phone', async () => {
  const page = await open()
  await page.getByRole('table').waitFor()
  const { locationId, path } = await makeBuilding(page, [{ name: 'D-1', x: 1, y: 2 }, { name: 'D-2' }])
  const building = `/admin/places/${locationId}`
  const walk = async (look: (page: Page) => Promise<void>) => {
    for (const at of ['/admin/places', building, `${building}?tab=settings`, `${path}?tab=desks`, `${path}?tab=zones`]) {
      await goWithin(page, at)
      await page.getByRole('table').waitFor()
      await look(page)
    }
    await goWithin(page, path)
    await page.getByRole('application').waitFor()
    await look(page)
  }
  await walk(expectAccessible)
  await page.setViewportSize(PHONE.viewport)
  await walk(expectNarrow)
  await page.getByRole('tab', { name: 'Desks' }).click()
  await page.getByRole('button', { name: 'Edit: D-1' }).click()
  await page.getByRole('dialog').waitFor()
  await expectNarrow(page)

  await page.setViewportSize(WIDE.viewport)
  await goWithin(page, path)
  await page.getByText('As a list').click()
  await page.getByRole('table').waitFor()
  await expectAccessible(page)
  expectNoErrors(page)
})
