import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectNoErrors, goTo, NOWHERE, startBrowser, type TestBrowser } from '../support/browser.ts'
import { PASSWORD } from '../support/demo.ts'
import { contentOf } from '../support/download.ts'
import { ask, choose, makeBuilding, openApi } from './support.ts'

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

/** All tests that change them are in this file, as files run at the same time. */
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

  it('are those of now whenever their page is opened', async () => {
    const { autoRelease } = await settings()
    const page = await browser.open('/admin/settings', 'workplace-administrator')
    const released = page.getByLabel('Assigned desks are released')
    expect(await released.isChecked()).toBe(autoRelease)
    await page.getByRole('tab', { name: 'User attributes' }).click()
    // The address changes before the page does.
    await released.waitFor({ state: 'detached' })
    await ask(api, 'PATCH', '/api/settings', { autoRelease: !autoRelease })
    await page.getByRole('tab', { name: 'Organization' }).click()
    expect(await released.isChecked()).toBe(!autoRelease)
    await ask(api, 'PATCH', '/api/settings', { autoRelease })
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

  it('ask before the page is left while they are not saved, and survive the end of the session', async () => {
    const before = await settings()
    const page = await browser.open('/admin/settings', 'workplace-administrator')
    await page.getByLabel('Assigned desks are released').click()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Users' }).click()
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click()
    expect(page.url()).toContain('/admin/settings')

    await ask(page, 'DELETE', '/api/session')
    await page.getByRole('button', { name: 'Save' }).click()
    const again = page.getByRole('dialog', { name: 'Sign in again' })
    await page.getByText('You are not signed in.').waitFor()
    await again.getByLabel('Password', { exact: true }).fill('wrong horse')
    await again.getByRole('button', { name: 'Sign in', exact: true }).click()
    await again.getByRole('alert').waitFor()
    await page.keyboard.press('Escape')
    await again.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await again.getByRole('button', { name: 'Sign in', exact: true }).click()
    await again.waitFor({ state: 'detached' })
    expect(await page.getByLabel('Assigned desks are released').isChecked()).toBe(!before.autoRelease)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The settings are saved.').waitFor()
    expect(await settings()).toMatchObject({ autoRelease: !before.autoRelease })
    await ask(api, 'PATCH', '/api/settings', { autoRelease: before.autoRelease })
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

  it('has a file of all nights, not only of those on the page', async () => {
    const runOf = (day: string) => ({
      ...{ locationId: crypto.randomUUID(), locationName: 'House', day, plans: 3, bookings: 2 },
      ...{ startedAt: `${day}T01:00:00.000Z`, endedAt: `${day}T01:00:02.000Z` },
    })
    const page = await browser.open(NOWHERE, 'workplace-administrator')
    await page.route('**/api/horizon-runs?*', (route) => {
      const isFirst = !new URL(route.request().url()).searchParams.has('cursor')
      const first = { items: [runOf('2026-02-03')], nextCursor: 'more' }
      return route.fulfill({ json: isFirst ? first : { items: [runOf('2026-02-02')], nextCursor: null } })
    })
    await goTo(page, '/admin/settings?tab=planning')
    const file = String(await contentOf(page, page.getByRole('button', { name: 'CSV: Nightly planning' })))
    const nights = file
      .trim()
      .split('\r\n')
      .map((line) => line.split(',')[1])
    expect(nights).toEqual(['Night of', '2026-02-03', '2026-02-02'])
    expectNoErrors(page)
  })

  it('is not started by users who may only read', async () => {
    const page = await browser.open('/admin/settings?tab=planning', 'workplace-administrator')
    await page.getByText('Each night, at the hour').waitFor()
    expect(await page.getByRole('button', { name: 'Plan and book now' }).count()).toBe(0)
    expectNoErrors(page)
  })
})
