import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectNoErrors, startBrowser, type TestBrowser } from '../support/browser.ts'
import { ask, makeUser, openApi } from './support.ts'

let browser: TestBrowser
let api: Page
beforeAll(async () => {
  browser = await startBrowser()
  api = await openApi(browser)
})
afterAll(() => browser?.[Symbol.asyncDispose]())

const PASSWORD = 'a password that is long enough'
const signIn = async (userName: string, password: string): Promise<number> => {
  const page = await browser.open('/favicon.svg')
  const answer = await page.request.post('/api/session', { data: { userName, password } })
  await page.context().close()
  return answer.status()
}

describe('an account', () => {
  it('is added with roles, changed, and removed', async () => {
    const user = await makeUser(api)
    const page = await browser.open(`/admin/users/${user.userId}`, 'global-administrator')
    await page.getByText('They have no account and cannot sign in.').waitFor()
    await page.getByRole('button', { name: 'Give access' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel(/^Password/).fill('too short')
    await form.getByRole('button', { name: 'Give access' }).click()
    await form.getByText('Give 12 to 200 characters.').waitFor()
    await form.getByRole('button', { name: 'Generate one' }).click()
    const password = await form.getByLabel(/^Password/).inputValue()
    await form.getByRole('checkbox', { name: 'Bookings administrator' }).check()
    await form.getByRole('button', { name: 'Give access' }).click()
    await page.getByRole('cell', { name: 'Employee, Bookings administrator' }).waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await page.content()).not.toContain(password)
    expect(await signIn(user.userName, password)).toBe(201)

    // The dialog begins with the roles of now, not with those that the page still shows.
    await ask(api, 'PUT', `/api/users/${user.userId}/account`, { roles: ['workplace-administrator'] })
    await page.getByRole('button', { name: 'Change roles' }).click()
    await page.getByRole('checkbox', { name: 'Workplace administrator' }).uncheck()
    await ask(api, 'PUT', `/api/users/${user.userId}/account`, { isBreakGlass: true })
    await page.getByRole('checkbox', { name: 'Analytics administrator' }).check()
    await page.getByRole('button', { name: 'Save the roles' }).click()
    await page.getByRole('cell', { name: 'Employee, Analytics administrator', exact: true }).waitFor()
    expect(await ask(api, 'GET', `/api/users/${user.userId}/account`)).toMatchObject({ isBreakGlass: true })
    expect(await signIn(user.userName, password)).toBe(201)

    await page.getByRole('button', { name: 'New password' }).click()
    await page.getByLabel(/^Password/).fill(PASSWORD)
    await page.getByRole('button', { name: 'Set the password' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await signIn(user.userName, PASSWORD)).toBe(201)
    expect(await signIn(user.userName, password)).toBe(401)

    await page.getByRole('button', { name: 'Remove access' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove access' }).click()
    await page.getByText('They have no account and cannot sign in.').waitFor()
    expect(await signIn(user.userName, PASSWORD)).toBe(401)
    expectNoErrors(page)
  })

  it('is for global administrators only, and so is the status of an administrator', async () => {
    const user = await makeUser(api)
    await ask(api, 'PUT', `/api/users/${user.userId}/account`, { password: PASSWORD, roles: ['analytics-administrator'] })
    const page = await browser.open(`/admin/users/${user.userId}`, 'workplace-administrator')
    await page.getByText('Global administrators give access, set passwords and roles.').waitFor()
    expect(await page.getByRole('button', { name: 'Give access' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Set inactive' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Set inactive' }).click()
    await page.getByRole('alert').getByText('This person signs in as analytics administrator').waitFor()
    expectNoErrors(page)
  })

  it('is read-only for other administrators, and employees do not see the list', async () => {
    const user = await makeUser(api)
    const analyst = await browser.open(`/admin/users/${user.userId}`, 'analytics-administrator')
    await analyst.getByRole('heading', { level: 1, name: `Zoe ${user.lastName}` }).waitFor()
    expect(await analyst.getByRole('button', { name: 'Edit' }).count()).toBe(0)
    const employee = await browser.open('/admin/users', 'employee')
    await employee.getByRole('alert').waitFor()
    expect(await employee.getByRole('button', { name: 'Add a user' }).count()).toBe(0)
    expectNoErrors(analyst)
    expectNoErrors(employee)
  })
})
