import type { GroupFigures, Settings } from '@rollcall/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerOf } from '../support/answers.ts'
import { expectNoErrors, startBrowser, type TestBrowser } from '../support/browser.ts'
import { csvRows, ENGLISH, figure, frame, scopeOf, settled, share, tableRows } from './support.ts'

let browser: TestBrowser
beforeAll(async () => {
  browser = await startBrowser({ isReadOnly: true })
})
afterAll(() => browser?.[Symbol.asyncDispose]())

const TITLE = 'Attendance by group'
const open = async (path: string, person: Parameters<TestBrowser['open']>[1] = 'bookings-administrator') => {
  const page = await browser.open(path, person, ENGLISH)
  await settled(page)
  return page
}

describe('the groups page', () => {
  it('shows what the API has of each group, and why figures are withheld', async () => {
    const page = await open('/analytics/groups')
    const { groups } = await answerOf<GroupFigures>(page, '/api/analytics/groups', scopeOf(page))
    const { minimumGroupSize } = await answerOf<Settings>(page, '/api/settings')
    const table = frame(page, TITLE).getByRole('table')
    expect(groups.some(({ hidden }) => hidden)).toBe(true)
    for (const group of groups) {
      const { groupName, groupType, members, hidden, withheld } = group
      const cells = await table
        .locator('tr', { has: page.getByRole('link', { name: groupName, exact: true }) })
        .filter({ hasText: groupType })
        .first()
        .locator('td')
        .allInnerTexts()
      if (hidden) {
        const few = `fewer than ${minimumGroupSize} people`
        const reason =
          withheld?.reason === 'fewPeople'
            ? `${few} had a plan or presence in this period`
            : `put together with ${withheld?.name ?? 'people without a group'}, as figures of ${few} could be computed otherwise`
        expect(cells.slice(0, 3)).toEqual([groupType, String(members), `Withheld: ${reason}`])
      } else {
        expect(cells.slice(0, 7)).toEqual([
          groupType,
          String(members),
          figure(group.averageDaily as number),
          share(group.attendanceRate as number),
          group.togetherness === null ? '–' : share(group.togetherness),
          group.noShowRate === null ? '–' : share(group.noShowRate),
          String(group.recommendedDesks),
        ])
      }
    }
    const [, ...file] = await csvRows(page, TITLE)
    expect(file.map(([name, , , withheld, members, average]) => [name, withheld, members, average])).toEqual(
      groups.map(({ groupName, hidden, members, averageDaily }) => [
        groupName,
        hidden ? 'yes' : 'no',
        String(members),
        averageDaily === null ? '' : String(averageDaily),
      ]),
    )
    expectNoErrors(page)
  })

  it('collapses and expands the hierarchy', async () => {
    const page = await open('/analytics/groups')
    const { groups } = await answerOf<GroupFigures>(page, '/api/analytics/groups', scopeOf(page))
    const child = groups.find(({ parentId }) => groups.some(({ groupId }) => groupId === parentId))
    const parent = groups.find(({ groupId }) => groupId === child?.parentId)
    const row = frame(page, TITLE)
      .getByRole('link', { name: child?.groupName as string, exact: true })
      .first()
    const fold = frame(page, TITLE).getByRole('button', { name: `Groups below ${parent?.groupName}`, exact: true })
    await row.waitFor()
    expect(await fold.getAttribute('aria-expanded')).toBe('true')
    await fold.press('Enter')
    await row.waitFor({ state: 'detached' })
    await fold.press('Enter')
    await row.waitFor()
    await page.getByRole('button', { name: 'Collapse all' }).click()
    await row.waitFor({ state: 'detached' })

    // In an order there is no hierarchy: all groups stand in it, those without figures at the end.
    await frame(page, TITLE)
      .getByRole('button', { name: /^Attendance rate/ })
      .click()
    await row.waitFor()
    const rates = groups.flatMap(({ attendanceRate }) => attendanceRate ?? []).sort((one, other) => one - other)
    const table = frame(page, TITLE).getByRole('table')
    await expect
      .poll(async () => (await tableRows(table)).map((cells) => cells[4]).slice(0, rates.length))
      .toEqual(rates.map(share))
    expect(await table.locator('tbody tr').count()).toBe(groups.length)
    expect(await fold.count()).toBe(0)
    expect(new URL(page.url()).searchParams.get('tables')).toContain('attendanceRate')
    expectNoErrors(page)
  })

  it('shows a chosen group with all below it, and stays on its page', async () => {
    const page = await open('/analytics/groups')
    const { groups } = await answerOf<GroupFigures>(page, '/api/analytics/groups', scopeOf(page))
    const top = groups.find(({ groupId, parentId }) => !parentId && groups.some((other) => other.parentId === groupId))
    await page.getByRole('combobox', { name: 'Groups' }).fill(top?.groupName as string)
    await page.getByRole('option', { name: top?.groupName as string, exact: true }).click()
    await page.waitForURL((url) => url.pathname === '/analytics/groups' && url.searchParams.get('groups') === top?.groupId)
    await settled(page)
    const narrowed = await answerOf<GroupFigures>(page, '/api/analytics/groups', scopeOf(page))
    expect(narrowed.groups.length).toBeLessThan(groups.length)
    await expect.poll(() => frame(page, TITLE).locator('tbody tr').count()).toBe(narrowed.groups.length)
    expectNoErrors(page)
  })

  it('takes the group whose name fits best by Enter, and keeps it when the next one is typed', async () => {
    const page = await open('/analytics/groups')
    const { groups } = await answerOf<GroupFigures>(page, '/api/analytics/groups', scopeOf(page))
    const [first, second] = groups.filter(({ parentId }) => parentId !== null)
    const picker = page.getByRole('combobox', { name: 'Groups' })
    const chosen = () => new URL(page.url()).searchParams.get('groups')?.split(',')
    await picker.fill(`${first?.groupName}`.toLowerCase())
    // The groups above it do not have this name, and are only said to be there.
    await page.getByRole('option', { name: new RegExp(`^${first?.groupName} \\(below `) }).waitFor()
    await page.locator('[role=option][data-combobox-selected]', { hasText: first?.groupName as string }).waitFor()
    await picker.press('Enter')
    await expect.poll(chosen).toEqual([first?.groupId])
    await picker.fill(second?.groupName as string)
    await page.locator('[role=option][data-combobox-selected]', { hasText: second?.groupName as string }).waitFor()
    await picker.press('Enter')
    await expect.poll(chosen).toEqual([first?.groupId, second?.groupId])
    await picker.fill(first?.groupName as string)
    expect(await page.getByRole('option', { name: new RegExp(`^${first?.groupName} \\(below `) }).count()).toBe(0)
    expectNoErrors(page)
  })

  it('leads to the attendance of a group', async () => {
    const page = await open('/analytics/groups')
    const { groups } = await answerOf<GroupFigures>(page, '/api/analytics/groups', scopeOf(page))
    const group = groups.find(({ hidden, parentId }) => !hidden && parentId === null)
    await frame(page, TITLE)
      .getByRole('link', { name: group?.groupName as string, exact: true })
      .first()
      .click()
    await page.waitForURL((url) => url.pathname === '/analytics/attendance' && url.searchParams.get('groups') === group?.groupId)
    await settled(page)
    expect(await page.getByRole('listitem', { name: 'Average daily attendance' }).innerText()).toContain(
      figure(group?.averageDaily as number),
    )
    expectNoErrors(page)
  })

  it('is refused to employees', async () => {
    const page = await open('/analytics/groups', 'employee')
    await page.getByRole('alert').waitFor()
    expectNoErrors(page)
  })
})
