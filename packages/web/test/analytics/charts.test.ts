import type { AttendanceFigures, FutureFigures, GroupFigures } from '@rollcall/contract'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { awaitSteadyDay, FILE_MS } from '../../../server/src/testing/steady-day.ts'
import { dayRange } from '../../src/time/days.ts'
import { answerOf } from '../support/answers.ts'
import { expectFitsPhone, expectNoErrors, goWithin, startBrowser, type TestBrowser, WIDE } from '../support/browser.ts'
import { contentOf } from '../support/download.ts'
import { writtenDuring } from '../support/written.ts'
import { ENGLISH, figure, scopeOf, settled, tableRows } from './support.ts'

interface Part {
  readonly id: string
  readonly name: string
}

let browser: TestBrowser
let page: Page
let parts: { readonly locations: readonly Part[]; readonly groups: readonly Part[] }
beforeAll(async () => {
  browser = await startBrowser({ isReadOnly: true })
  page = await browser.open('/analytics/attendance', 'analytics-administrator', ENGLISH)
  await settled(page)
  const { locations } = await answerOf<AttendanceFigures>(page, '/api/analytics/attendance', scopeOf(page))
  const { groups } = await answerOf<GroupFigures>(page, '/api/analytics/groups', scopeOf(page))
  parts = {
    locations: locations
      .filter(({ hidden, locationId }) => !hidden && locationId)
      .map(({ locationId, locationName }) => ({ id: locationId as string, name: locationName as string })),
    groups: groups
      .filter(({ hidden, parentId }) => !hidden && !parentId)
      .map(({ groupId, groupName }) => ({ id: groupId, name: groupName })),
  }
})
afterAll(() => browser?.[Symbol.asyncDispose]())

const csvOf = (text: string): string[][] =>
  text
    .slice(1)
    .trimEnd()
    .split('\r\n')
    .map((line) => [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell = '']) => cell.replaceAll(/^"|"$/g, '')))
    .map((cells) => cells.slice(0, -1))

/** Whether a cell of the table is what a person reads of the cell of the file. */
const isShownAs = (cell: string, shown: string): boolean => {
  if (cell === '') return shown === '–' || shown === ''
  if (cell === shown) return true
  const [value, read] = [Number(cell), Number(shown.replaceAll(/[,%]/g, ''))]
  if (Number.isNaN(value)) return shown.length > 0
  return shown.endsWith('%') ? Math.abs(value * 100 - read) < 0.051 : shown === figure(value) || Math.abs(value - read) < 0.051
}

/** The size of a picture, and how many colors a grid of its points has. */
const readPicture = async (base64: string) => {
  const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
  const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
  const context = new OffscreenCanvas(image.width, image.height).getContext('2d') as OffscreenCanvasRenderingContext2D
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, image.width, image.height)
  const colors = new Set<string>()
  for (let at = 0; at < data.length; at += 4 * 7) colors.add(data.slice(at, at + 3).join())
  return { width: image.width, height: image.height, colors: colors.size }
}

/** A chart has the same figures as a picture with its title and scope, as a file and as a table. */
const expectWhole = async (chart: Locator, scope: readonly string[]): Promise<void> => {
  const title = (await chart.getByRole('heading').first().innerText()).trim()
  const canvas = chart.locator('canvas').first()
  const { width, height } = (await canvas.boundingBox()) as { width: number; height: number }
  let png = ''
  const written = await writtenDuring(page, async () => {
    png = (await contentOf(page, chart.getByRole('button', { name: `PNG: ${title}`, exact: true }))).toString('base64')
  })
  const picture = await page.evaluate(readPicture, png)
  expect(picture.width, title).toBe(2 * Math.round(width))
  expect(picture.height, title).toBeGreaterThan(2 * height + 60)
  expect(picture.colors, title).toBeGreaterThan(4)
  for (const words of [title, ...scope]) expect(written, title).toContain(words)

  const file = await contentOf(page, chart.getByRole('button', { name: `CSV: ${title}`, exact: true }))
  const [head, ...rows] = csvOf(file.toString('utf8'))
  await chart.getByRole('button', { name: 'Show as table' }).click()
  const table = chart.getByRole('table')
  expect((await table.getByRole('columnheader').allInnerTexts()).map((text) => text.trim())).toEqual(head)
  const shown = await tableRows(table)
  expect(shown.length, title).toBe(rows.length)
  for (const [index, row] of rows.entries())
    for (const [at, cell] of row.entries())
      expect(isShownAs(cell, shown[index]?.[at]?.trim() ?? ''), `${title}: ${cell} is ${shown[index]?.[at]}`).toBe(true)
}

