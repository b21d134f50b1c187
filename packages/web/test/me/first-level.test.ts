import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { awaitSteadyDay, FILE_MS } from '../../../server/src/testing/steady-day.ts'
import { ask, makeBuilding } from '../admin-places/support.ts'
import {
  expectAccessible,
  expectFitsPhone,
  expectNoErrors,
  goTo,
  NOWHERE,
  PHONE,
  startBrowser,
  type TestBrowser,
} from '../support/browser.ts'
import { api, dayIn, focusedText, type TestUser, takePeople } from './support.ts'

let browser: TestBrowser
let workplaceAdmin: Page
let ada: TestUser
let ben: TestUser
beforeAll(async () => {
  browser = await startBrowser()
  ada = (await takePeople(browser, 15, 1))[0] as TestUser
  ben = (await takePeople(browser, 22, 1))[0] as TestUser
  workplaceAdmin = await browser.open(NOWHERE, 'global-administrator')
})
afterAll(() => browser?.[Symbol.asyncDispose]())

interface Level {
  readonly levelId: string
  readonly placeIds: string[]
}

/** A building with an empty ground floor, a floor with many desks and one above it. */
const makeTower = async () => {
  const building = await makeBuilding(workplaceAdmin, [])
  const levels: Level[] = []
  for (const [ordinal, desks] of [
    [2, 40],
    [3, 1],
  ] as const) {
    const { levelId = '' } = await ask(workplaceAdmin, 'POST', '/api/levels', {
      ...{ levelName: `Level ${ordinal}`, locationId: building.locationId, ordinal },
    })
    const { zoneId = '' } = await ask(workplaceAdmin, 'POST', '/api/zones', { zoneName: 'All', zoneType: 'individual', levelId })
    const placeIds: string[] = []
    for (let desk = 0; desk < desks; desk += 1) {
      const place = { placeName: `D-${desk}`, zoneId, x: (desk % 20) * 3, y: Math.floor(desk / 20) * 3 }
      placeIds.push((await ask(workplaceAdmin, 'POST', '/api/places', place)).placeId as string)
    }
    levels.push({ levelId, placeIds })
  }
  return { ...building, levels: levels as [Level, Level] }
}

const level = (page: Page) => page.getByRole('combobox', { name: 'Level' }).or(page.getByRole('textbox', { name: 'Level' }))

it('the map of desks opens on the lowest level with desks, on that of the own desk, and on the booked one', async () => {
  const { locationId, levels } = await makeTower()
  const page = await browser.open(NOWHERE, ada)
  const day = await dayIn(page, 5)
  const open = async () => {
    await goTo(page, `/me/desk?day=${day}&locationId=${locationId}`)
    await page
      .getByRole('button', { name: /^Desk D-/ })
      .first()
      .waitFor()
    return level(page).first().inputValue()
  }
  expect(await open()).toBe('Level 2')
  const [second, third] = levels
  await ask(workplaceAdmin, 'PATCH', `/api/places/${third.placeIds[0]}`, { assignedUserId: ada.userId })
  expect(await open()).toBe('Level 3')
  await api(page, 'put', `/api/users/me/days/${day}/booking`, { placeId: second.placeIds[7] })
  expect(await open()).toBe('Level 2')
  await ask(workplaceAdmin, 'PATCH', `/api/places/${third.placeIds[0]}`, { assignedUserId: null })
  expectNoErrors(page)
})

it('a level without its building, as the code on a kiosk screen has it, leads to the building of the level', async () => {
  const { locationName, levels } = await makeTower()
  const page = await browser.open(NOWHERE, ada)
  await goTo(page, `/me/desk?day=${await dayIn(page, 6)}&levelId=${levels[1].levelId}`)
  await page
    .getByRole('button', { name: /^Desk D-0, zone All, / })
    .first()
    .waitFor()
  expect(await level(page).first().inputValue()).toBe('Level 3')
  const building = page.getByRole('combobox', { name: 'Building' }).or(page.getByRole('textbox', { name: 'Building' }))
  expect(await building.first().inputValue()).toBe(locationName)
  expectNoErrors(page)
})

