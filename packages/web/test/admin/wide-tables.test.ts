import { bearerSecret } from '@rollcall/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { LANGUAGES } from '../../src/language/language.ts'
import { NAVIGATION } from '../../src/shell/navigation.ts'
import { expectNoErrors, goTo, NOWHERE, startBrowser, type TestBrowser, WIDE } from '../support/browser.ts'
import { loaded } from '../support/loaded.ts'
import { ask, makeBuilding, makeGroup, makeUser, unique } from './support.ts'

let browser: TestBrowser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser?.[Symbol.asyncDispose]())

/** What lists have that are empty in a new company, and the pages of one of each. */
const fillLists = async (page: Page): Promise<string[]> => {
  const { locationId, path } = await makeBuilding(page, [{ name: 'D-2N-014', x: 12.5, y: 8.5 }])
  const { groupId } = await makeGroup(page)
  const { userId } = await makeUser(page, { primaryLocationId: locationId, primaryGroupId: groupId })
  await ask(page, 'POST', '/api/parking-bays', { bayName: 'P-014', locationId })
  await ask(page, 'POST', '/api/kiosk-screens', { name: unique('Reception'), locationId })
  const { keyId, secret } = await ask(page, 'POST', '/api/keys', {
    name: unique('Entra'),
    role: 'provisioning',
    authMethods: ['basic'],
  })
  const headers = {
    authorization: `Bearer ${bearerSecret(String(keyId), String(secret))}`,
    'content-type': 'application/scim+json',
  }
  for (const status of [201, 409]) {
    const sent = await page.request.post('/scim/v2/Users', { headers, data: { userName: `zz-${keyId}@example.com` } })
    expect(sent.status()).toBe(status)
  }
  return [`/admin/places/${locationId}`, path, `/admin/users/${userId}`, `/admin/groups/${groupId}`, `/admin/keys/${keyId}`]
}

/** They have a column for each of many days, of which the next are shown first: bookings and expected people of the days ahead. */
const OF_DAYS: readonly string[] = ['/analytics/future', '/analytics/forecast']

/**
 * By how many pixels each table of the page is wider than its frame. Rows are left out whose names tests of other pages made up, which
 * have longer words than those of people.
 */
const overflowOf = (page: Page) =>
  page.getByRole('main').evaluate((main) =>
    [...main.querySelectorAll<HTMLTableElement>('[role=group] > table')].map((table) => {
      for (const row of table.rows) {
        const texts = document.createTreeWalker(row, NodeFilter.SHOW_TEXT)
        for (let text = texts.nextNode(); text; text = texts.nextNode())
          if (/(?=\S*\d)[^\s-]{10}/.test(text.textContent ?? '')) row.hidden = true
      }
      const { scrollWidth, clientWidth, ariaLabel } = table.parentElement as HTMLElement
      return { label: ariaLabel ?? '', over: scrollWidth - clientWidth }
    }),
  )

it.each(Object.entries(LANGUAGES))(
  'tables fit a window of 1280 pixels beside the navigation, so that no column is cut: %s, %s',
  async (language) => {
    const page = await browser.open(NOWHERE, 'global-administrator', { ...WIDE, locale: language })
    const pages = [...NAVIGATION.flatMap(({ links }) => links.map(({ to }) => to)), ...(await fillLists(page))]
    const wide: string[] = []
    let tables = 0
    const measure = async (place: string) => {
      await loaded(page)
      for (const { label, over } of await overflowOf(page)) {
        tables += 1
        if (over > 1 && !OF_DAYS.includes(place)) wide.push(`${place} ${label}: ${over}`)
      }
    }
    for (const to of pages) {
      await goTo(page, to)
      await measure(to)
      const tabs = page.getByRole('main').getByRole('tab')
      for (const tab of (await tabs.all()).slice(1)) {
        await tab.click()
        await measure(`${to} ${await tab.textContent()}`)
      }
    }
    expect(wide).toEqual([])
    expect(tables).toBeGreaterThan(25)
    expectNoErrors(page)
  },
)

it('a heading that may break has the whole word as its name', async () => {
  const page = await browser.open(NOWHERE, 'global-administrator', { ...WIDE, locale: 'de' })
  await goTo(page, '/analytics/people')
  const building = page.getByRole('columnheader', { name: 'Stammgebäude', exact: true })
  await building.waitFor()
  expect(await building.textContent()).toBe('Stamm\u00ADgebäude')
  expectNoErrors(page)
})

it('a column that is left out at first is shown once it is chosen, and remembered', async () => {
  const page = await browser.open('/quarantine', 'global-administrator')
  const day = page.getByRole('columnheader', { name: 'Of the day (UTC)' })
  await page.getByRole('columnheader', { name: 'Refused at' }).waitFor()
  expect(await day.count()).toBe(0)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Of the day (UTC)', checked: false }).check()
  await day.waitFor()
  await goTo(page, '/quarantine')
  await day.waitFor()
  await page.evaluate('localStorage.clear()')
  expectNoErrors(page)
})
