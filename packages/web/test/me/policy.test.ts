import type { PolicyFigures } from '@rollcall/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, dayRange } from '../../src/time/days.ts'
import { ask } from '../admin-places/support.ts'
import { csvRows, ENGLISH, frame, scopeOf, settled, tableRows } from '../analytics/support.ts'
import { presenceAlone, refreshAlone } from '../support/alone.ts'
import { answerOf } from '../support/answers.ts'
import {
  expectAccessible,
  expectFitsPhone,
  expectNoErrors,
  goTo,
  goWithin,
  NOWHERE,
  startBrowser,
  type TestBrowser,
  WIDE,
} from '../support/browser.ts'
import { dayIn, shortDay, type TestUser, takePeople } from './support.ts'

/** A Monday before the company has any data. */
const LONG_AGO = '2026-01-05'

let browser: TestBrowser
let ada: TestUser
let api: Page
const topName = `Policy ${crypto.randomUUID().slice(0, 8)}`
const belowName = `${topName} below`
let top: string

beforeAll(async () => {
  browser = await startBrowser()
  ;[ada] = (await takePeople(browser, 19, 1)) as [TestUser]
  api = await browser.open(NOWHERE, 'global-administrator')
  const makeGroup = async (groupName: string, more: object = {}) =>
    (await ask(api, 'POST', '/api/groups', { groupName, groupType: 'team', ...more })).groupId as string
  top = await makeGroup(topName)
  await ask(api, 'PATCH', `/api/users/${ada.userId}`, { primaryGroupId: await makeGroup(belowName, { parentGroupId: top }) })
})
afterAll(() => browser?.[Symbol.asyncDispose]())

const expectUsable = async (page: Page) => {
  await expectAccessible(page)
  await expectFitsPhone(page)
  await page.setViewportSize(WIDE.viewport)
}
const setLongAgo = (groupId: string, rule: object) => ask(api, 'PUT', `/api/groups/${groupId}/policies/${LONG_AGO}`, rule)
const rowOf = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('button', { name: `Set a policy of ${name}`, exact: true }) })

it('without a policy, My policy says that none applies', async () => {
  const page = await browser.open('/me/policy', ada)
  await page.getByText('No attendance policy applies to you').waitFor()
  await expectUsable(page)
  expectNoErrors(page)
})

it('an administrator sets the policy of a group, sees it where it is inherited, and removes it', async () => {
  const page = await browser.open('/admin/policies', 'workplace-administrator')
  await rowOf(page, topName)
    .getByRole('button', { name: /^Set a policy/ })
    .click()
  const dialog = page.getByRole('dialog', { name: `Policy of ${topName}` })
  await dialog.getByRole('combobox', { name: 'What it requires' }).click()
  await page.getByRole('option', { name: 'Named weekdays' }).click()
  await dialog.getByRole('button', { name: 'Set the policy' }).click()
  await dialog.getByText('Choose at least one weekday.').waitFor()
  await dialog.getByRole('checkbox', { name: 'Thursday' }).check()
  await dialog.getByRole('checkbox', { name: 'Tuesday' }).check()
  await expectUsable(page)
  await dialog.getByRole('button', { name: 'Set the policy' }).click()
  await page.getByText(`${topName}: Tuesday and Thursday from`).first().waitFor()
  await dialog.waitFor({ state: 'detached' })
  const own = rowOf(page, topName).getByRole('cell')
  expect((await own.allTextContents())[1]?.trim()).toBe('None')
  await own.getByText('Tuesday and Thursday from').waitFor()

  // A member whose primary group is another one is no one of its people.
  await ask(api, 'PUT', `/api/groups/${top}/members/${ada.userId}`)
  await setLongAgo(top, { kind: 'daysPerWeek', days: 3 })
  await page.reload()
  await rowOf(page, topName).getByText('1 member has another primary group or none').waitFor()
  const below = rowOf(page, belowName)
  await below.getByText(`from ${topName}`).waitFor()
  expect(await below.textContent()).toContain('3 days a week')
  await expectUsable(page)

  await rowOf(page, topName)
    .getByRole('button', { name: /^Remove the policy/ })
    .first()
    .click()
  const question = page.getByRole('dialog', { name: `Remove the policy of ${topName}?` })
  await question.getByText('Tuesday and Thursday from').waitFor()
  await expectUsable(page)
  await question.getByRole('button', { name: 'Remove' }).click()
  await page.getByText(`The policy of ${topName} from`).first().waitFor()
  await own.getByText('Tuesday and Thursday from').waitFor({ state: 'detached' })
  expect((await own.allTextContents())[1]?.trim()).toBe('3 days a week')
  expectNoErrors(page)
})