/** The comparisons of each page, by what it compares. */
const COMPARISONS = {
  attendance: ['Attendance by day'],
  headcount: ['People present by hour', 'Peak by day'],
  desks: ['Use of desks'],
  groups: ['Rates of attendance'],
  future: ['Bookings'],
  forecast: ['Expected people'],
} as const
const NAMES = Object.keys(COMPARISONS) as (keyof typeof COMPARISONS)[]
const AHEAD = ['future', 'forecast']

/** The days ahead in these buildings. Each has its own today. */
const daysAhead = async (name: string, locationIds: string): Promise<string[]> => {
  const query = { locationIds, ...(name === 'future' ? { days: '14' } : {}) }
  const { locations } = await answerOf<Pick<FutureFigures, 'locations'>>(page, `/api/analytics/${name}`, query)
  return locations.flatMap((location) => location.days.map(({ day }) => day)).sort()
}

const scopeIn = (of: 'locations' | 'groups'): readonly Part[] => parts[of].slice(0, 2)

describe('every page with charts', () => {
  // The page stays the same one, and its pictures name their days.
  beforeEach(() => awaitSteadyDay(FILE_MS))

  it.each(NAMES)('of %s compares two parts of its scope, in pictures, files and tables too', async (name) => {
    const of = name === 'groups' ? 'groups' : 'locations'
    const two = scopeIn(of)
    expect(two.length).toBe(2)
    await goWithin(page, `/analytics/${name}?period=lastFourWeeks&${of}=${two.map(({ id }) => id).join()}`)
    await settled(page)
    const compared = COMPARISONS[name].map((what) => `${what}, ${of === 'groups' ? 'groups' : 'buildings'} compared`)
    for (const title of compared) await page.getByRole('region', { name: title, exact: true }).locator('canvas').first().waitFor()
    const charts = await page
      .getByRole('region')
      .filter({ has: page.getByRole('button', { name: /^PNG: /, disabled: false }) })
      .all()
    const titles: string[] = []
    for (const chart of charts) titles.push((await chart.getByRole('heading').first().innerText()).trim())
    expect(titles).toEqual(expect.arrayContaining(compared))
    const { from, to } = scopeOf(page) as { from: string; to: string }
    const ahead = AHEAD.includes(name) ? await daysAhead(name, two.map(({ id }) => id).join()) : [from, to]
    const days = dayRange(ahead[0] as string, ahead.at(-1) as string)
    const scope = [two.map((part) => part.name).join(', '), days]
    for (const title of titles) await expectWhole(page.getByRole('region', { name: title, exact: true }), scope)
    for (const title of compared) {
      const headings = page.getByRole('region', { name: title, exact: true }).getByRole('columnheader')
      expect(await headings.allInnerTexts()).toEqual(expect.arrayContaining(two.map((part) => part.name)))
    }
    await expectFitsPhone(page)
    await page.setViewportSize(WIDE.viewport)
    expectNoErrors(page)
  })

  it('keeps in the address what is compared where both could be, and compares nothing without a choice', async () => {
    const address = (['locations', 'groups'] as const).map((of) => `${of}=${parts[of].slice(0, 4).map(({ id }) => id)}`).join('&')
    await goWithin(page, `/analytics/headcount?period=lastFourWeeks&${address}`)
    await settled(page)
    const choice = page.getByLabel('What is compared').first()
    await choice.selectOption('Groups')
    await page.waitForURL((url) => url.searchParams.get('compare') === 'groups')
    await page.getByRole('region', { name: 'Peak by day, groups compared', exact: true }).waitFor()
    await page.getByRole('link', { name: 'Desks and spaces' }).click()
    await page.waitForURL((url) => url.pathname === '/analytics/desks' && url.searchParams.get('compare') === 'groups')
    await page.getByRole('region', { name: 'Use of desks, groups compared', exact: true }).waitFor()
    await goWithin(page, '/analytics/headcount?period=lastFourWeeks')
    await settled(page)
    expect(await page.getByRole('region', { name: /compared$/ }).count()).toBe(0)
    expectNoErrors(page)
  })
})

