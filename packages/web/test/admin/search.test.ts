import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectNoErrors, goTo, NOWHERE, startBrowser, type TestBrowser } from '../support/browser.ts'
import { ask, makeUser, openApi, unique } from './support.ts'

/** The end of a name of this run, without an accent. */
const END = unique('x').replace(' ', '')

let browser: TestBrowser
let api: Page
let page: Page
beforeAll(async () => {
  browser = await startBrowser()
  api = await openApi(browser)
  await makeUser(api, { userName: `zz-1-${END}@example.com`, firstName: 'Renée', lastName: `Ångström-${END}` })
  await makeUser(api, { userName: `zz-2-${END}@example.com`, firstName: 'Rene', lastName: `Angstrom-${END}` })
  for (const name of ['Zz Études', 'Zz Etudes']) {
    await ask(api, 'POST', '/api/groups', { groupName: `${name} ${END}`, groupType: `zz-Größe-${END}` })
  }
  page = await browser.open(NOWHERE, 'global-administrator')
})
afterAll(() => browser?.[Symbol.asyncDispose]())

const people = [`Rene Angstrom-${END}`, `Renée Ångström-${END}`]
const groups = [`Zz Etudes ${END}`, `Zz Études ${END}`]

describe('people and groups with accents are found without them, and those without by names with accents,', () => {
  it('in the search of everything', async () => {
    await goTo(page, '/me')
    await page.getByRole('heading', { level: 1, name: 'Plan and desk' }).waitFor()
    await page.keyboard.press('Control+k')
    const search = page.getByRole('combobox', { name: 'Search people, places, pages and actions' })
    const found = page.getByRole('listbox', { name: 'Found' }).getByRole('option').filter({ hasText: END })
    for (const typed of ['rene angstrom-', 'RENÉE ÅNGSTRÖM-', 'Angström-'].map((text) => text + END)) {
      await search.fill(typed)
      const expected = people.filter((name) => !typed.startsWith('RENÉE') || name.startsWith('Renée'))
      const shown = async () =>
        (await found.allTextContents()).map((text) => expected.find((name) => text.startsWith(name)) ?? text)
      await expect.poll(async () => [typed, ...(await shown()).sort()]).toEqual([typed, ...expected])
    }
    await page.keyboard.press('Escape')
    expectNoErrors(page)
  })

  it('in the list of users, which the service searches', async () => {
    await goTo(page, '/admin/users')
    const rows = page.getByRole('table', { name: 'Users' }).getByRole('link').filter({ hasText: END })
    for (const typed of [`angstrom-${END}`, `ÅNGSTRÖM-${END}`]) {
      await page.getByLabel('Find users').fill(typed)
      await expect.poll(async () => (await rows.allTextContents()).sort()).toEqual(people)
    }
    expectNoErrors(page)
  })

  it('in a list that the browser searches', async () => {
    await goTo(page, '/admin/groups')
    const links = page.getByRole('link').filter({ hasText: END })
    for (const typed of [`etudes ${END}`, `ÉTUDES ${END}`]) {
      await page.getByLabel('Find in Groups').fill(typed)
      await expect.poll(async () => (await links.allTextContents()).sort()).toEqual(groups)
    }
    expectNoErrors(page)
  })

  it('in a field that chooses from a list, where Enter takes the hit', async () => {
    await goTo(page, '/admin/groups?create=true')
    const form = page.getByRole('dialog')
    const parent = form.getByRole('combobox', { name: 'Parent group' })
    const options = page.getByRole('option').filter({ hasText: END })
    await parent.fill(`etudes ${END}`)
    await expect.poll(async () => (await options.allTextContents()).length).toBe(2)
    // Leaving the field takes the name that was typed, rather than the one that differs by an accent.
    const kind = `(zz-Größe-${END})`
    for (const name of groups) {
      await parent.fill(`${name} ${kind}`.toUpperCase().replace(kind.toUpperCase(), kind))
      await form.getByLabel('Name').focus()
      await expect.poll(() => parent.inputValue()).toBe(`${name} ${kind}`)
    }
    await parent.fill(`zz étudés ${END}`)
    await options.first().waitFor()
    await parent.press('Enter')
    await expect.poll(() => parent.inputValue()).toContain(kind)
    // The kinds of groups are offered to be typed on.
    await form.getByLabel('Kind').fill(`zz-grosse-${END}`)
    await page.getByRole('option', { name: `zz-Größe-${END}` }).click()
    expect(await form.getByLabel('Kind').inputValue()).toBe(`zz-Größe-${END}`)
    await page.keyboard.press('Escape')
    expectNoErrors(page)
  })
})
