import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { ask, makeBuilding } from '../admin-places/support.ts'
import { NOWHERE, type TestBrowser } from '../support/browser.ts'

/** Different in each run and each file. */
export const unique = (name: string): string =>
  `${name} ${Date.now().toString(36)}${Math.floor(Math.random() * 1e6).toString(36)}`

/** A page without anything of the app on it, to ask the API from. */
export const openApi = (browser: TestBrowser): Promise<Page> => browser.open(NOWHERE, 'global-administrator')

export interface OwnUser {
  readonly userId: string
  readonly userName: string
  readonly firstName: string
  readonly lastName: string
}

/** A user of this test, last in the order of names, so that no list of another test starts with it. */
export const makeUser = (page: Page, more: object = {}): Promise<OwnUser> => {
  const lastName = unique('Zyx').replace(' ', '')
  return ask<OwnUser>(page, 'POST', '/api/users', {
    userName: `zz-${lastName.toLowerCase()}@example.com`,
    firstName: 'Zoe',
    lastName,
    ...more,
  })
}

export const makeGroup = (page: Page, more: object = {}): Promise<{ groupId: string; groupName: string }> =>
  ask(page, 'POST', '/api/groups', { groupName: unique('Zz group'), groupType: 'zz-kind', ...more })

export interface Credentials {
  readonly id: string
  readonly secret: string
}

/** A real call with a key. */
export const callWith = async (page: Page, { id, secret }: Credentials) => {
  const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
  const answer = await page.request.get('/v1/analytics/locations/basic', { headers: { authorization } })
  const { code, detail } = answer.ok() ? { code: 'ok', detail: '' } : await answer.json()
  return { status: answer.status(), code, detail }
}

/** Nodes apply a change a moment later; how long that takes at most is tested with the server. */
export const FOLLOWS = { interval: 300 }

export { ask, makeBuilding }

/** Waits until the loaded data are shown. */
export const settled = async (page: Page): Promise<void> => {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect.poll(() => page.getByRole('status', { name: 'Loading' }).count()).toBe(0)
}

/** Types into a Select and chooses the option. */
export const choose = async (page: Page, label: string, typed: string, option = typed): Promise<void> => {
  const input = page
    .getByRole('combobox', { name: label })
    .or(page.getByRole('textbox', { name: label }))
    .last()
  await input.click()
  await input.fill(typed)
  await page.getByRole('option', { name: option }).first().click()
}

/** The question before what was entered is lost. */
export const leaveQuestion = (page: Page): Locator => page.getByRole('dialog', { name: 'Leave without saving?' })

/** The names of the drafts that the browser keeps in this tab. */
export const draftsIn = (page: Page): Promise<string[]> =>
  page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('rollcall.draft')))

/** Reloads a page with something unsaved, of which the browser asks. */
export const reloadUnsaved = async (page: Page): Promise<void> => {
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
}
