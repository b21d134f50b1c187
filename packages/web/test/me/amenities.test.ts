import { AMENITIES, type Amenity } from '@rollcall/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ask, type Building, desksOf, makeBuilding } from '../admin-places/support.ts'
import { expectNoErrors, goTo, NOWHERE, startBrowser, type TestBrowser } from '../support/browser.ts'
import { dayIn } from './support.ts'

let browser: TestBrowser
let building: Building
let page: Page

/** How people choose an amenity, and how a desk says that it has it. */
const WORDS: Readonly<Record<Amenity, readonly [choice: string, has: string]>> = {
  standing: ['Standing desk', 'standing desk'],
  window: ['At a window', 'at a window'],
  accessible: ['Accessible', 'accessible'],
  quiet: ['Quiet', 'quiet'],
  'docking-station': ['Docking station', 'docking station'],
}

beforeAll(async () => {
  browser = await startBrowser()
  const admin = await browser.open(NOWHERE, 'workplace-administrator')
  const names = [...AMENITIES, 'bare']
  building = await makeBuilding(
    admin,
    names.map((name, index) => ({ name, x: index * 3, y: 0 })),
  )
  const desks = await desksOf(admin, building.levelId)
  for (const amenity of AMENITIES) await ask(admin, 'PATCH', `/api/places/${desks[amenity]?.placeId}`, { amenities: [amenity] })
  page = await browser.open(NOWHERE, 'employee')
  await goTo(page, `/me/desk?day=${await dayIn(page, 6)}&locationId=${building.locationId}`)
})
afterAll(() => browser?.[Symbol.asyncDispose]())

const desk = (name: string) => page.getByRole('button', { name: new RegExp(`^Desk ${name}, zone 1 North, `) })
const wanted = () => page.getByRole('combobox', { name: 'Desk has' })
const choose = (choice: string) => page.getByRole('option', { name: choice, exact: true }).click()
const withoutAll = () => page.getByRole('button', { name: /^Desk .*, free, without all that you want(, has .*)?$/ })

it.each(AMENITIES)('the map of desks tells those that are or have "%s" from the others', async (amenity) => {
  const [choice, has] = WORDS[amenity]
  await desk('bare').waitFor()
  expect(await withoutAll().count(), 'before anything is wanted').toBe(0)
  await wanted().click()
  await choose(choice)
  await expect.poll(() => withoutAll().count()).toBe(AMENITIES.length)
  expect(await desk(amenity).getAttribute('aria-label')).toBe(`Desk ${amenity}, zone 1 North, free, has ${has}`)
  const drawn = async (name: string) =>
    desk(name)
      .locator('rect')
      .last()
      .evaluate((shape) => getComputedStyle(shape).fill)
  expect(await drawn(amenity)).not.toBe(await drawn('bare'))
  await choose(choice)
  await expect.poll(() => withoutAll().count()).toBe(0)
  await page.keyboard.press('Escape')
  expectNoErrors(page)
})

it('a desk has all that is wanted, not only a part of it', async () => {
  await wanted().click()
  for (const choice of ['Accessible', 'Quiet']) await choose(choice)
  await expect.poll(() => withoutAll().count()).toBe(AMENITIES.length + 1)
  const admin = await browser.open(NOWHERE, 'workplace-administrator')
  const { bare } = await desksOf(admin, building.levelId)
  await ask(admin, 'PATCH', `/api/places/${bare?.placeId}`, { amenities: ['quiet', 'accessible'] })
  await page.reload()
  await desk('bare').waitFor()
  await wanted().click()
  for (const choice of ['Accessible', 'Quiet']) await choose(choice)
  await page.getByRole('button', { name: 'Desk bare, zone 1 North, free, has accessible, quiet' }).waitFor()
  expect(await withoutAll().count()).toBe(AMENITIES.length)
  expectNoErrors(page)
})
