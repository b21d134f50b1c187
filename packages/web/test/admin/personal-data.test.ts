import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectNoErrors, startBrowser, type TestBrowser } from '../support/browser.ts'
import { contentOf } from '../support/download.ts'
import { ask, makeBuilding, makeUser, openApi } from './support.ts'

let browser: TestBrowser
let api: Page
beforeAll(async () => {
  browser = await startBrowser()
  api = await openApi(browser)
})
afterAll(() => browser?.[Symbol.asyncDispose]())

/** A user who has planned a day. */
const makePerson = async () => {
  const { locationId } = await makeBuilding(api, [])
  const user = await makeUser(api, { primaryLocationId: locationId })
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  await ask(api, 'PUT', `/api/users/${user.userId}/days/${day}/plan`, { plan: 'o' })
  return user
}

describe('personal data', () => {
  it('are saved as a file with everything that is kept', async () => {
    const user = await makePerson()
    const page = await browser.open(`/admin/users/${user.userId}`, 'global-administrator')
    const copy = await contentOf(page, page.getByRole('link', { name: 'Download a copy' }))
    const { userId, tables } = JSON.parse(copy.toString('utf8')) as { userId: string; tables: Record<string, object[]> }
    expect(userId).toBe(user.userId)
    expect(tables.users).toMatchObject([{ user_name: user.userName }])
    expect(tables.day_plans).toHaveLength(1)
    expectNoErrors(page)
  })

  it('are erased for good, after the administrator names the user and the reason', async () => {
    const user = await makePerson()
    const page = await browser.open(`/admin/users/${user.userId}`, 'global-administrator')
    await page.getByRole('region', { name: 'Personal data' }).getByRole('button', { name: 'Erase' }).click()
    const dialog = page.getByRole('dialog', { name: `Erase Zoe ${user.lastName}?` })
    await dialog.getByRole('row', { name: 'users 1 without the person' }).waitFor()
    const erase = dialog.getByRole('button', { name: 'Erase permanently' })
    await erase.click()
    await dialog.getByText('Give the user name.').waitFor()
    await dialog.getByLabel('Reason').fill('Ticket 4711')
    await dialog.getByLabel('User name, to confirm').fill('another.user@example.com')
    await erase.click()
    await dialog.getByText('This is neither the userName nor the e-mail of this user.').waitFor()
    await dialog.getByLabel('User name, to confirm').fill(user.userName)
    await erase.click()
    await page.getByText('The person is erased.').waitFor()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('cell', { name: 'Inactive' }).waitFor()
    expect(await page.locator('main').innerText()).not.toContain(user.lastName)
    const stored = await ask<object>(api, 'GET', `/api/users/${user.userId}`)
    expect(stored).toMatchObject({ status: 'inactive', firstName: null, lastName: null })
    expect(JSON.stringify(stored)).not.toContain(user.lastName)
    expectNoErrors(page)
  })

  it('are for global administrators only', async () => {
    const user = await makeUser(api)
    const page = await browser.open(`/admin/users/${user.userId}`, 'workplace-administrator')
    await page.getByRole('heading', { level: 1, name: `Zoe ${user.lastName}` }).waitFor()
    await page.getByRole('region', { name: 'Account' }).waitFor()
    expect(await page.getByRole('region', { name: 'Personal data' }).count()).toBe(0)
    expectNoErrors(page)
  })
})
