import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectNoErrors, startBrowser, type TestBrowser } from '../support/browser.ts'
import { recordWrites } from '../support/writes.ts'
import { ask, draftsIn, leaveQuestion, makeUser, openApi, reloadUnsaved, settled } from './support.ts'

let browser: TestBrowser
let api: Page
beforeAll(async () => {
  browser = await startBrowser()
  api = await openApi(browser)
})
afterAll(() => browser?.[Symbol.asyncDispose]())

describe('a half-filled form', () => {
  it('asks before Escape, its cross or Back discard it, unless it is empty', async () => {
    const page = await browser.open('/profile', 'workplace-administrator')
    const menu = page.getByRole('navigation', { name: 'Main' })
    await menu.getByRole('button', { name: 'Administration' }).click()
    await menu.getByRole('link', { name: 'Users' }).click()
    await page.waitForURL('**/admin/users')
    await settled(page)
    const form = page.getByRole('dialog', { name: 'Add a user' })
    await page.getByRole('button', { name: 'Add a user' }).click()
    await form.waitFor()
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'Add a user' }).click()
    await form.getByLabel('User name').fill('half-filled@example.com')
    await page.keyboard.press('Escape')
    await leaveQuestion(page).getByRole('button', { name: 'Stay' }).click()
    expect(await form.getByLabel('User name').inputValue()).toBe('half-filled@example.com')
    await form.getByRole('button', { name: 'Close', exact: true }).click()
    await leaveQuestion(page).getByRole('button', { name: 'Stay' }).click()
    await leaveQuestion(page).waitFor({ state: 'detached' })
    await reloadUnsaved(page)
    await page.getByRole('button', { name: 'Add a user' }).click()
    await form.getByText('Draft restored').waitFor()
    expect(await form.getByLabel('User name').inputValue()).toBe('half-filled@example.com')
    await form.getByRole('button', { name: 'Discard' }).click()
    await form.getByText('Draft restored').waitFor({ state: 'detached' })
    expect(await form.getByLabel('User name').inputValue()).toBe('')
    await form.getByLabel('User name').fill('half-filled@example.com')
    await page.evaluate('history.back()')
    await leaveQuestion(page).getByRole('button', { name: 'Leave' }).click()
    await page.waitForURL('**/profile')
    await form.waitFor({ state: 'detached' })
    // Leaving was a decision, so nothing is kept.
    await expect.poll(() => draftsIn(page)).toEqual([])
    expectNoErrors(page)
  })

  it('refuses an invalid e-mail address, in the app and in the API', async () => {
    const user = await makeUser(api)
    const page = await browser.open(`/admin/users/${user.userId}`, 'workplace-administrator')
    const { sent } = recordWrites(page)
    await page.getByRole('button', { name: 'Edit' }).first().click()
    const form = page.getByRole('dialog')
    await form.getByLabel('E-mail').fill('not-an-email')
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByText('Give an address such as ada@example.com.').waitFor()
    expect(sent).toEqual([])
    const path = `/api/users/${user.userId}`
    for (const email of ['not-an-email', 'a b@example.com', '@example.com', 'ada@'])
      await expect(ask(api, 'PATCH', path, { email })).rejects.toThrow('/email')
    for (const email of ['a@b', 'ada.byron+x@example.com', '', null]) await ask(api, 'PATCH', path, { email })
    expectNoErrors(page)
  })
})
