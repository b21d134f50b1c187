import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeUser, unique } from '../admin/support.ts'
import {
  expectAccessible,
  expectFitsPhone,
  expectNoErrors,
  goTo,
  NOWHERE,
  startBrowser,
  type TestBrowser,
  WIDE,
} from '../support/browser.ts'
import { contentOf } from '../support/download.ts'
import { ask, desksOf, makeBuilding } from './support.ts'

let browser: TestBrowser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser?.[Symbol.asyncDispose]())

const table = (page: Page) => page.getByRole('table', { name: /^Table of desks|Tabelle der Arbeitsplätze$/ })
const names = async (page: Page): Promise<string[]> =>
  (await table(page).getByRole('rowheader').allInnerTexts()).map((name) => name.trim())
const headings = async (page: Page): Promise<string[]> =>
  (await table(page).getByRole('columnheader').allInnerTexts()).map((name) => name.trim()).filter(Boolean)

describe('a list', () => {
  it('keeps its order, filter and columns in its address, for others too, and its file has just these rows', async () => {
    const page = await browser.open(NOWHERE, 'workplace-administrator')
    const desks = ['D-1', 'D-2', 'D-10', 'E-1'].map((name, index) => ({ name, x: index, y: 1 }))
    const { path, levelId } = await makeBuilding(page, desks)
    const { placeId } = (await desksOf(page, levelId))['E-1'] as { placeId: string }
    await ask(page, 'PATCH', `/api/places/${placeId}`, { assignedUserId: (await makeUser(page)).userId })
    await goTo(page, `${path}?tab=desks`)
    await page.getByRole('button', { name: 'Name', exact: true }).click()
    await page.getByRole('button', { name: 'Name', exact: true }).click()
    await expect.poll(() => names(page)).toEqual(['E-1', 'D-10', 'D-2', 'D-1'])
    await page.getByLabel('Find desks').fill('d-')
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'y', exact: true }).uncheck()
    await page.getByRole('checkbox', { name: 'Status' }).uncheck()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByRole('group', { name: 'Assigned' }).getByRole('checkbox', { name: 'No', exact: true }).check()
    await page.keyboard.press('Escape')
    const shown = { names: ['D-10', 'D-2', 'D-1'], headings: ['Name', 'Zone', 'x', 'Has', 'Assigned', 'Change'] }
    const expectShown = async (other: Page, ofLanguage = shown.headings) => {
      await expect.poll(() => names(other)).toEqual(shown.names)
      expect(await headings(other)).toEqual(ofLanguage)
      expect(await table(other).getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('descending')
    }
    await expectShown(page)
    await page.waitForURL(/%22no%22/)
    const address = page.url()
    // Addresses were once made with the words of choices.
    await goTo(page, address.replace('%22no%22', '%22No%22'))
    await expectShown(page)
    const other = await browser.open(address.replace(/^https?:\/\/[^/]+/, ''), 'global-administrator')
    await expectShown(other)
    await other.evaluate("localStorage.setItem('rollcall.language', 'de')")
    await other.reload()
    await expectShown(other, ['Name', 'Zone', 'x', 'Ausstattung', 'Zugewiesen', 'Ändern'])
    expect(other.url()).toBe(address)
    expect(address).toContain('%22no%22')
    await other.getByRole('button', { name: 'Filter (1)' }).click()
    expect(await other.getByRole('checkbox', { name: 'Nein' }).isChecked()).toBe(true)
    await other.evaluate("localStorage.removeItem('rollcall.language')")

    const file = String(await contentOf(page, page.getByRole('button', { name: 'CSV: Table of desks' })))
    expect(file.replace('\uFEFF', '').trim().split('\r\n')).toEqual([
      'Name,Zone,x,Has,Assigned',
      ...['D-10,1 North,2,,No', 'D-2,1 North,1,,No', 'D-1,1 North,0,,No'],
    ])
    await page.getByLabel('Find desks').fill('nothing has this name')
    await page.getByText('No desks match').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).press('Enter')
    await expect.poll(() => names(page)).toEqual(['E-1', 'D-10', 'D-2', 'D-1'])
    // The pressed button is gone, and the keyboard goes on at the table.
    await expect.poll(() => page.evaluate("document.activeElement.matches(':not(body):has([role=table])')")).toBe(true)
    await page.evaluate('localStorage.clear()')
    expectNoErrors(page)
    expectNoErrors(other)
  })

  it('lets several desks be chosen by keyboard, says what follows, and changes all of them; it fits a phone', async () => {
    const page = await browser.open(NOWHERE, 'workplace-administrator')
    const { path, levelId } = await makeBuilding(
      page,
      ['D-1', 'D-2', 'D-3', 'D-4'].map((name) => ({ name })),
    )
    const user = await makeUser(page)
    const day = Temporal.Now.plainDateISO('UTC').add({ days: 3 }).toString()
    const { placeId } = (await desksOf(page, levelId))['D-2'] as { placeId: string }
    await ask(await browser.open(NOWHERE, 'global-administrator'), 'PUT', `/api/users/${user.userId}/days/${day}/booking`, {
      placeId,
    })
    await goTo(page, `${path}?tab=desks`)
    await page.getByRole('checkbox', { name: 'Select D-1' }).press(' ')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Shift+ ')
    await page.getByText('3 selected').waitFor()
    await expectAccessible(page)
    const several = page.getByRole('group', { name: 'Change several desks' })
    await several.getByRole('button', { name: 'Set inactive' }).click()
    const dialog = page.getByRole('dialog', { name: 'Set 3 desks inactive?' })
    await dialog.getByText('1 booking of 1 person will be canceled.').waitFor()
    expect(await dialog.getByRole('list', { name: 'Bookings that will be canceled' }).innerText()).toContain(user.lastName)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Set inactive' }).click()
    await page.getByText('3 desks changed.').waitFor()
    await expect.poll(() => names(page)).toEqual(['D-4'])
    const statuses = Object.values(await desksOf(page, levelId)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual(['active', 'inactive', 'inactive', 'inactive'])
    await expectFitsPhone(page)
    expect(await table(page).getByText('1 North').isVisible()).toBe(true)
    expectNoErrors(page)
  })

  it('fits a window of 1280 pixels, so that its last column is not cut', async () => {
    const page = await browser.open(NOWHERE, 'global-administrator')
    await page.setViewportSize(WIDE.viewport)
    for (const path of ['/admin/keys', '/admin/users', '/people', '/data/changes', '/data/refresh-runs']) {
      await goTo(page, path)
      await page.getByRole('row').nth(1).waitFor()
      const frame = page.getByRole('table').first().locator('..')
      expect(await frame.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), path).toBeLessThanOrEqual(1)
    }
    expectNoErrors(page)
  })

  it('remembers the columns of a table for its page, not for one of the same name elsewhere', async () => {
    const page = await browser.open(NOWHERE, 'global-administrator')
    const { locationId, zoneId } = await makeBuilding(page, [{ name: 'D-1' }])
    const { groupId } = await ask(page, 'POST', '/api/groups', { groupName: unique('Zz group'), groupType: 'zz-kind' })
    await ask(page, 'PUT', `/api/groups/${groupId}/zones`, { zoneIds: [zoneId] })
    await goTo(page, `/me/floor?locationId=${locationId}`)
    const level = page.getByRole('columnheader', { name: 'Level', exact: true })
    await level.waitFor()
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Level', exact: true }).uncheck()
    await page.keyboard.press('Escape')
    await level.waitFor({ state: 'detached' })
    await goTo(page, `/admin/groups/${groupId}`)
    await level.waitFor()
    await page.evaluate('localStorage.clear()')
    expectNoErrors(page)
  })

  it('lets several users join a group, and says for which of them an action is refused', async () => {
    const page = await browser.open(NOWHERE, 'global-administrator')
    const lastName = unique('Zyx').replace(' ', '')
    const group = await ask(page, 'POST', '/api/groups', { groupName: unique('Zz group'), groupType: 'zz-kind' })
    for (const n of [1, 2]) await ask(page, 'POST', '/api/users', { userName: `${lastName}${n}`, firstName: `N${n}`, lastName })
    await goTo(page, `/admin/users?find=${lastName}`)
    await page.getByRole('checkbox', { name: `Select N2 ${lastName}` }).waitFor()
    await page.getByRole('checkbox', { name: 'Select all listed' }).check()
    await page.getByRole('button', { name: 'Set roles' }).click()
    const roles = page.getByRole('dialog', { name: 'Set the roles of 2 users' })
    await roles.getByRole('checkbox', { name: 'Workplace administrator' }).check()
    await roles.getByRole('button', { name: 'Set the roles' }).click()
    await roles.getByText('has no account').first().waitFor()
    expect(await roles.getByRole('list', { name: 'Why not' }).innerText()).toContain(`N2 ${lastName} has no account`)
    await expectAccessible(page)
    await roles.getByRole('button', { name: 'Cancel' }).click()

    await page.getByRole('button', { name: 'Add to a group' }).click()
    const join = page.getByRole('dialog', { name: 'Add 2 users to a group' })
    await join.getByRole('combobox', { name: 'Group' }).fill(String(group.groupName))
    await page.getByRole('option', { name: String(group.groupName) }).click()
    await join.getByRole('checkbox', { name: 'As the primary group of 2 users who have none' }).waitFor()
    await join.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('2 users changed.').waitFor()
    const { items } = await ask<{ items: object[] }>(page, 'GET', `/api/groups/${group.groupId}/members`)
    const { items: users } = await ask<{ items: object[] }>(page, 'GET', `/api/users?search=${lastName}`)
    expect(users, 'the first group of a person is the primary one').toMatchObject([
      { primaryGroupId: group.groupId },
      { primaryGroupId: group.groupId },
    ])
    expect(items).toHaveLength(2)
    await expectFitsPhone(page)
    expectNoErrors(page)
  })
})
