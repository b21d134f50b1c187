import type { AttendanceFigures } from '@rollcall/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { unique } from '../admin/support.ts'
import { frame, settled } from '../analytics/support.ts'
import { presenceAlone } from '../support/alone.ts'
import { startBrowser, type TestBrowser } from '../support/browser.ts'
import { nameOfFile } from '../support/download.ts'
import { attendanceShown, expectCounts, expectSharedView, openAnalyst, twoNames } from './analysis.ts'
import { card, job, typeAtOnce } from './clicks.ts'

let browser: TestBrowser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser?.[Symbol.asyncDispose]())

const open = () => openAnalyst(browser)

/** Opens the page of attendance from the home page. */
const openAttendance = async (page: Page): Promise<AttendanceFigures> => {
  await card(page, 'The last weeks').getByRole('link', { name: 'Attendance' }).click()
  return attendanceShown(page)
}

job('See who is here today against who was expected', open, expectCounts)

job('Compare two buildings', open, async (page) => {
  const names = twoNames(await openAttendance(page))
  await page.getByRole('combobox', { name: 'Buildings' }).click()
  for (const name of names) await page.getByRole('option', { name, exact: true }).click()
  await frame(page, 'Attendance by day, buildings compared').locator('canvas').waitFor()
})

/** The grid of the chart begins and ends so far from its edges, at most. */
const EDGE_PX = 40

job('Go from a bar to a person, and to why that day counts', open, async (page) => {
  await using _ = await presenceAlone()
  const { days } = await openAttendance(page)
  const canvas = frame(page, 'Attendance by day').locator('canvas')
  const { width, height } = (await canvas.boundingBox()) as { width: number; height: number }
  // The place of a bar is known to one bar only.
  const counts = days.map(({ confirmed }) => confirmed ?? 0)
  const last = counts.findLastIndex((count, index) => count > 0 && (counts[index - 1] ?? 0) > 0)
  const x = EDGE_PX + (last / days.length) * (width - EDGE_PX)
  await canvas.click({ position: { x, y: height - EDGE_PX } })
  await page.waitForURL((url) => url.pathname === '/analytics/people' && url.searchParams.has('from'))
  await settled(page)
  await frame(page, 'Attendance by person').getByRole('link').first().click()
  await page.waitForURL((url) => url.searchParams.get('tab') === 'explain')
  await page.getByRole('tab', { name: 'Explain a day', selected: true }).waitFor()
})

job('Save a chart as a picture and as a file', open, async (page) => {
  await openAttendance(page)
  await frame(page, 'Attendance by day').locator('canvas').waitFor()
  const nameOf = (kind: 'CSV' | 'PNG') =>
    nameOfFile(page, page.getByRole('button', { name: `${kind}: Attendance by day`, exact: true }))
  expect(await nameOf('PNG')).toMatch(/\.png$/)
  expect(await nameOf('CSV')).toMatch(/\.csv$/)
})

job('Save a view, share it, and subscribe to its report', open, async (page) => {
  const name = unique('Attendance of mine')
  await openAttendance(page)
  await page.getByRole('button', { name: 'Views', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Save this view…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save this view' })
  await typeAtOnce(page, dialog.getByRole('textbox', { name: 'Name' }), name)
  await dialog.getByRole('checkbox', { name: 'Workplace administrators' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name }).click()
  await page.getByRole('menuitem', { name: 'Subscribe to this view…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Subscribe', exact: true }).click()
  await page.getByText(`You get ${name} every week.`).waitFor()
  await expectSharedView(page, name)
})
