import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendAsKey } from '../me/support.ts'
import { expectAccessible, expectNoErrors, startBrowser, type TestBrowser } from '../support/browser.ts'
import { ask, makeUser, openApi, unique } from './support.ts'

let browser: TestBrowser
let api: Page
beforeAll(async () => {
  browser = await startBrowser()
  api = await openApi(browser)
})
afterAll(() => browser?.[Symbol.asyncDispose]())

describe('meanings of attributes', () => {
  it('are added, changed and removed, with their effect on users', async () => {
    const user = await makeUser(api)
    const attribute = unique('zz').replace(' ', '')
    const kind = `${attribute}-kind`
    await sendAsKey(api, '/v1/user-attributes', {
      userAttributes: [{ userName: user.userName, attributes: { [attribute]: 'Lab 7' } }],
    })
    const groupsOf = async () => {
      const { items } = await ask<{ items: { groupName: string; groupType: string }[] }>(
        api,
        'GET',
        `/api/users/${user.userId}/groups`,
      )
      return items.map(({ groupName, groupType }) => `${groupName} ${groupType}`)
    }
    const page = await browser.open('/admin/settings?tab=attributes', 'workplace-administrator')
    await page.getByRole('button', { name: 'Give an attribute a meaning' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Attribute').fill(attribute)
    const preview = form.getByRole('button', { name: 'Show what it would do' })
    const apply = form.getByRole('button', { name: 'Apply to all users' })
    await preview.click()
    await form.getByText('Choose what the attribute means: groups, the primary building, or both.').waitFor()
    await form.getByLabel('Kind of group').fill(kind)
    await preview.click()
    await form.getByText('1 group made, 1 membership began.').waitFor()
    await form.getByText('Lab 7: 1 member, a new group').waitFor()
    await expectAccessible(page)
    expect(await groupsOf()).toEqual([])
    await form.getByLabel('Kind of group').fill(`${kind}x`)
    expect(await apply.count()).toBe(0)
    await form.getByLabel('Kind of group').fill(kind)
    await preview.click()
    await apply.click()
    await form.waitFor({ state: 'detached' })
    expect(await groupsOf()).toEqual([`Lab 7 ${kind}`])
    const row = page.getByRole('row', { name: attribute })
    await row.getByText(kind, { exact: true }).waitFor()

    await page.getByRole('button', { name: `Edit ${attribute}` }).click()
    expect(await form.getByLabel('Attribute').getAttribute('readonly')).not.toBeNull()
    await form.getByLabel('Kind of group').fill(`${kind}-2`)
    await preview.click()
    await form.getByText(/groups? of attributes (is|are) then\s+without members/).waitFor()
    await apply.click()
    await row.getByText(`${kind}-2`).waitFor()
    expect(await groupsOf()).toEqual([`Lab 7 ${kind}-2`])

    // What another administrator changed meanwhile is not changed back.
    await ask(api, 'PUT', `/api/attribute-mappings/${attribute}`, { groupType: `${kind}-3` })
    await page.getByRole('button', { name: `Edit ${attribute}` }).click()
    await expect.poll(() => form.getByLabel('Kind of group').inputValue()).toBe(`${kind}-3`)
    await form.getByRole('button', { name: 'Cancel' }).click()
    await form.waitFor({ state: 'detached' })

    await page.getByRole('button', { name: `Remove ${attribute}` }).click()
    await form.getByText('1 membership ended.').waitFor()
    await page.getByRole('button', { name: 'Remove the meaning' }).click()
    await row.waitFor({ state: 'detached' })
    expect(await groupsOf()).toEqual([])
    expectNoErrors(page)

    const search = `/api/groups?groupType=${encodeURIComponent(kind)}`
    const { items } = await ask<{ items: { groupId: string }[] }>(api, 'GET', search)
    const emptied = await browser.open(`/admin/groups/${items[0]?.groupId}`, 'workplace-administrator')
    await emptied.getByRole('button', { name: 'Set inactive' }).click()
    await emptied.getByRole('dialog').getByRole('button', { name: 'Set inactive' }).click()
    await emptied.getByRole('button', { name: 'Set active' }).waitFor()
    expectNoErrors(emptied)
  })
})
