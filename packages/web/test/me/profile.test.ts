import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectNoErrors, NOWHERE, startBrowser, type TestBrowser, WIDE } from '../support/browser.ts'
import { PASSWORD } from '../support/demo.ts'
import { contentOf } from '../support/download.ts'
import { api, sendAsKey, type TestUser, takePeople } from './support.ts'

let browser: TestBrowser
let ada: TestUser
beforeAll(async () => {
  browser = await startBrowser()
  const people = await takePeople(browser, 9, 1)
  ;[ada] = people as [TestUser]
})
afterAll(() => browser?.[Symbol.asyncDispose]())

const NEW_PASSWORD = 'a longer sentence than before'

describe('the profile', () => {
  it('says who the user is and what they may do', async () => {
    const page = await browser.open('/profile', ada)
    const about = page.getByRole('region', { name: 'Your account' })
    const me = await api<{ primaryLocationName: string; primaryGroupName: string }>(page, 'get', '/api/users/me')
    for (const [name, value] of [
      ['Name', `${ada.firstName} ${ada.lastName}`],
      ['User name', ada.userName],
      ['Primary building', me.primaryLocationName],
      ['Primary group', me.primaryGroupName],
      ['Roles', 'Employee'],
    ] as const) {
      await about
        .getByRole('row')
        .filter({ has: page.getByRole('rowheader', { name, exact: true }) })
        .getByText(value)
        .waitFor()
    }
    const workplaceAdmin = await browser.open('/profile', 'workplace-administrator')
    await workplaceAdmin.getByText('Employee, Workplace administrator').waitFor()
    for (const each of [page, workplaceAdmin]) expectNoErrors(each)
  })

  it('has words for the attributes that HR systems usually send, and the names of others as they were sent', async () => {
    const admin = await browser.open(NOWHERE, 'global-administrator')
    const attributes = { costCentre: '4711', zzTeamCode: 'A7' }
    await sendAsKey(admin, '/v1/user-attributes', { userAttributes: [{ userName: ada.userName, attributes }] })
    const page = await browser.open('/robots.txt', ada, { ...WIDE, locale: 'de-DE' })
    await page.goto('/profile')
    const fieldOf = (name: string) => page.getByRole('rowheader', { name, exact: true }).locator('..').getByRole('cell')
    await expect.poll(() => fieldOf('Kostenstelle').textContent()).toBe('4711')
    expect(await fieldOf('zzTeamCode').textContent()).toBe('A7')
    expect(await page.getByText('costCentre').count()).toBe(0)
    expectNoErrors(page)
  })

  it('hides the user from colleagues and shows them again', async () => {
    const page = await browser.open('/profile', ada)
    const visibility = async () => (await api<{ visibility: string }>(page, 'get', '/api/users/me')).visibility
    const choice = page.getByRole('switch', { name: 'Colleagues see where I am' })
    for (const [isSeen, expected] of [
      [false, 'nobody'],
      [true, 'everyone'],
    ] as const) {
      await choice.click()
      await expect.poll(visibility).toBe(expected)
      await expect.poll(() => choice.isChecked()).toBe(isSeen)
    }
    expectNoErrors(page)
  })

  it('lets the user download everything that is stored about them', async () => {
    const page = await browser.open('/profile', ada)
    const copy = await contentOf(page, page.getByRole('link', { name: 'Download a copy' }))
    const { tables } = JSON.parse(copy.toString('utf8')) as { tables: { users: object[] } }
    expect(tables.users).toMatchObject([{ user_name: ada.userName }])
    expectNoErrors(page)
  })

  it('signs the user out everywhere, and leaves nothing of them in this browser', async () => {
    const page = await browser.open('/profile', ada)
    const recentKeys = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('rollcall.recent')))
    await expect.poll(recentKeys).toHaveLength(1)
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.getByRole('heading', { name: 'Sign in to Rollcall' }).waitFor()
    expect((await page.request.get('/api/session')).status()).toBe(401)
    expect(await recentKeys()).toEqual([])
    expectNoErrors(page)
  })

  it('changes the password of a user who knows it, and signs them out elsewhere', async () => {
    const [page, elsewhere] = [await browser.open('/profile', ada), await browser.open('/favicon.svg')]
    const signIn = async (password: string) => {
      const answer = await elsewhere.request.post('/api/session', { data: { userName: ada.userName, password } })
      return answer.status()
    }
    expect(await signIn(PASSWORD)).toBe(201)
    await page.reload()
    const others = page.getByRole('region', { name: 'Where you are signed in' }).getByRole('button', { name: /^Sign out: / })
    await others.first().waitFor()
    const fill = async (before: string, after: string, repeated = after) => {
      await page.getByLabel('Current password').fill(before)
      await page.getByLabel('New password', { exact: true }).fill(after)
      await page.getByLabel('Confirm the new password').fill(repeated)
      await page.getByRole('button', { name: 'Change the password' }).click()
    }
    await fill(PASSWORD, 'x'.repeat(11), 'y')
    await page.getByText('Give at least 12 characters.').waitFor()
    await page.getByText('This is not the same.').waitFor()
    await fill('not the password', NEW_PASSWORD)
    await page.getByRole('region', { name: 'Password' }).getByRole('alert').waitFor()
    await fill(PASSWORD, NEW_PASSWORD)
    await page.getByText('Your password is changed.').waitFor()
    await expect.poll(() => others.count()).toBe(0)
    expect(await page.getByLabel('Current password').inputValue()).toBe('')
    expect((await page.request.get('/api/session')).status()).toBe(200)
    expect((await elsewhere.request.get('/api/session')).status()).toBe(401)
    expect([await signIn(PASSWORD), await signIn(NEW_PASSWORD)]).toEqual([401, 201])
    expectNoErrors(page)
  })
})
