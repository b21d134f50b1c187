import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectNoErrors, startBrowser, type TestBrowser } from './support/browser.ts'
import { pressInTurn } from './support/keys.ts'
import { loaded } from './support/loaded.ts'

let browser: TestBrowser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser?.[Symbol.asyncDispose]())

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
const link = (page: Page, name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name })

/** The element and the words of what has the focus. */
const focused = (page: Page) => page.evaluate(() => `${document.activeElement?.tagName} ${document.activeElement?.textContent}`)

it('the focus goes to the heading of the page that a link, the palette or a shortcut leads to', async () => {
  const page = await browser.open('/me', 'employee')
  await heading(page, 'Plan and desk')
  await page.reload()
  await heading(page, 'Plan and desk')
  // The first page leaves the focus where the browser has it.
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)

  await link(page, 'Parking').press('Enter')
  await expect.poll(() => focused(page)).toBe('H1 Parking')
  expect(await page.title()).toBe('Parking · Rollcall')
  // It is no control, so it has no ring, also after a key.
  expect(await page.evaluate(() => getComputedStyle(document.activeElement as Element).outlineStyle)).toBe('none')

  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search people, places, pages and actions' }).fill('time off')
  const options = page.getByRole('listbox', { name: 'Found' }).getByRole('option')
  await expect.poll(() => options.allTextContents()).toEqual([expect.stringContaining('Time off')])
  await page.keyboard.press('Enter')
  await expect.poll(() => focused(page)).toBe('H1 Time off')

  await pressInTurn(page, 'g', 'c')
  await expect.poll(() => focused(page)).toBe('H1 Colleagues')

  // A mouse needs no ring around it.
  await link(page, 'Parking').click()
  await expect.poll(() => focused(page)).toBe('H1 Parking')
  expect(await page.evaluate(() => document.activeElement?.matches(':focus-visible'))).toBe(false)
  expectNoErrors(page)
})

it('the focus stays where it is when only the query changes', async () => {
  const page = await browser.open('/me', 'employee')
  const next = page.getByRole('button', { name: 'Next week' })
  await next.press('Enter')
  await page.waitForURL(/\/me\?.*day=/)
  await page.getByRole('button', { name: 'Today', exact: true, disabled: false }).waitFor()
  expect(await next.evaluate((element) => element === document.activeElement)).toBe(true)
  expectNoErrors(page)
})

it('the keyboard focus has a ring on fields and on choices', async () => {
  const page = await browser.open('/me/desk', 'employee')
  const level = page.getByLabel('Level', { exact: true }).first()
  const list = page.getByRole('radio', { name: 'As a list' })
  await list.waitFor({ state: 'attached' })
  await level.press('Tab')
  for (const [control, ringed] of [
    [level, level],
    [list, list.locator('xpath=following-sibling::label')],
  ] as const) {
    await control.focus()
    const ring = await ringed.evaluate((element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element)
      return `${outlineWidth} ${outlineStyle}`
    })
    expect(ring).toBe('2px solid')
  }
  expectNoErrors(page)
})

it('what the keyboard goes back to is scrolled into sight below the header', async () => {
  const page = await browser.open('/me', 'employee')
  await page.setViewportSize({ width: 1280, height: 420 })
  await page.reload()
  await page.getByRole('button', { name: 'Next week' }).waitFor()
  await loaded(page)
  const underHeader = () =>
    page.evaluate(() => {
      const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
      const focused = document.activeElement
      const isInPage = document.getElementById('main')?.contains(focused) === true
      return { isInPage, isUnder: isInPage && focused !== null && focused.getBoundingClientRect().top < header }
    })
  await page.keyboard.press('Shift+Tab')
  await expect.poll(underHeader).toEqual({ isInPage: true, isUnder: false })
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
  for (let state = await underHeader(); state.isInPage; state = await underHeader()) {
    expect(state.isUnder).toBe(false)
    await page.keyboard.press('Shift+Tab')
  }
  expectNoErrors(page)
})

it('what the keyboard goes back to in a table that scrolls is not under its heading', async () => {
  const page = await browser.open('/analytics/desks', 'workplace-administrator')
  await loaded(page)
  const table = page.getByRole('table', { name: 'Hardly used desks' })
  const links = table.getByRole('link')
  const count = await links.count()
  expect(count).toBeGreaterThan(10)
  await links.last().focus()
  const underHeading = () =>
    table.evaluate((element: HTMLTableElement) => {
      const focused = document.activeElement as Element
      const isInRow = element.tBodies[0]?.contains(focused) === true
      const below = element.tHead?.rows[0]?.cells[0]?.getBoundingClientRect().bottom ?? 0
      return { isInRow, isUnder: isInRow && focused.getBoundingClientRect().top < below }
    })
  let seen = 0
  for (let state = await underHeading(); state.isInRow; state = await underHeading()) {
    seen += 1
    expect(state.isUnder, `row ${count - seen + 1}`).toBe(false)
    await page.keyboard.press('Shift+Tab')
  }
  expect(seen).toBe(count)
  expect(
    await table.evaluate(({ parentElement }) => (parentElement?.scrollHeight ?? 0) > (parentElement?.clientHeight ?? 0)),
  ).toBe(true)
  expectNoErrors(page)
})