it('the audit log says in words what a policy requires', async () => {
  await setLongAgo(top, { kind: 'weekdays', weekdays: [2, 4] })
  const page = await browser.open(`/admin/audit?action=policy.set&entityId=${top}`, 'global-administrator')
  await page
    .getByRole('table', { name: 'Audit log' })
    .getByRole('button', { name: /^A group got an attendance policy, or another one from a day on\. Entry \d+$/ })
    .first()
    .click()
  const changed = page.getByRole('dialog').getByRole('table', { name: 'What changed' })
  const after = (name: RegExp) => changed.getByRole('row', { name }).getByRole('cell').last().innerText()
  expect(await after(/^Kind\s*kind/)).toBe('Named weekdays')
  expect(await after(/^Weekdays\s*weekdays/)).toBe('Tuesday, Thursday')
  expectNoErrors(page)
})

it('people see what each of their weeks requires, and which days count', async () => {
  await setLongAgo(top, { kind: 'daysPerWeek', days: 3 })
  const page = await browser.open(NOWHERE, ada)
  const weekday = (new Date(await dayIn(page, 0)).getUTCDay() + 6) % 7
  const next = await dayIn(page, 9 - weekday)
  await ask(page, 'PUT', `/api/users/me/days/${next}/plan`, { plan: 'o' })
  await goTo(page, '/me/policy')
  const week = page.getByRole('listitem').first()
  await week.getByText('Not over yet').waitFor()
  await week.getByText(`3 days a week, policy of ${topName}.`).waitFor()
  expect(await week.textContent()).toContain(`${shortDay(next)} planned`)
  await expectUsable(page)
  await week.getByRole('link', { name: shortDay(next) }).click()
  await page.getByRole('heading', { level: 1, name: 'Plan and desk' }).waitFor()
  expect(new URL(page.url()).searchParams.get('day')).toBe(next)
  expectNoErrors(page)
})

it('an employee does not see the policies of groups', async () => {
  const page = await browser.open('/admin/policies', ada)
  await page.getByRole('heading', { level: 1, name: 'Attendance policies' }).waitFor()
  expect(await page.getByRole('button', { name: /^Set a policy/ }).count()).toBe(0)
  await expectAccessible(page)
  expectNoErrors(page)
})

