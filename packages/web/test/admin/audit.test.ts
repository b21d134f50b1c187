import { AUDIT_ACTIONS } from '@rollcall/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ACTION_WORDS } from '../../src/pages/admin/audit/action-words.ts'
import { expectNoErrors, goTo, NOWHERE, startBrowser, type TestBrowser } from '../support/browser.ts'
import { contentOf } from '../support/download.ts'
import { ask, choose, makeBuilding, makeGroup, makeUser, openApi, unique } from './support.ts'

let browser: TestBrowser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser?.[Symbol.asyncDispose]())

it('the audit log shows an act with what changed, filters by its entity, and downloads it', async () => {
  const api = await openApi(browser)
  const { groupId, groupName } = await makeGroup(api)
  await ask(api, 'PATCH', `/api/groups/${groupId}`, { groupName: `${groupName}, renamed` })
  // Of all acts, those of other tests may fill the first page.
  const page = await browser.open('/admin/audit?action=group.update', 'global-administrator')
  const log = page.getByRole('table', { name: 'Audit log' })
  await log
    .getByRole('row', { name: `${groupName}, renamed` })
    .getByRole('button', { name: /^A group was changed\. Entry \d+$/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'A group was changed.' })
  await dialog.getByRole('row', { name: 'Action group.update' }).waitFor()
  const change = dialog.getByRole('table', { name: 'What changed' }).getByRole('row', { name: /^Group\s*groupName/ })
  expect(await change.getByRole('cell').allInnerTexts()).toEqual([groupName, `${groupName}, renamed`])
  await dialog.getByRole('button', { name: 'Everything done to it' }).click()
  await page.getByText('That is all: 2 acts.').waitFor()
  expect(page.url()).toContain(groupId)
  // The field takes a name over one rendering after the list.
  await expect.poll(() => page.getByRole('combobox', { name: 'Done to' }).inputValue()).toBe(`${groupName}, renamed`)
  const file = await contentOf(page, page.getByRole('button', { name: 'NDJSON: Audit log' }))
  const lines = file.toString().trim().split('\n')
  expect(lines.map((line) => JSON.parse(line).action)).toEqual(['group.update', 'group.create'])
  const { userId, userName, lastName } = await makeUser(api)
  const key = { name: unique('Zz key'), role: 'data-warehouse', authMethods: ['basic'] }
  const { keyId } = await ask<{ keyId: string }>(api, 'POST', '/api/keys', key)
  const held = Promise.withResolvers<void>()
  await page.route('**/api/audit-log?*', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.reload()
  const doneTo = page.getByRole('combobox', { name: 'Done to' })
  await doneTo.fill(lastName)
  held.resolve()
  await page.getByText('That is all: 2 acts.').waitFor()
  expect(await doneTo.inputValue(), 'the name of the entity comes after what was typed').toBe(lastName)
  await page.getByRole('option', { name: `Zoe ${lastName} (${userName})` }).click()
  await page.getByText('That is all: 1 act.').waitFor()
  expect(new URL(page.url()).searchParams.get('entityId')).toBe(userId)
  await choose(page, 'Person or key', key.name, `${key.name} (key)`)
  await page.getByText('No entry matches').waitFor()
  expect(new URL(page.url()).searchParams.get('actorId')).toBe(keyId)
  await page.getByRole('combobox', { name: 'Action' }).fill('key.crea')
  await page.getByRole('option', { name: /^A key was created\./ }).click()
  await page.waitForURL(/[?&]action=key\.create\b/)
  expectNoErrors(page)
})

it('a file that has only a part of the entries says so', async () => {
  const page = await browser.open(NOWHERE, 'global-administrator')
  const stored = await ask<{ items: object[] }>(page, 'GET', '/api/audit-log?limit=1')
  await page.route('**/api/audit-log?*', (route) => route.fulfill({ json: { ...stored, nextCursor: 'more' } }))
  await goTo(page, '/admin/audit')
  const file = await contentOf(page, page.getByRole('button', { name: 'NDJSON: Audit log' }))
  expect(file.toString().trim().split('\n')).toHaveLength(100)
  await page.getByRole('alert').filter({ hasText: 'The file has only the newest 100 entries.' }).waitFor()
  expectNoErrors(page)
})

it('folds what one call did to several into a line, which opens to the entries', async () => {
  const page = await browser.open(NOWHERE, 'global-administrator')
  const { zoneId } = await makeBuilding(
    page,
    ['D-1', 'D-2', 'D-3'].map((name) => ({ name })),
  )
  const made = '/api/audit-log?action=place.create&limit=1000'
  const stored = await ask<{ items: { after: { zoneId?: string } | null }[] }>(page, 'GET', made)
  const items = stored.items.filter(({ after }) => after?.zoneId === zoneId)
  expect(items).toHaveLength(3)
  await page.route('**/api/audit-log?*', (route) => route.fulfill({ json: { items, nextCursor: null } }))
  await goTo(page, '/admin/audit')
  const line = page.getByRole('button', { name: '3 desks were created.' })
  expect(await line.getAttribute('aria-expanded')).toBe('false')
  await page.getByText('That is all: 3 acts.').waitFor()
  const file = await contentOf(page, page.getByRole('button', { name: 'CSV: Audit log' }))
  expect(file.toString().trim().split('\n')).toHaveLength(4)
  const desk = page.getByRole('row', { name: 'Desk D-2' })
  expect(await desk.count()).toBe(0)
  await line.click()
  await desk.getByRole('button', { name: /^A desk was created\. Entry \d+$/ }).waitFor()
  await line.click()
  await desk.waitFor({ state: 'detached' })
  await page.getByText('1 of 1 lines, for 3 entries').waitFor()
  const today = page.getByRole('button', { name: 'Today', exact: true })
  await today.click()
  await expect.poll(() => today.getAttribute('aria-pressed')).toBe('true')
  expect([...new URL(page.url()).searchParams.keys()].sort()).toEqual(['from', 'to'])
  const yesterday = page.getByRole('button', { name: 'Yesterday' })
  await yesterday.click()
  await expect.poll(() => yesterday.getAttribute('aria-pressed')).toBe('true')
  expect(await today.getAttribute('aria-pressed')).toBe('false')
  expectNoErrors(page)
})

it('acts have the words of the contract, whose locations are buildings', () => {
  const words = Object.entries(AUDIT_ACTIONS).map(([action, word]) => [action, word.replace(/\b(a) location\b/gi, '$1 building')])
  expect(ACTION_WORDS).toEqual(Object.fromEntries(words))
})