it('desks on a phone are large enough for a finger, and those without what is wanted stand back', async () => {
  const { locationId, levels } = await makeTower()
  const equipped = { amenities: ['standing'], screens: 2 }
  await ask(workplaceAdmin, 'PATCH', `/api/places/${levels[0].placeIds[7]}`, equipped)
  const page = await browser.open(NOWHERE, ada, PHONE)
  await goTo(page, `/me/desk?day=${await dayIn(page, 6)}&locationId=${locationId}&levelId=${levels[0].levelId}`)
  const top = page.locator('[data-desk]').first().locator('rect').last()
  await top.waitFor()
  await expect.poll(async () => (await top.boundingBox())?.width ?? 0).toBeGreaterThanOrEqual(24)
  expect((await top.boundingBox())?.height).toBeGreaterThanOrEqual(24)

  await page.getByRole('combobox', { name: 'Desk has' }).click()
  await page.getByRole('option', { name: 'Standing desk' }).click()
  await page.getByRole('option', { name: 'Two screens or more' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Desk D-7, zone All, free, has standing desk, 2 screens' }).waitFor()
  expect(await page.getByRole('button', { name: /^Desk D-.*, free, without all that you want$/ }).count()).toBe(39)
  await expectAccessible(page)
  await expectFitsPhone(page)
  expectNoErrors(page)
})

it('favorites are marked by a key or in the list, have a star, and are offered before other desks', async () => {
  const { locationId, levels } = await makeTower()
  const [second, third] = levels
  const page = await browser.open(NOWHERE, ada)
  const day = await dayIn(page, 7)
  await api(page, 'put', `/api/users/me/favorite-desks/${third.placeIds[0]}`)
  await goTo(page, `/me/desk?day=${day}&locationId=${locationId}&levelId=${second.levelId}`)
  await page.getByRole('button', { name: 'Desk D-4, zone All, free' }).focus()
  await page.keyboard.press('f')
  const starred = page.getByRole('button', { name: 'Desk D-4, zone All, free, your favorite' })
  await starred.waitFor()
  expect(await page.getByText('Desk D-4 is a favorite now.').count()).toBe(1)
  expect(await page.getByRole('list', { name: 'Legend' }).getByText('your favorite').innerText()).toBe('your favorite 1')

  await page.getByRole('checkbox', { name: 'Favorites only' }).check()
  expect(await page.getByRole('button', { name: /^Desk D-.*, free, without all that you want$/ }).count()).toBe(39)
  await page.getByText('As a list').click()
  const star = (name: string) => page.getByRole('button', { name: `Favorite: desk ${name}`, exact: true })
  expect(await star('D-4').getAttribute('aria-pressed')).toBe('true')
  expect(await page.getByRole('button', { name: /^Choose: / }).count()).toBe(1)
  await page.getByRole('checkbox', { name: 'Favorites only' }).uncheck()
  await star('D-5').press('Enter')
  await expect.poll(() => star('D-5').getAttribute('aria-pressed')).toBe('true')
  await expectAccessible(page)

  const offers = page.getByRole('group', { name: 'Your favorites' })
  await expect.poll(() => offers.getByRole('button').count()).toBe(3)
  await offers.getByRole('button', { name: 'Book D-0 (Level 3), free' }).click()
  await offers.getByText('D-0: yours').or(offers.getByText('D-0 (Level 3): yours')).waitFor()
  await page.getByText('Map', { exact: true }).click()
  await page.getByRole('status').filter({ hasText: 'D-0' }).waitFor()
  await star('D-0').click()
  await expect.poll(() => star('D-0').getAttribute('aria-pressed')).toBe('false')
  const stored = async () => {
    const { items } = await api<{ items: { placeName: string }[] }>(page, 'get', '/api/users/me/favorite-desks')
    return items.map(({ placeName }) => placeName)
  }
  await expect.poll(stored).toEqual(['D-4', 'D-5'])

  await page.route('**/favorite-desks**', (route) => route.abort())
  const failed = page.getByRole('alert').filter({ hasText: 'The service does not answer.' })
  // The list may come again between the focus and the key, and then the key reaches nothing.
  await expect
    .poll(async () => {
      await star('D-0').press('Enter')
      return failed.count()
    })
    .toBeGreaterThan(0)
  await expect.poll(() => star('D-0').getAttribute('aria-pressed')).toBe('false')
  expectNoErrors(page)
})

it('the team of today has its initials on the live floor, unless people hide themselves, and a desk near them is offered', async () => {
  // The bookings of today are looked at from many pages, one after the other.
  await awaitSteadyDay(FILE_MS)
  const { locationId, locationName, levels } = await makeTower()
  await ask(workplaceAdmin, 'PATCH', `/api/locations/${locationId}/calendar`, { workingDays: [1, 2, 3, 4, 5, 6, 7] })
  const group = { groupName: `Maps ${crypto.randomUUID().slice(0, 8)}`, groupType: 'team' }
  const { groupId } = await ask(workplaceAdmin, 'POST', '/api/groups', group)
  for (const { userId } of [ada, ben]) {
    await ask(workplaceAdmin, 'PATCH', `/api/users/${userId}`, { primaryGroupId: groupId })
    await ask(workplaceAdmin, 'PUT', `/api/groups/${groupId}/members/${userId}`).catch(() => undefined)
  }
  const other = await browser.open(NOWHERE, ben)
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin' }).format()
  const [second] = levels
  const at = second.placeIds[22] as string
  await api(other, 'put', `/api/users/me/days/${today}/booking`, { placeId: at })

  const page = await browser.open(`/me/floor?locationId=${locationId}&levelId=${levels[1].levelId}`, ada)
  const name = `${ben.firstName} ${ben.lastName}`
  await page
    .getByRole('list', { name: 'Your team today' })
    .getByRole('button', { name: `${name} at D-22, Level 2` })
    .press('Enter')
  const desk = page.locator(`[data-desk="${at}"]`)
  await desk.waitFor()
  // The desk is there before it is selected, and before those who booked it are known.
  await expect.poll(() => desk.getAttribute('data-state')).toBe('selected')
  await expect.poll(() => desk.getAttribute('aria-label')).toBe(`Desk D-22, zone All, ${name} of your team booked this desk`)
  expect(await desk.getByText(`${ben.firstName[0]}${ben.lastName[0]}`.toUpperCase(), { exact: true }).count()).toBe(1)
  await expectAccessible(page)
  const secondary = { groupName: `Second ${group.groupName}`, groupType: 'project' }
  const { groupId: otherId } = await ask(workplaceAdmin, 'POST', '/api/groups', secondary)
  await ask(workplaceAdmin, 'PUT', `/api/groups/${otherId}/members/${ada.userId}`)
  await page.reload()
  await page.getByRole('combobox', { name: 'Team' }).click()
  await page.getByRole('option', { name: secondary.groupName }).click()
  await page.getByText(`No colleague of ${secondary.groupName} plans to be in this building today.`).waitFor()
  await expect.poll(() => page.evaluate("document.activeElement.getAttribute('aria-label')")).toBe('Team')
  await page.reload()
  await page.getByRole('combobox', { name: 'Team' }).click()
  expect(await page.getByRole('option').first().innerText(), 'the primary group is first').toBe(group.groupName)
  await page.getByRole('option', { name: group.groupName, exact: true }).click()
  await desk.and(page.locator('[aria-label*="of your team"]')).waitFor()
  await page.getByRole('checkbox', { name: 'Show my team on the map' }).uncheck()
  await expect.poll(() => desk.getAttribute('aria-label')).toBe('Desk D-22, zone All, booked today')

  await goTo(page, '/me/floor')
  await page.getByText(`Elsewhere today · ${locationName}: 1`).waitFor()
  await goTo(page, `/me/floor?locationId=${locationId}&levelId=${second.levelId}&groupId=${groupId}`)
  // A pointer over the map would ask about another desk.
  await page.mouse.move(0, 0)
  await page.getByRole('link', { name: `Sit nearby: ${name}` }).press('Enter')
  // The map opens at the desk, and says whose it is.
  await page.getByText(`taken by ${name}`).first().waitFor()
  await page.getByRole('button', { name: /^Book D-(2|21|23) in House .*, the free desk nearest to D-22$/ }).press('Enter')
  await page
    .getByRole('status')
    .filter({ hasText: /You have:.* D-(2|21|23)\b/ })
    .waitFor()
  // Another desk that is as near is no better.
  await page.getByRole('button', { name: /the free desk nearest to/ }).waitFor({ state: 'detached' })
  await expect.poll(() => focusedText(page)).toMatch(/^No free desk is nearer to D-22 than yours, D-(2|21|23)\.$/)

  await api(other, 'patch', '/api/users/me/profile', { visibility: 'nobody' })
  await goTo(page, `/me/floor?locationId=${locationId}&levelId=${second.levelId}`)
  await page.getByText(`No colleague of ${group.groupName} plans to be in this building today.`).waitFor()
  await expect.poll(() => desk.getAttribute('aria-label')).toBe('Desk D-22, zone All, booked today')
  expectNoErrors(page)
})

it('the map of desks opens on the level of a favorite, and on that of the desk that was booked last', async () => {
  const { locationId, levels } = await makeTower()
  const [, third] = levels
  const page = await browser.open(NOWHERE, ada)
  const open = async (days: number) => {
    await goTo(page, `/me/desk?day=${await dayIn(page, days)}&locationId=${locationId}`)
    await page
      .getByRole('button', { name: /^Desk D-/ })
      .first()
      .waitFor()
    return level(page).first().inputValue()
  }
  expect(await open(8)).toBe('Level 2')
  await api(page, 'put', `/api/users/me/favorite-desks/${third.placeIds[0]}`)
  expect(await open(8)).toBe('Level 3')
  await api(page, 'delete', `/api/users/me/favorite-desks/${third.placeIds[0]}`)
  expect(await open(8)).toBe('Level 2')
  await api(page, 'put', `/api/users/me/days/${await dayIn(page, 9)}/booking`, { placeId: third.placeIds[0] })
  expect(await open(8)).toBe('Level 3')
  expectNoErrors(page)
})

it('equipment and names of desks are looked for on all levels, and a phone shows a desk that has what is wanted', async () => {
  const { locationId, levels } = await makeTower()
  const [second, third] = levels
  await ask(workplaceAdmin, 'PATCH', `/api/places/${third.placeIds[0]}`, { amenities: ['quiet'] })
  const page = await browser.open(NOWHERE, ada)
  const day = await dayIn(page, 10)
  await goTo(page, `/me/desk?day=${day}&locationId=${locationId}&levelId=${third.levelId}`)
  await page.getByText('As a list').click()
  const others = page.getByRole('group', { name: 'Other levels' })
  expect(await others.count()).toBe(0)
  await page.getByLabel('Find desks').fill('d-39')
  await page.getByText('No desks match.').waitFor()
  await others.getByRole('button', { name: 'Level 2: 1 desk' }).press('Enter')
  await page.getByRole('button', { name: 'Choose: Desk D-39, zone All, free' }).waitFor()
  await others.getByText('No desk of the other levels matches.').waitFor()
  await page.getByLabel('Find desks').fill('')
  await page.getByText('Map', { exact: true }).click()

  // No desk of this level has anything, and the choice is there all the same.
  await page.getByRole('combobox', { name: 'Desk has' }).click()
  await page.getByRole('option', { name: 'Quiet' }).click()
  await page.keyboard.press('Escape')
  await others.getByRole('button', { name: 'Level 3: 1 desk' }).waitFor()
  await expectAccessible(page)
  await others.getByRole('button', { name: 'Level 3: 1 desk' }).click()
  await page.getByRole('button', { name: 'Desk D-0, zone All, free, has quiet' }).waitFor()
  expect(await level(page).first().inputValue()).toBe('Level 3')
  expectNoErrors(page)

  // The last desk of the first row stands far to the right of what a phone shows at first.
  await ask(workplaceAdmin, 'PATCH', `/api/places/${second.placeIds[19]}`, { amenities: ['window'] })
  const phone = await browser.open(NOWHERE, ada, PHONE)
  await goTo(phone, `/me/desk?day=${day}&locationId=${locationId}&levelId=${second.levelId}`)
  const desk = phone.locator(`[data-desk="${second.placeIds[19]}"]`)
  const left = async () => (await desk.boundingBox())?.x ?? 0
  await desk.waitFor({ state: 'attached' })
  expect(await left()).toBeGreaterThan(PHONE.viewport.width)
  await phone.getByRole('combobox', { name: 'Desk has' }).click()
  await phone.getByRole('option', { name: 'At a window' }).click()
  await expect.poll(left).toBeLessThan(PHONE.viewport.width)
  expect(await left()).toBeGreaterThan(0)
  expectNoErrors(phone)
})

it('an address with a day and a building that do not exist says so, and shows today in the usual building', async () => {
  const page = await browser.open(NOWHERE, ada)
  await goTo(page, '/me/desk?day=2026-02-30&locationId=nonsense')
  const notice = page.getByRole('alert').filter({ hasText: 'Not all of the address is understood' })
  await notice.getByText('“2026-02-30” is not a day of the calendar.').waitFor()
  await notice.getByText('Its building does not exist').waitFor()
  await page.getByRole('application').waitFor()
  await page.getByRole('button', { name: 'Day after' }).click()
  await expect.poll(() => notice.innerText()).not.toContain('is not a day')
  await goTo(page, '/me?day=foo')
  await page.getByText('“foo” is not a day of the calendar. Today is shown instead.').waitFor()
  expectNoErrors(page)
})