describe('what a chart is made of', () => {
  it('is the people of a segment of a bar, guests of its building among them', async () => {
    const building = parts.locations[0] as Part
    await goWithin(page, `/analytics/attendance?period=lastFourWeeks&locations=${building.id}`)
    const figures = await answerOf<AttendanceFigures>(page, '/api/analytics/attendance', scopeOf(page))
    const day = figures.days.reduce((most, each) => ((each.confirmed ?? 0) > (most.confirmed ?? 0) ? each : most))
    expect(day.confirmed).toBeGreaterThan(1)
    const address = `/analytics/attendance?from=${day.day}&to=${day.day}&locations=${building.id}`
    const expectPeople = async (outcome: string, count: number | null) => {
      await page.waitForURL(
        ({ pathname, searchParams: given }) =>
          pathname === '/analytics/people' && given.get('outcome') === outcome && given.get('by') === 'attendance',
      )
      await settled(page)
      await page.getByText(new RegExp(`^${count} people\\. Days added up: `)).waitFor()
    }
    const chart = page.getByRole('region', { name: 'Attendance by day', exact: true })

    // The only bar is in the middle of the chart, and those who came as expected are at its foot.
    await goWithin(page, address)
    await settled(page)
    const canvas = chart.locator('canvas').first()
    const { width, height } = (await canvas.boundingBox()) as { width: number; height: number }
    await canvas.click({ position: { x: width / 2, y: height - 64 } })
    await expectPeople('confirmed', day.confirmed)

    await goWithin(page, address)
    await settled(page)
    await chart.getByRole('button', { name: 'Show as table' }).click()
    await chart.getByRole('link', { name: `Seen (came): ${day.seen}`, exact: true }).press('Enter')
    await expectPeople('seen', day.seen)
    expectNoErrors(page)
  })

  it('is one click or Enter away: the desks of a level, the people of a group, and who plans to come', async () => {
    const [building, group] = [parts.locations[0] as Part, parts.groups[0] as Part]
    await goWithin(page, '/analytics/desks?period=lastFourWeeks')
    await settled(page)
    await page
      .getByRole('link', { name: new RegExp(`^${building.name} · `) })
      .last()
      .press('Enter')
    await page.waitForURL((url) => url.searchParams.get('building') === building.id && url.hash === '#each-desk')
    await expect
      .poll(() => page.locator('#each-desk').evaluate((part) => part.getBoundingClientRect().top < innerHeight))
      .toBe(true)

    await goWithin(page, '/analytics/groups?period=lastFourWeeks')
    await settled(page)
    await page.getByRole('link', { name: new RegExp(`members? of ${group.name}$`) }).press('Enter')
    await page.waitForURL((url) => url.pathname === '/analytics/people' && url.searchParams.get('groups') === group.id)

    await goWithin(page, `/analytics/future?locations=${building.id}`)
    await settled(page)
    const chart = page.getByRole('region', { name: building.name, exact: true })
    const canvas = chart.locator('canvas').first()
    const { width, height } = (await canvas.boundingBox()) as { width: number; height: number }
    await canvas.click({ position: { x: width - 24, y: height / 2 } })
    const last = (await daysAhead('future', building.id)).at(-1)
    await page.waitForURL((url) => url.pathname === '/me/colleagues' && url.searchParams.get('day') === last)
    expect(new URL(page.url()).searchParams.get('locationId')).toBe(building.id)
    expectNoErrors(page)
  })
})
