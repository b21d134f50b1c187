import { afterAll, beforeAll, expect, it } from 'vitest'
import { ask, desksOf, makeBuilding } from '../admin-places/support.ts'
import { expectAccessible, expectNoErrors, goTo, goWithin, NOWHERE, startBrowser, type TestBrowser } from '../support/browser.ts'
import { api, dayIn, shortDay, type TestUser, takePeople } from './support.ts'

let browser: TestBrowser
let ada: TestUser
beforeAll(async () => {
  browser = await startBrowser()
  ;[ada] = (await takePeople(browser, 17, 1)) as [TestUser]
})
afterAll(() => browser?.[Symbol.asyncDispose]())

it('a holiday or closure of the building is named, and nothing is offered to book there unless the building allows it', async () => {
  const admin = await browser.open(NOWHERE, 'workplace-administrator')
  const { locationId, locationName, levelId } = await makeBuilding(admin, [{ name: 'D-1' }])
  const page = await browser.open(NOWHERE, ada)
  const day = await dayIn(page, 2)
  await api(page, 'put', `/api/users/me/days/${day}/plan`, { plan: 'o', locationId })
  await ask(admin, 'PUT', `/api/locations/${locationId}/holidays/${day}`, { name: 'Founders Day' })
  await goTo(page, `/me?day=${day}`)
  const row = page.getByRole('listitem', { name: shortDay(day) })
  await row.getByText('Founders Day').waitFor()
  await row.getByText('No bookings on this day').waitFor()
  await row.getByText(locationName, { exact: true }).waitFor()
  expect(await row.getByText('No desk yet').count()).toBe(0)
  expect(await row.getByRole('link', { name: /^Choose a desk/ }).count()).toBe(0)
  await expectAccessible(page)

  await goWithin(page, `/me?day=${day}&view=month`)
  await page.getByRole('link', { name: /Founders Day/ }).waitFor()

  await ask(admin, 'POST', `/api/locations/${locationId}/closures`, { firstDay: day, lastDay: day, reason: 'Water damage' })
  await goTo(page, `/me/desk?day=${day}`)
  await page.getByText(`${locationName}: Closed: Water damage. Choose another day or another building.`).waitFor()
  expect(await page.getByRole('button', { name: 'Come without a desk' }).count()).toBe(0)
  await goWithin(page, `/me/parking?day=${day}&locationId=${locationId}`)
  await page.getByText('No bay is booked on this day.').waitFor()

  await ask(admin, 'PATCH', `/api/locations/${locationId}/calendar`, { bookableOnClosedDays: true })
  await goTo(page, `/me?day=${day}`)
  await row.getByText('Closed: Water damage').waitFor()
  await row.getByRole('link', { name: /^Choose a desk/ }).waitFor()

  const placeId = (await desksOf(admin, levelId))['D-1']?.placeId
  await api(page, 'put', `/api/users/me/days/${day}/booking`, { placeId })
  await ask(admin, 'PATCH', `/api/places/${placeId}`, { status: 'inactive' })
  await goTo(page, `/me?day=${day}`)
  const notice = page.getByRole('alert').filter({ hasText: 'You lost your desk on 1 day' })
  await notice.getByRole('link', { name: 'Choose another' }).waitFor()
  await ask(admin, 'PATCH', `/api/locations/${locationId}/calendar`, { bookableOnClosedDays: false })
  await goTo(page, `/me?day=${day}`)
  await notice.waitFor()
  await expect.poll(() => notice.getByRole('link').count()).toBe(0)
  expectNoErrors(page)
})
