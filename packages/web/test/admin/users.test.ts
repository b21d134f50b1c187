import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendAsKey } from '../me/support.ts'
import { answerOf } from '../support/answers.ts'
import { expectNoErrors, goTo, NOWHERE, startBrowser, type TestBrowser } from '../support/browser.ts'
import { ask, choose, makeBuilding, makeGroup, makeUser, openApi, settled, unique } from './support.ts'

let browser: TestBrowser
let api: Page
beforeAll(async () => {
  browser = await startBrowser()
  api = await openApi(browser)
})
afterAll(() => browser?.[Symbol.asyncDispose]())

describe('users', () => {
  it('are found by the beginning of a name, page by page', async () => {
    const page = await browser.open('/admin/users', 'workplace-administrator')
    await settled(page)
    const rows = page.getByRole('table', { name: 'Users' }).getByRole('row')
    await rows.nth(50).waitFor()
    // As the page has them: other tests add users, perhaps before the first.
    const { items } = await answerOf<{ items: { userName: string }[] }>(page, '/api/users', { status: 'active', limit: '1000' })
    const first = items[0]?.userName ?? ''
    expect(await rows.nth(1).innerText()).toContain(first)
    await page.getByRole('button', { name: 'Next page' }).click()
    await page.waitForURL(/page=2/)
    await page.getByRole('cell', { name: first, exact: true }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Page 1' }).click()
    await page.getByRole('cell', { name: first, exact: true }).waitFor()

    const user = await makeUser(api)
    // The caret stays where the person types.
    await page.getByLabel('Find users').fill('ac')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.type('b')
    await page.waitForURL(/find=abc/)
    await page.keyboard.type('x')
    expect(await page.getByLabel('Find users').inputValue()).toBe('abxc')
    await page.getByLabel('Find users').fill(user.lastName.toUpperCase())
    await page.waitForURL(/find=/)
    await page.getByRole('link', { name: `Zoe ${user.lastName}` }).click()
    await page.getByRole('heading', { level: 1, name: `Zoe ${user.lastName}` }).waitFor()
    expect(await page.getByRole('link', { name: 'Days, presence and log of this person' }).getAttribute('href')).toBe(
      `/people/${user.userId}`,
    )
    expectNoErrors(page)
  })

  it('are a list that says which part of it is shown', async () => {
    const page = await browser.open(NOWHERE, 'workplace-administrator')
    const { items } = await ask<{ items: object[] }>(api, 'GET', '/api/users?status=active&limit=3')
    await page.route('**/api/users?*', (route) => {
      const isNext = new URL(route.request().url()).searchParams.has('cursor')
      const [part, nextCursor] = isNext ? [items.slice(2), null] : [items.slice(0, 2), 'next']
      return route.fulfill({ json: { items: part, nextCursor } })
    })
    await goTo(page, '/admin/users')
    await page.getByText('Rows 1 to 2. Narrow the list to sort it.').waitFor()
    await page.getByRole('button', { name: 'Next 1,000' }).click()
    await page.getByText('Rows 3 to 3. Narrow the list to sort it.').waitFor()
    await page.getByRole('button', { name: 'First 1,000' }).click()
    await page.getByText('Rows 1 to 2. Narrow the list to sort it.').waitFor()
    expectNoErrors(page)
  })

  it('are added and changed; a name that is taken is shown at its field', async () => {
    const { locationId, locationName } = await makeBuilding(api, [])
    const { groupId, groupName } = await makeGroup(api)
    const taken = await makeUser(api)
    const page = await browser.open('/admin/users', 'workplace-administrator')
    await page.getByRole('button', { name: 'Add a user' }).click()
    const form = page.getByRole('dialog', { name: 'Add a user' })
    await form.getByRole('button', { name: 'Add the user' }).click()
    await form.getByText('Give a user name.').waitFor()
    await form.getByLabel('User name').fill(taken.userName)
    await form.getByLabel('Last name').fill('Zander')
    await choose(page, 'Primary building', locationName)
    await choose(page, 'Primary group', groupName, `${groupName} (zz-kind)`)
    await form.getByRole('button', { name: 'Add the user' }).click()
    await expect.poll(() => form.getByLabel('User name').getAttribute('aria-invalid')).toBe('true')
    await form.getByText(`Zoe ${taken.lastName} has this user name already.`).waitFor()
    const holder = form.getByRole('link', { name: `Zoe ${taken.lastName}` })
    expect(await holder.getAttribute('href')).toBe(`/admin/users/${taken.userId}`)
    const userName = `zz-${unique('new').replace(' ', '')}@example.com`
    await form.getByLabel('User name').fill(userName)
    await form.getByRole('button', { name: 'Add the user' }).click()
    await page.waitForURL(/\/admin\/users\/[0-9a-f-]{36}$/)
    const userId = page.url().split('/').at(-1) as string
    const stored = () => ask<Record<string, unknown>>(page, 'GET', `/api/users/${userId}`)
    expect(await stored()).toMatchObject({
      userName,
      firstName: null,
      lastName: 'Zander',
      email: userName,
      primaryLocationId: locationId,
      primaryGroupId: groupId,
    })

    await page.getByRole('button', { name: 'Edit' }).click()
    const edit = page.getByRole('dialog')
    await edit.getByLabel('First name').fill('Zeno')
    await edit.getByLabel('E-mail').fill('zeno@example.com')
    await edit.getByRole('button', { name: 'No primary group' }).click()
    await edit.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 1, name: 'Zeno Zander' }).waitFor()
    expect(await stored()).toMatchObject({
      userName,
      firstName: 'Zeno',
      lastName: 'Zander',
      email: 'zeno@example.com',
      primaryLocationId: locationId,
      primaryGroupId: null,
    })
    expectNoErrors(page)
  })

  it('are added one after the other, in the same building and with a user name that is the e-mail address', async () => {
    const { locationId, locationName } = await makeBuilding(api, [])
    const page = await browser.open('/admin/users', 'workplace-administrator')
    await page.getByRole('button', { name: 'Add a user' }).click()
    const form = page.getByRole('dialog', { name: 'Add a user' })
    const userName = form.getByLabel('User name')
    const email = form.getByLabel('E-mail')
    const addresses = ['first', 'second'].map((name) => `zz-${unique(name).replace(' ', '')}@example.com`)
    await userName.fill(addresses[0] ?? '')
    expect(await email.inputValue()).toBe(addresses[0])
    await choose(page, 'Primary building', locationName)
    await form.getByRole('button', { name: 'Add and go on to the next' }).click()
    await expect.poll(() => userName.inputValue()).toBe('')
    await expect.poll(() => userName.evaluate((field) => field === document.activeElement)).toBe(true)
    expect(await form.getByRole('combobox', { name: 'Primary building' }).inputValue()).toBe(locationName)

    await email.fill(addresses[1] ?? '')
    await email.press('Tab')
    expect(await userName.inputValue()).toBe(addresses[1])
    // A click before would be taken for the second of a double click.
    await form.getByRole('button', { name: 'Add and go on to the next', disabled: false }).waitFor()
    await form.getByRole('button', { name: 'Add the user' }).click()
    await page.waitForURL(/\/admin\/users\/[0-9a-f-]{36}$/)
    const { items } = await ask<{ items: object[] }>(api, 'GET', `/api/users?primaryLocationId=${locationId}`)
    expect(items).toHaveLength(2)
    for (const address of addresses)
      expect(items).toContainEqual(expect.objectContaining({ userName: address, email: address, primaryLocationId: locationId }))
    expectNoErrors(page)
  })

  it('do not move in their list when the first one is chosen', async () => {
    const page = await browser.open('/admin/users', 'workplace-administrator')
    await settled(page)
    const box = page.getByRole('checkbox', { name: /^Select (?!all)/ }).first()
    const before = await box.boundingBox()
    await box.click()
    await page.getByText('1 selected').waitFor()
    expect((await box.boundingBox())?.y).toBe(before?.y)
    expectNoErrors(page)
  })

  it('get the building that Enter finds, and none instead of a text that is no building', async () => {
    const { locationId, locationName } = await makeBuilding(api, [])
    const page = await browser.open('/admin/users', 'workplace-administrator')
    await page.getByRole('button', { name: 'Add a user' }).click()
    const form = page.getByRole('dialog', { name: 'Add a user' })
    await form.getByLabel('User name').fill(`zz-${unique('enter').replace(' ', '')}@example.com`)
    const building = form.getByRole('combobox', { name: 'Primary building' })
    await building.fill(`${locationName}?`)
    await building.press('Tab')
    await form.getByText('Not in the list.').waitFor()
    await form.getByRole('button', { name: 'Add the user' }).click()
    await expect.poll(() => building.evaluate((field) => field === document.activeElement)).toBe(true)
    await building.fill(locationName.toLowerCase())
    await page.getByRole('option', { name: locationName }).waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => building.inputValue()).toBe(locationName)
    await form.waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/admin\/users\/[0-9a-f-]{36}$/)
    const userId = page.url().split('/').at(-1) as string
    expect(await ask(page, 'GET', `/api/users/${userId}`)).toMatchObject({ primaryLocationId: locationId })
    expectNoErrors(page)
  })

  it('lose their bookings after today when they leave, as the dialog announces', async () => {
    const { locationId } = await makeBuilding(api, [])
    const user = await makeUser(api, { primaryLocationId: locationId })
    const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
    await ask(api, 'PUT', `/api/users/${user.userId}/days/${day}/booking`, { locationId })
    const booking = async () => {
      const path = `/api/users/${user.userId}/days?startDate=${day}&endDate=${day}`
      return (await ask<{ items: { booking: unknown }[] }>(api, 'GET', path)).items[0]?.booking
    }
    expect(await booking()).not.toBeNull()
    const page = await browser.open(`/admin/users/${user.userId}`, 'workplace-administrator')
    await page.getByRole('button', { name: 'Set inactive' }).click()
    const question = page.getByRole('dialog')
    await question.getByText('Plans and bookings after today are removed').waitFor()
    await question.getByRole('button', { name: 'Set inactive' }).click()
    await page.getByRole('cell', { name: 'Inactive' }).waitFor()
    expect(await booking()).toBeNull()
    await page.getByRole('button', { name: 'Set active' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Set active' }).click()
    await page.getByRole('cell', { name: 'Active', exact: true }).waitFor()
    expect(await booking()).toBeNull()
    expectNoErrors(page)
  })

  it('show their attributes and groups', async () => {
    const user = await makeUser(api)
    const group = await makeGroup(api)
    await ask(api, 'PUT', `/api/groups/${group.groupId}/members/${user.userId}`)
    await sendAsKey(api, '/v1/user-attributes', {
      userAttributes: [{ userName: user.userName, attributes: { zzTeamCode: '4711' } }],
    })
    const page = await browser.open(`/admin/users/${user.userId}`, 'analytics-administrator')
    await page.getByRole('row', { name: 'Zz team code 4711' }).waitFor()
    await page.getByRole('region', { name: 'Groups' }).getByRole('link', { name: group.groupName }).click()
    await page.getByRole('heading', { level: 1, name: group.groupName }).waitFor()
    expectNoErrors(page)
  })
})
