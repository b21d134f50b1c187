import type { PeopleFiguresTotals, PersonFigures } from '@rollcall/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerOf } from '../support/answers.ts'
import { expectNoErrors, goWithin, startBrowser, type TestBrowser } from '../support/browser.ts'
import { csvRows, ENGLISH, frame, scopeOf, settled, tableRows, whole } from './support.ts'

let browser: TestBrowser
beforeAll(async () => {
  browser = await startBrowser({ isReadOnly: true })
})
afterAll(() => browser?.[Symbol.asyncDispose]())

interface Page {
  readonly items: readonly PersonFigures[]
  readonly nextCursor: string | null
  readonly totals: PeopleFiguresTotals | null
}
const TITLE = 'Attendance by person'
const PEOPLE = '/api/analytics/people'

const open = async (path: string, person: Parameters<TestBrowser['open']>[1] = 'analytics-administrator') => {
  const page = await browser.open(path, person, ENGLISH)
  await settled(page)
  return page
}

/** Opens the page of the buildings of the company: other tests make people in buildings of their own meanwhile, one in each. */
const openCompany = async () => {
  const page = await open('/analytics/people')
  const { items } = await answerOf<Page>(page, PEOPLE, { ...scopeOf(page), limit: '1000' })
  const buildings = [...Map.groupBy(items, ({ primaryLocationId }) => primaryLocationId)]
  const ids = buildings.flatMap(([id, people]) => (people.length > 1 ? [id] : []))
  await page.close()
  return open(`/analytics/people?locations=${ids.join(',')}`)
}

const cellsOf = ({ userName, planned, seen, noShow }: PersonFigures) => [userName, ...[planned, seen, noShow].map(String)]

