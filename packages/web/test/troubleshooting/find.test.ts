import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectNoErrors, startBrowser, type TestBrowser } from '../support/browser.ts'
import { makeOwn, type Own } from './support.ts'

let browser: TestBrowser
let own: Own
beforeAll(async () => {
  browser = await startBrowser()
  own = await makeOwn()
})
afterAll(() => browser?.[Symbol.asyncDispose]())

describe('finding a person', () => {
  it.each([
    ['the last name', () => own.lastName.toUpperCase()],
    // Other tests have a Tara Trouble of their own, with other letters at the end.
    ['the first and last name', () => `Tara ${own.lastName.slice(0, -1)}`],
    ['the user name', () => own.userName],
    ['the e-mail', () => `post.${own.mark}`],
    ['the id', () => own.userId],
  ])('works by %s, and leads to them', async (_, text) => {
    const page = await browser.open('/people', 'workplace-administrator')
    await page.getByLabel('Name, user name, e-mail or id').fill(text())
    await page.getByText('1 person.').waitFor()
    await page.getByRole('link', { name: `Tara ${own.lastName}` }).click()
    await page.waitForURL(`/people/${own.userId}`)
    await page.getByRole('heading', { level: 1, name: `Tara ${own.lastName}` }).waitFor()
    expect(await page.getByText(own.userId, { exact: true }).count()).toBe(1)
    expectNoErrors(page)
  })

  it('keeps what is looked for in the address, and says so when no user matches', async () => {
    const page = await browser.open(`/people?search=${own.mark}-missing`, 'analytics-administrator')
    await page.getByText(`No users match “${own.mark}-missing”`).waitFor()
    await page.getByLabel('Name, user name, e-mail or id').fill(own.userName)
    await page.getByRole('link', { name: `Tara ${own.lastName}` }).waitFor()
    expect(new URL(page.url()).searchParams.get('search')).toBe(own.userName)
    await page.getByLabel('Name, user name, e-mail or id').fill(own.locationId)
    await page.getByText(`No users match “${own.locationId}”`).waitFor()
    expectNoErrors(page)
  })

  it('is for administrators', async () => {
    const page = await browser.open('/people', 'employee')
    await page.getByText('The directory: not shown to your role').waitFor()
    expectNoErrors(page)
  })
})