it('analysts see how many people met the policy of their group, without names', async () => {
  const { items } = await ask<{ items: { groupId: string; groupName: string; parentGroupId: string | null }[] }>(
    api,
    'GET',
    '/api/attendance-policies',
  )
  const parents = new Set(items.map(({ parentGroupId }) => parentGroupId))
  const divisions = items.filter(
    ({ groupId, parentGroupId }) => groupId !== top && parentGroupId === null && parents.has(groupId),
  )
  const page = await browser.open(`/analytics/policy?groups=${divisions[0]?.groupId}`, 'analytics-administrator', ENGLISH)
  await page.getByText('No group in this scope has a policy').waitFor()
  await expectUsable(page)

  for (const { groupId } of divisions) await setLongAgo(groupId, { kind: 'daysPerWeek', days: 2 })
  // No one publishes other weeks before the page has shown the same ones twice.
  await using _ = await refreshAlone()
  {
    // A building that reports no presence for a while would be published so.
    await using _presence = await presenceAlone()
    await ask(api, 'POST', '/api/refresh-runs', {})
  }
  await goTo(page, '/analytics/policy')
  await settled(page)
  await page
    .getByTestId('published')
    .getByText(/^Published through/)
    .waitFor()
  const { groups } = await answerOf<PolicyFigures>(page, '/api/analytics/policy', scopeOf(page))
  const shown = groups.filter(({ hidden, weeks }) => !hidden && weeks.length > 0)
  expect(shown.length).toBeGreaterThan(0)
  const rows = await tableRows(frame(page, 'Policy by group').getByRole('table'))
  for (const { groupName, groupType, weeks } of shown) {
    const { day, people, met, partly, missed } = weeks.at(-1) as (typeof weeks)[number]
    const row = rows.find(([name, type]) => name?.trim() === groupName && type === groupType)
    expect(row?.slice(2, 7)).toEqual([dayRange(addDays(day, -6), day), ...[people, met, partly, missed].map(String)])
  }
  const hiddenCount = groups.filter(({ hidden }) => hidden).length
  expect(rows.filter(([, , third]) => third?.startsWith('Withheld')).length).toBe(hiddenCount)
  // Groups are in the order of a figure once its heading is clicked, those without it at the end.
  const table = frame(page, 'Policy by group').getByRole('table')
  await table.getByRole('button', { name: 'Met', exact: true }).click()
  const numbers = shown.map(({ weeks }) => weeks.at(-1)?.met ?? 0).sort((one, other) => one - other)
  await expect
    .poll(async () => (await tableRows(table)).slice(0, numbers.length).map((cells) => cells[4]))
    .toEqual(numbers.map(String))
  expect((await tableRows(table)).length).toBe(groups.length)
  expect(await page.getByRole('main').textContent()).not.toContain(ada.userName)
  await expectUsable(page)
  await page.getByRole('button', { name: /^Show as table/ }).click()
  await expectUsable(page)

  const tops = shown.filter(({ parentId }) => !groups.some(({ groupId }) => groupId === parentId)).slice(0, 2)
  await goWithin(page, `/analytics/policy?groups=${tops.map(({ groupId }) => groupId)}`)
  await settled(page)
  const COMPARED = 'Policy met by week, groups compared'
  expect((await csvRows(page, COMPARED))[0]?.slice(1)).toEqual(tops.map(({ groupName }) => groupName))
  const metOf = ({ met, partly, missed }: (typeof tops)[number]['weeks'][number]) => String(met / (met + partly + missed))
  // By now one may be withheld: which of them a small group is counted with may change with each person whom another test changes.
  const hiddenOf = async ({ groupId }: (typeof tops)[number]) => {
    const answer = await answerOf<PolicyFigures>(page, '/api/analytics/policy', { ...scopeOf(page), groupIds: groupId })
    return answer.groups.find((each) => each.groupId === groupId)?.hidden
  }
  await expect
    .poll(async () => {
      const cells = await csvRows(page, COMPARED)
      const hidden = await Promise.all(tops.map(hiddenOf))
      return tops.flatMap(({ weeks }, index) =>
        weeks.filter((each) => {
          const cell = cells.find(([name]) => name === each.week)?.[index + 1]
          return cell !== (hidden[index] ? '' : metOf(each))
        }),
      )
    })
    .toEqual([])
  // A week leads to its people, who are not said to have met anything.
  const trend = frame(page, 'People by result and week')
  await trend.getByRole('button', { name: 'Show as table' }).click()
  await trend.getByRole('link').last().press('Enter')
  const sunday = tops[0]?.weeks.at(-1)?.day as string
  await page.waitForURL((url) => url.pathname === '/analytics/people' && url.searchParams.get('to') === sunday)
  const led = scopeOf(page)
  expect(led.from).toBe(addDays(sunday, -6))
  // One that is withheld by now is left out.
  expect(tops.map(({ groupId }) => groupId)).toEqual(expect.arrayContaining(led.groupIds?.split(',') ?? []))
  expectNoErrors(page)
})
