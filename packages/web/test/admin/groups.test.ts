import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible, expectNoErrors, goTo, NOWHERE, startBrowser, type TestBrowser } from '../support/browser.ts'
import { contentOf } from '../support/download.ts'
import { ask, choose, makeBuilding, makeGroup, makeUser, openApi, settled, unique } from './support.ts'

let browser: TestBrowser
let api: Page
beforeAll(async () => {
  browser = await startBrowser()
  api = await openApi(browser)
})
afterAll(() => browser?.[Symbol.asyncDispose]())

const stored = (groupId: string) => ask<Record<string, unknown>>(api, 'GET', `/api/groups/${groupId}`)

describe('groups', () => {
  it('stand below each other in a tree that opens, closes and is searched', async () => {
    const above = await makeGroup(api)
    const middle = await makeGroup(api, { parentGroupId: above.groupId })
    const below = await makeGroup(api, { parentGroupId: middle.groupId })
    const page = await browser.open('/admin/groups', 'workplace-administrator')
    await settled(page)
    // A tree of more groups is closed at first.
    const turn = page.getByRole('button', { name: /^(?:Collapse|Expand) all$/ })
    if ((await turn.innerText()) === 'Collapse all') await turn.click()
    const link = (group: { groupName: string }) => page.getByRole('link', { name: group.groupName, exact: true })
    await link(above).waitFor()
    expect(await link(middle).count()).toBe(0)
    const toggle = page.getByRole('button', { name: `Groups below ${above.groupName}` })
    expect(await toggle.getAttribute('aria-expanded')).toBe('false')
    await toggle.focus()
    await page.keyboard.press('Enter')
    await link(middle).waitFor()
    expect(await link(below).count()).toBe(0)
    await turn.click()
    await link(below).waitFor()
    await turn.click()
    await link(below).waitFor({ state: 'detached' })
    await page.getByLabel('Find in Groups').fill(below.groupName)
    await page.getByRole('row', { name: below.groupName }).getByText(middle.groupName).waitFor()
    expect(await link(above).count()).toBe(0)
    await link(below).click()
    await page.getByRole('navigation', { name: 'Where this is' }).getByRole('link', { name: middle.groupName }).waitFor()
    expectNoErrors(page)
  })

  it('are added, renamed, moved and set inactive; what the service refuses is shown at the field', async () => {
    const above = await makeGroup(api)
    const taken = await makeGroup(api)
    const page = await browser.open('/admin/groups', 'workplace-administrator')
    await page.getByRole('button', { name: 'Add a group' }).click()
    const form = page.getByRole('dialog')
    const groupName = unique('Zz new')
    await form.getByLabel('Name').fill(taken.groupName)
    await form.getByLabel('Kind').fill('zz-kind')
    await form.getByLabel('Name').focus()
    await form.getByRole('button', { name: 'Add the group' }).click()
    await expect.poll(() => form.getByLabel('Name').getAttribute('aria-invalid')).toBe('true')
    await form.getByLabel('Name').fill(groupName)
    await form.getByRole('button', { name: 'Add the group' }).click()
    await form.waitFor({ state: 'detached' })
    await page.getByLabel('Find in Groups').fill(groupName)
    await page.getByRole('link', { name: groupName, exact: true }).click()
    await page.getByRole('heading', { level: 1, name: groupName }).waitFor()
    const groupId = page.url().split('/').at(-1) as string
    expect(await stored(groupId)).toMatchObject({ groupName, groupType: 'zz-kind', parentGroupId: null })

    await page.getByRole('button', { name: 'Edit' }).click()
    await form.getByLabel('Name').fill(`${groupName} B`)
    await choose(page, 'Parent group', above.groupName)
    await form.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 1, name: `${groupName} B` }).waitFor()
    expect(await stored(groupId)).toMatchObject({ groupName: `${groupName} B`, parentGroupId: above.groupId })

    await page.getByRole('button', { name: 'Set inactive' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Set inactive' }).click()
    await form.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Set active' }).waitFor()
    expect(await stored(groupId)).toMatchObject({ status: 'inactive' })
    expectNoErrors(page)
  })

  it('take members in and let them go, and are their primary group', async () => {
    const group = await makeGroup(api)
    const user = await makeUser(api)
    const name = `Zoe ${user.lastName}`
    const page = await browser.open(`/admin/groups/${group.groupId}`, 'workplace-administrator')
    await page.getByText('It has no members of its own.').waitFor()
    await page.getByRole('checkbox', { name: 'As their primary group if they have none' }).uncheck()
    await choose(page, 'Add a member', user.lastName, `${name} (${user.userName})`)
    const members = page.getByRole('table', { name: 'Members' })
    await members.getByRole('row', { name }).waitFor()
    expect(await ask(api, 'GET', `/api/users/${user.userId}`)).toMatchObject({ primaryGroupId: null })
    await page.getByRole('button', { name: `Make primary: ${name}` }).click()
    await members.getByText('This one').waitFor()
    const past = page.getByRole('region', { name: 'History' })
    await past.getByRole('row', { name }).getByText('Ongoing').waitFor()
    await past.getByLabel('As of').fill('2026-01-31')
    await page.keyboard.press('Enter')
    await past.getByLabel('As of').blur()
    await past.getByText('No one is known to have been a member on Sat 31 Jan 2026.').waitFor()
    await expectAccessible(page)
    const person = await browser.open(`/admin/users/${user.userId}`, 'workplace-administrator')
    await person.getByRole('table', { name: 'History' }).getByRole('row', { name: group.groupName }).waitFor()
    await expectAccessible(person)
    const userNow = () => ask<Record<string, unknown>>(api, 'GET', `/api/users/${user.userId}`)
    expect(await userNow()).toMatchObject({ primaryGroupId: group.groupId })
    await page.getByRole('button', { name: `Remove ${name}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('It has no members of its own.').waitFor()
    expect(await userNow()).toMatchObject({ primaryGroupId: null })
    expectNoErrors(page)
  })

  it('become the primary group of a member who has none, and leave the one of others', async () => {
    const [group, own] = [await makeGroup(api), await makeGroup(api)]
    const [first, other] = [await makeUser(api), await makeUser(api, { primaryGroupId: own.groupId })]
    const page = await browser.open(`/admin/groups/${group.groupId}`, 'workplace-administrator')
    await page.getByText('It has no members of its own.').waitFor()
    const members = page.getByRole('table', { name: 'Members' })
    for (const { lastName, userName } of [first, other]) {
      await choose(page, 'Add a member', lastName, `Zoe ${lastName} (${userName})`)
      await members.getByRole('row', { name: `Zoe ${lastName}` }).waitFor()
    }
    await members
      .getByRole('row', { name: `Zoe ${first.lastName}` })
      .getByText('This one')
      .waitFor()
    await page.getByRole('button', { name: `Make primary: Zoe ${other.lastName}` }).waitFor()
    const primaryOf = async ({ userId }: { userId: string }) =>
      (await ask<{ primaryGroupId: string }>(api, 'GET', `/api/users/${userId}`)).primaryGroupId
    expect([await primaryOf(first), await primaryOf(other)]).toEqual([group.groupId, own.groupId])
    expectNoErrors(page)
  })

  it('have a history whose file names the last day that the page shows', async () => {
    const group = await makeGroup(api)
    const { userId, userName, firstName, lastName } = await makeUser(api)
    const member = { userId, userName, firstName, lastName, status: 'active' }
    const items = [
      { ...member, validFrom: '2026-01-05', validTo: '2026-02-01' },
      { ...member, validFrom: '2026-03-02', validTo: null },
    ]
    const page = await browser.open(NOWHERE, 'workplace-administrator')
    await page.route('**/member-history?*', (route) => route.fulfill({ json: { items, nextCursor: null } }))
    await goTo(page, `/admin/groups/${group.groupId}`)
    const past = page.getByRole('region', { name: 'History' })
    await past.getByText('Sat 31 Jan 2026').waitFor()
    await past.getByText('Ongoing').waitFor()
    const file = String(await contentOf(page, past.getByRole('button', { name: 'CSV: History' })))
    const days = file
      .trim()
      .split('\r\n')
      .map((line) => line.split(',').slice(2))
    expect(days).toEqual([
      ['First day', 'Last day'],
      ['2026-01-05', '2026-01-31'],
      ['2026-03-02', ''],
    ])
    expectNoErrors(page)
  })

  it('have zones', async () => {
    const group = await makeGroup(api)
    const { zoneId, locationName } = await makeBuilding(api, [])
    const page = await browser.open(`/admin/groups/${group.groupId}`, 'workplace-administrator')
    await page.getByRole('button', { name: 'Change zones' }).click()
    await page.getByRole('dialog').waitFor()
    const input = page
      .getByRole('dialog')
      .getByRole('textbox', { name: 'Zones' })
      .or(page.getByRole('dialog').getByRole('combobox', { name: 'Zones' }))
    await input.first().click()
    await page.getByRole('group', { name: locationName }).getByRole('option', { name: '1 North, Level 1' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('table', { name: 'Zones' }).getByRole('row', { name: locationName }).waitFor()
    const zones = await ask<{ items: { zoneId: string }[] }>(api, 'GET', `/api/groups/${group.groupId}/zones`)
    expect(zones.items.map((zone) => zone.zoneId)).toEqual([zoneId])

    // What another administrator changed meanwhile is not changed back.
    await ask(api, 'PUT', `/api/groups/${group.groupId}/zones`, { zoneIds: [] })
    await page.getByRole('button', { name: 'Change zones' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByText('It has none of its own').waitFor()
    expect(await ask(api, 'GET', `/api/groups/${group.groupId}/zones`)).toMatchObject({ items: [] })
    await page.getByRole('button', { name: 'Change zones' }).click()
    const save = page.getByRole('dialog').getByRole('button', { name: 'Save' })
    await save.waitFor()
    await ask(api, 'PUT', `/api/groups/${group.groupId}/zones`, { zoneIds: [zoneId] })
    await save.click()
    await page.getByRole('dialog').getByRole('alert').waitFor()
    expect(await ask(api, 'GET', `/api/groups/${group.groupId}/zones`)).toMatchObject({ items: [{ zoneId }] })
    expectNoErrors(page)
  })

  it('are read-only for other roles, and employees do not see members', async () => {
    const group = await makeGroup(api)
    const analyst = await browser.open(`/admin/groups/${group.groupId}`, 'analytics-administrator')
    await analyst.getByText('It has no members of its own.').waitFor()
    expect(await analyst.getByRole('button', { name: /Edit|Change zones|Add a group/ }).count()).toBe(0)
    const employee = await browser.open(`/admin/groups/${group.groupId}`, 'employee')
    await employee.getByRole('region', { name: 'Members' }).getByRole('alert').waitFor()
    expectNoErrors(analyst)
    expectNoErrors(employee)
  })
})
