import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { type Preset, periodOf } from '../../src/pages/analytics/scope/scope.ts'
import { contentOf } from '../support/download.ts'

/** How numbers are written where the tests read them. */
export const ENGLISH = { locale: 'en-GB' }

/** Waits until the figures of the scope are shown. */
export const settled = async (page: Page): Promise<void> => {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForFunction(() => !document.querySelector('main [role=status][aria-label], main [aria-busy=true]'))
}

/** The scope of the address, as the API takes it: without days it is that of the last four weeks. */
export const scopeOf = (page: Page): Record<string, string> => {
  const search = new URL(page.url()).searchParams
  const days = search.has('from') ? {} : periodOf((search.get('period') ?? 'lastFourWeeks') as Preset, dayFromNow(0))
  const names = { from: 'from', to: 'to', locations: 'locationIds', groups: 'groupIds' }
  const given = Object.entries(names).flatMap(([mine, theirs]) => {
    const value = search.get(mine)
    return value ? [[theirs, value]] : []
  })
  return { ...days, ...Object.fromEntries(given) }
}

export const frame = (page: Page, title: string): Locator => page.getByRole('region', { name: title, exact: true })

/** Cells of a file without any quoted ones. */
export const csvRows = async (page: Page, title: string): Promise<string[][]> => {
  const text = (await contentOf(page, page.getByRole('button', { name: `CSV: ${title}`, exact: true }))).toString('utf8')
  expect(text).not.toContain('"')
  expect(text.startsWith('\uFEFF')).toBe(true)
  return text
    .slice(1)
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))
}

/** The body of a table, cell by cell, as it is read. */
export const tableRows = (table: Locator): Promise<string[][]> =>
  table
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll<HTMLElement>('th, td')].map((cell) => cell.innerText)))

const AMOUNT = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const WHOLE = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 })
const SHARE = new Intl.NumberFormat('en-GB', { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 })

export const amount = (value: number): string => AMOUNT.format(value)
export const share = (value: number): string => SHARE.format(value)
/** A whole number as the pages write it, with separators. */
export const whole = (value: number): string => WHOLE.format(value)
export const figure = (value: number): string => (Number.isInteger(value) ? String(value) : amount(value))

/** The day so many days from now, in the time zone of browser and service. */
export const dayFromNow = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
