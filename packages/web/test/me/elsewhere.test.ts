import { afterAll, beforeAll, expect, it } from 'vitest'
import { awaitSteadyDay, FILE_MS } from '../../../server/src/testing/steady-day.ts'
import { ask, type Building, desksOf, makeBuilding } from '../admin-places/support.ts'
import { makeOffice, type Office } from '../jobs/office.ts'
import { expectNoErrors, goTo, NOWHERE, startBrowser, type TestBrowser } from '../support/browser.ts'
import { api, dayIn, myDay, shortDay } from './support.ts'

let browser: TestBrowser
let office: Office
let other: Building
let otherIds: Record<string, string>
beforeAll(async () => {
  browser = await startBrowser()
  await awaitSteadyDay(FILE_MS)
  office = await makeOffice(browser)
  const admin = await browser.open(NOWHERE, 'global-administrator')
  other = await makeBuilding(
    admin,
    ['E-1', 'E-2', 'E-3'].map((name, index) => ({ name, x: 3 * index, y: 2 })),
  )
  await ask(admin, 'PATCH', `/api/locations/${other.locationId}`, { checkInMode: 'none' })
  await ask(admin, 'PATCH', `/api/locations/${other.locationId}/calendar`, { workingDays: [1, 2, 3, 4, 5, 6, 7] })
  const desks = await desksOf(admin, other.levelId)
  otherIds = Object.fromEntries(Object.entries(desks).map(([name, { placeId }]) => [name, placeId]))
})
afterAll(() => browser?.[Symbol.asyncDispose]())

it('a desk in another building is named with it before it is booked, in the notice, and where that is undone', async () => {
  const { ada, ben, placeIds } = office
  const { locationName } = other
  const colleague = await browser.open(NOWHERE, ben)
  const today = await dayIn(colleague, 0)
  const booking = `/api/users/me/days/${today}/booking`
  await api(colleague, 'put', booking, { placeId: otherIds['E-1'] })
  const page = await browser.open(NOWHERE, ada)
  await api(page, 'put', booking, { placeId: placeIds[0] })
  const near = `E-1 in ${locationName}: sit near ${ben.firstName} ${ben.lastName}`
  await goTo(page, `/me/colleagues?day=${today}`)
  await page.getByRole('link', { name: near, exact: true }).waitFor()
  await goTo(page, '/')
  await page.getByRole('link', { name: near, exact: true }).click()
  const notice = (text: string) => page.getByRole('alert').filter({ hasText: text })
  await page.getByRole('button', { name: `Book E-2 in ${locationName}, the free desk nearest to E-1`, exact: true }).click()
  const booked = notice(`Booked for ${shortDay(today)}: Desk E-2, 1 North, Level 1, ${locationName}.`)
  await booked.hover()
  expect((await myDay(page, today)).booking).toMatchObject({ placeId: otherIds['E-2'] })
  // The own building goes without saying.
  await booked.getByRole('button', { name: 'Undo' }).click()
  await notice(`Desk D-0 on ${shortDay(today)} is yours again.`).waitFor()

  await api(page, 'put', booking, { placeId: otherIds['E-3'] })
  await goTo(page, `/me/desk?day=${today}`)
  await page.getByRole('button', { name: 'Cancel the booking' }).click()
  const given = notice(`Desk E-3 (${locationName}) on ${shortDay(today)} given back.`)
  await given.hover()
  await given.getByRole('button', { name: 'Undo' }).click()
  await notice(`Desk E-3 (${locationName}) on ${shortDay(today)} is yours again.`).waitFor()

  // Who is in the building as well needs no name of it.
  await goTo(page, '/')
  await page.getByRole('link', { name: `E-1: sit near ${ben.firstName} ${ben.lastName}`, exact: true }).waitFor()
  expectNoErrors(page)
})
