import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendAsKey } from '../me/support.ts'
import { expectAccessible, expectNoErrors, startBrowser, type TestBrowser } from '../support/browser.ts'
import { ask, choose, makeBuilding, makeUser, openApi, unique } from './support.ts'

let browser: TestBrowser
let api: Page
beforeAll(async () => {
  browser = await startBrowser()
  api = await openApi(browser)
})
afterAll(() => browser?.[Symbol.asyncDispose]())

interface Settings {
  readonly organizationName: string
  readonly timeZone: string
  readonly deskFairness: string
  readonly presenceBasedBooking: boolean
  readonly autoRelease: boolean
  readonly showTimeOffTypes: boolean
  readonly minimumGroupSize: number
  readonly hierarchyGuardPercent: number | null
}
const settings = () => ask<Settings>(api, 'GET', '/api/settings')

describe('settings of the organization', () => {
  it('are shown as they are', async () => {
    const stored = await settings()
    const page = await browser.open('/admin/settings', 'global-administrator')
    const value = (name: string) => page.getByLabel(name).first().inputValue()
    expect(await value('Name of the organization')).toBe(stored.organizationName)
    expect(await value('Time zone')).toBe(stored.timeZone)
    expect(await value('Smallest group in analytics')).toBe(String(stored.minimumGroupSize))
    const fairness = stored.deskFairness === 'most-attended' ? 'People who come most often' : 'Everyone in turn'
    expect(await page.getByRole('radio', { name: fairness }).isChecked()).toBe(true)
    expect(await page.getByRole('switch', { name: 'Presence moves bookings' }).isChecked()).toBe(stored.presenceBasedBooking)
    expect(await page.getByRole('switch', { name: 'Assigned desks are released' }).isChecked()).toBe(stored.autoRelease)
    expect(await page.getByRole('switch', { name: 'Types of time off are shown' }).isChecked()).toBe(stored.showTimeOffTypes)
    expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
    expectNoErrors(page)
  })

  it('are changed one by one, and a value that is out of bounds is shown at its field', async () => {
    const before = await settings()
    const page = await browser.open('/admin/settings', 'workplace-administrator')
    const guard = page.getByLabel('Reject hierarchy changes larger than (%)')
    const save = page.getByRole('button', { name: 'Save' })
    expect(await page.getByLabel('Name of the organization').getAttribute('readonly')).not.toBeNull()
    await guard.fill('101')
    await save.click()
    await page.getByText('Give a whole number from 0 to 100, or nothing.').waitFor()
    const percent = before.hierarchyGuardPercent === 77 ? 78 : 77
    await guard.fill(String(percent))
    await save.click()
    await page.getByText('The settings are saved.').waitFor()
    expect(await settings()).toEqual({ ...before, hierarchyGuardPercent: percent })
    expect(await save.isDisabled()).toBe(true)

    await guard.fill('')
    await page.getByRole('button', { name: 'Discard' }).click()
    expect(await guard.inputValue()).toBe(String(percent))
    await guard.fill('')
    await save.click()
    await expect.poll(async () => (await settings()).hierarchyGuardPercent).toBeNull()
    expectNoErrors(page)
  })

  it('are read-only for other administrators', async () => {
    const page = await browser.open('/admin/settings', 'bookings-administrator')
    await page.getByText('You can only view these settings').waitFor()
    expect(await page.getByLabel('Smallest group in analytics').isDisabled()).toBe(true)
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0)
    await page.getByRole('tab', { name: 'User attributes' }).click()
    expect(await page.getByRole('button', { name: 'Give an attribute a meaning' }).count()).toBe(0)
    expectNoErrors(page)
  })
})

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
    await form.getByText('Choose what the attribute means: groups, the primary location, or both.').waitFor()
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

describe('nightly planning', () => {
  it('is started for a building by a bookings administrator, and listed with its results', async () => {
    const { locationId, locationName } = await makeBuilding(api, [])
    const page = await browser.open(`/admin/settings?tab=planning&building=${locationId}`, 'bookings-administrator')
    await page.getByText('Nothing has been planned yet').waitFor()
    await page.getByRole('button', { name: 'Plan and book now' }).click()
    const form = page.getByRole('dialog')
    await form.getByRole('button', { name: 'Plan and book' }).click()
    const row = page.getByRole('table', { name: 'Nightly planning' }).getByRole('row', { name: locationName })
    await row.waitFor()
    const { items } = await ask<{ items: { plans: number; bookings: number }[] }>(
      api,
      'GET',
      `/api/horizon-runs?locationId=${locationId}`,
    )
    expect((await row.getByRole('cell').allInnerTexts()).slice(-2)).toEqual([String(items[0]?.plans), String(items[0]?.bookings)])
    // The building is in Berlin, and so are the hours that are shown.
    expect(await row.innerText()).toMatch(/GMT\+[12]|CES?T/)
    await page.getByRole('button', { name: 'All buildings' }).click()
    await page.waitForURL((url) => !url.searchParams.has('building'))
    await choose(page, 'Building', locationName)
    await page.waitForURL(/building=/)
    expectNoErrors(page)
  })

  it('is not started by users who may only read', async () => {
    const page = await browser.open('/admin/settings?tab=planning', 'workplace-administrator')
    await page.getByText('Each night, at the hour').waitFor()
    expect(await page.getByRole('button', { name: 'Plan and book now' }).count()).toBe(0)
    expectNoErrors(page)
  })
})
