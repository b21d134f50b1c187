import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible, expectNoErrors, startBrowser, type TestBrowser } from './support/browser.ts'
import { openDemo, PASSWORD } from './support/demo.ts'
import { signOut } from './support/sign-out.ts'

let browser: TestBrowser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser?.[Symbol.asyncDispose]())

describe('signing in', () => {
  it('leads to the page that was asked for, and signing out ends the session', async () => {
    const page = await browser.open('/profile')
    await page.waitForURL(/\/sign-in\?next=/)
    await page.getByLabel('User name').fill((await openDemo()).people.employee)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL('/profile')
    await page.getByRole('heading', { name: 'Profile', level: 1 }).waitFor()
    const recentKeys = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('rollcall.recent')))
    await expect.poll(recentKeys).toHaveLength(1)
    await signOut(page)
    await page.waitForURL('/sign-in')
    expect((await page.request.get('/api/session')).status()).toBe(401)
    // The pages that were seen may name people.
    expect(await recentKeys()).toEqual([])
    expectNoErrors(page)
  })

  it('says that signing out failed, as the person would leave the device otherwise', async () => {
    const page = await browser.open('/profile', 'employee')
    await page.getByRole('heading', { name: 'Profile', level: 1 }).waitFor()
    await page.route('**/api/session', (route) => (route.request().method() === 'DELETE' ? route.abort() : route.continue()))
    await signOut(page)
    await page.getByRole('alert').filter({ hasText: 'The service does not answer.' }).waitFor()
    expectNoErrors(page)
  })

  it('says in the words of the service why it was refused', async () => {
    const page = await browser.open('/sign-in')
    await page.getByLabel('User name').fill((await openDemo()).people.employee)
    await page.getByLabel('Password', { exact: true }).fill('wrong horse')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    const refusal = await page.request.post('/api/session', {
      data: { userName: 'unknown@example.com', password: 'wrong horse' },
    })
    const alert = await page.getByRole('alert').textContent()
    expect(alert).toContain(((await refusal.json()) as { title: string }).title)
    // What it says to programs about the call is not for people.
    expect(alert).not.toMatch(/send|`/)
    expectNoErrors(page)
  })

  it('can be read in another language', async () => {
    // An own locale keeps the choice from the pages of other tests.
    const page = await browser.open('/sign-in', undefined, { locale: 'en-NZ' })
    await page.getByRole('group', { name: 'Language' }).getByRole('button', { name: 'Deutsch' }).click()
    await page.getByRole('button', { name: 'Anmelden', exact: true }).waitFor()
    await expectAccessible(page)
    expectNoErrors(page)
  })

  it('speaks the language of the browser, also of what the service refuses', async () => {
    const page = await browser.open('/sign-in', undefined, { locale: 'fr-CA' })
    await page.getByLabel('Nom d’utilisateur').fill('unknown@example.com')
    await page.getByLabel('Mot de passe', { exact: true }).fill('wrong horse')
    await page.getByRole('button', { name: 'Se connecter' }).click()
    await page.getByRole('alert').getByText('Le nom d’utilisateur ou le mot de passe est incorrect.').waitFor()
    expect(await page.evaluate(() => [document.documentElement.lang, document.title])).toEqual(['fr', 'Se connecter · Rollcall'])
  })

  it('does not lead to other sites', async () => {
    const page = await browser.open('/sign-in?next=//example.com/', 'employee')
    await page.waitForURL('/')
    expectNoErrors(page)
  })

  it('is accessible', async () => {
    const page = await browser.open('/sign-in')
    await page.getByRole('heading', { name: 'Sign in to Rollcall' }).waitFor()
    await expectAccessible(page)
    expectNoErrors(page)
  })
})