describe('the people page', () => {
  it('lists everyone page by page, each with a link to what happened', async () => {
    const page = await openCompany()
    await frame(page, TITLE).getByText('These are the people whose primary building is chosen').waitFor()
    const asked = { ...scopeOf(page), limit: '50' }
    const first = await answerOf<Page>(page, PEOPLE, asked)
    const rows = frame(page, TITLE).locator('tbody tr')
    expect(await rows.count()).toBe(50)
    const more = page.getByRole('button', { name: 'Show 50 more' })
    await more.click()
    await expect.poll(() => rows.count()).toBeGreaterThan(50)
    const second = await answerOf<Page>(page, PEOPLE, { ...asked, cursor: first.nextCursor as string })
    const items = [...first.items, ...second.items]
    const shown = await tableRows(frame(page, TITLE).getByRole('table'))
    expect(shown.map(([, userName, , , , planned, seen, noShow]) => [userName, planned, seen, noShow])).toEqual(
      items.map(cellsOf),
    )
    expect(await rows.first().getByRole('link').getAttribute('href')).toBe(`/people/${items[0]?.userId}`)
    const isOnOneLine = (cells: Element[]) => cells.every((cell) => cell.getClientRects().length === 1)
    expect(await rows.locator('td:last-child > div').evaluateAll(isOnOneLine), 'the day of Last seen').toBe(true)
    expectNoErrors(page)
  })

  it('writes everyone in the scope to a file, not only those on the screen', async () => {
    const page = await openCompany()
    const all = await answerOf<Page>(page, PEOPLE, { ...scopeOf(page), limit: '1000' })
    expect(all.items.length).toBeGreaterThan(50)
    expect(await frame(page, TITLE).locator('tbody tr').count()).toBe(50)
    const [, ...file] = await csvRows(page, TITLE)
    expect(file.map(([, userName, , , , planned, seen, noShow]) => [userName, planned, seen, noShow])).toEqual(
      all.items.map(cellsOf),
    )
    expectNoErrors(page)
  })

  it('puts the rows that are shown in the order of a column, back, and as they came', async () => {
    const page = await open('/analytics/people')
    const column = async () => (await tableRows(frame(page, TITLE).getByRole('table'))).map(([, userName]) => userName as string)
    const asRead = await column()
    const heading = frame(page, TITLE).getByRole('columnheader', { name: 'User name' })
    const { compare } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
    for (const [sort, order] of [
      ['ascending', asRead.toSorted(compare)],
      ['descending', asRead.toSorted((a, b) => compare(b, a))],
      ['none', asRead],
    ] as const) {
      await heading.getByRole('button').click()
      await expect.poll(() => heading.getAttribute('aria-sort')).toBe(sort)
      expect(await column()).toEqual(order)
    }
    expectNoErrors(page)
  })

  it('says that only the people who are listed so far are put in order', async () => {
    const page = await openCompany()
    const note = page.getByText('Only the first 50 are searched and sorted.')
    expect(await note.count()).toBe(0)
    await frame(page, TITLE).getByRole('columnheader', { name: 'User name' }).getByRole('button').click()
    await note.waitFor()
    await page.getByRole('button', { name: 'Show 50 more' }).click()
    await note.waitFor({ state: 'detached' })
    expectNoErrors(page)
  })

  it('finds people by name, and keeps the search in its address', async () => {
    const page = await open('/analytics/people')
    const { items } = await answerOf<Page>(page, PEOPLE, { ...scopeOf(page), limit: '50' })
    const name = items[0]?.lastName as string
    await page.getByLabel('Name begins with').fill(name)
    await page.waitForURL((url) => url.searchParams.get('search') === name)
    await page.reload()
    await settled(page)
    expect(await page.getByLabel('Name begins with').inputValue()).toBe(name)
    const found = await answerOf<Page>(page, PEOPLE, { ...scopeOf(page), limit: '50', search: name })
    const shown = await tableRows(frame(page, TITLE).getByRole('table'))
    expect(shown.map(([, userName]) => userName)).toEqual(found.items.map(({ userName }) => userName))
    // The menu leads to the page without a search.
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'People', exact: true }).click()
    await page.waitForURL((url) => !url.searchParams.has('search'))
    await expect.poll(() => page.getByLabel('Name begins with').inputValue()).toBe('')
    expectNoErrors(page)
  })

  it('shows those with a day of the kind that is chosen, and keeps the choice in its address', async () => {
    const page = await openCompany()
    const { from, to } = scopeOf(page)
    await page.getByRole('combobox', { name: 'Attendance' }).click()
    await page.getByRole('option', { name: 'No-show' }).click()
    await page.waitForURL((url) => url.searchParams.get('outcome') === 'noShow')
    await settled(page)
    const asked = { ...scopeOf(page), limit: '50', outcome: 'noShow' }
    expect(asked).toMatchObject({ from, to })
    const { items } = await answerOf<Page>(page, PEOPLE, asked)
    expect(items.length).toBeGreaterThan(0)
    const rows = () => tableRows(frame(page, TITLE).getByRole('table'))
    // The address changes before the page does.
    await expect.poll(async () => (await rows()).map(([, userName]) => userName)).toEqual(items.map(({ userName }) => userName))
    const shown = await rows()
    expect(shown.every((cells) => Number(cells[7]) > 0)).toBe(true)
    expectNoErrors(page)
  })

  it('lists who came to the buildings or was expected there, if that is chosen', async () => {
    const page = await openCompany()
    const asked = { ...scopeOf(page), limit: '50' }
    await page.getByRole('combobox', { name: 'People listed' }).click()
    await page.getByRole('option', { name: 'Who came or was expected' }).click()
    await page.waitForURL((url) => url.searchParams.get('by') === 'attendance')
    await frame(page, TITLE).getByText('These are the people whom charts count').waitFor()
    await settled(page)
    const { items, totals } = await answerOf<Page>(page, PEOPLE, { ...asked, by: 'attendance' })
    const rows = () => tableRows(frame(page, TITLE).getByRole('table'))
    await expect.poll(async () => (await rows()).map(([, userName]) => userName)).toEqual(items.map(({ userName }) => userName))
    const people = `${whole(totals?.people as number)} people. Days added up: ${whole(totals?.planned as number)} planned`
    expect(await frame(page, TITLE).innerText()).toContain(people)
    // Of longer periods, they are those who belong there.
    const { pathname, searchParams } = new URL(page.url())
    searchParams.set('period', 'lastThreeMonths')
    await goWithin(page, `${pathname}?${searchParams}`)
    await settled(page)
    await frame(page, TITLE).getByText('These are the people whose primary building is chosen').waitFor()
    expect(await page.getByRole('combobox', { name: 'People listed' }).count()).toBe(0)
    expectNoErrors(page)
  })

  it('says nothing of how many there are while it still shows those of the filters before', async () => {
    const page = await openCompany()
    const [more, end] = [page.getByRole('button', { name: 'Show 50 more' }), page.getByText('That is everyone.')]
    await more.waitFor()
    const released = Promise.withResolvers<void>()
    await page.route('**/api/analytics/people?*by=attendance*', async (route) => {
      await released.promise
      await route.continue()
    })
    await page.getByRole('combobox', { name: 'People listed' }).click()
    await page.getByRole('option', { name: 'Who came or was expected' }).click()
    await page.locator('main [aria-busy=true]').waitFor()
    expect([await more.count(), await end.count()]).toEqual([0, 0])
    released.resolve()
    await more.waitFor()
    expectNoErrors(page)
  })

  it('is for analysts only', async () => {
    const page = await open('/analytics/people', 'workplace-administrator')
    await page.getByRole('alert').waitFor()
    expect(await page.getByRole('table').count()).toBe(0)
    expect(await page.getByRole('navigation').getByRole('link', { name: 'People', exact: true }).count()).toBe(0)
    expectNoErrors(page)
  })
})
