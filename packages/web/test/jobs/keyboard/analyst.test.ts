import type { AttendanceFigures } from '@rollcall/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { unique } from '../../admin/support.ts'
import { frame, settled } from '../../analytics/support.ts'
import { presenceAlone } from '../../support/alone.ts'
import { startBrowser, type TestBrowser } from '../../support/browser.ts'
import { pressInTurn } from '../../support/keys.ts'
import { attendanceShown, expectCounts, expectSharedView, openAnalyst, twoNames } from '../analysis.ts'
import { card, typeAtOnce } from '../clicks.ts'
import { chooseInMenu, chooseOption, jobByKeyboard, pressOn, skipToContent, tabTo } from './keys.ts'

let browser: TestBrowser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser?.[Symbol.asyncDispose]())

const open = () => openAnalyst(browser)

const openAttendance = async (page: Page): Promise<AttendanceFigures> => {
  await pressInTurn(page, 'g', 'a')
  return attendanceShown(page)
}

jobByKeyboard('See who is here today against who was expected', open, async (page) => {
  await expectCounts(page)
  await skipToContent(page)
  await tabTo(card(page, "Today's count").getByRole('link').first())
})

jobByKeyboard('Compare two buildings', open, async (page) => {
  const names = twoNames(await openAttendance(page))
  for (const name of names) await chooseOption(page.getByRole('combobox', { name: 'Buildings' }), name)
  await frame(page, 'Attendance by day, buildings compared').locator('canvas').waitFor()
})

jobByKeyboard('Go from a bar to a person, and to why that day counts', open, async (page) => {
  await using _ = await presenceAlone()
  await openAttendance(page)
  // A bar has a row of the table, whose numbers lead on.
  await pressOn(page.getByRole('button', { name: 'Show as table: Attendance by day', exact: true }))
  await pressOn(
    frame(page, 'Attendance by day')
      .getByRole('link', { name: /^Confirmed .*: [1-9]/ })
      .first(),
  )
  await page.waitForURL((url) => url.pathname === '/analytics/people' && url.searchParams.has('from'))
  await settled(page)
  await pressOn(frame(page, 'Attendance by person').getByRole('link').first())
  await page.waitForURL((url) => url.searchParams.get('tab') === 'explain')
  await page.getByRole('tab', { name: 'Explain a day', selected: true }).waitFor()
})

jobByKeyboard('Save a chart as a picture and as a file', open, async (page) => {
  await openAttendance(page)
  await frame(page, 'Attendance by day').locator('canvas').waitFor()
  const nameOf = async (kind: 'CSV' | 'PNG', key: 'Enter' | 'Space') => {
    const started = page.waitForEvent('download')
    await pressOn(page.getByRole('button', { name: `${kind}: Attendance by day`, exact: true }), key)
    return (await started).suggestedFilename()
  }
  expect(await nameOf('CSV', 'Enter')).toMatch(/\.csv$/)
  expect(await nameOf('PNG', 'Space')).toMatch(/\.png$/)
})

jobByKeyboard('Save a view, share it, and subscribe to its report', open, async (page) => {
  const name = unique('Attendance of mine')
  await openAttendance(page)
  await pressOn(page.getByRole('button', { name: 'Views', exact: true }))
  await chooseInMenu(page, 'Save this view…')
  const dialog = page.getByRole('dialog', { name: 'Save this view' })
  await typeAtOnce(page, dialog.getByRole('textbox', { name: 'Name' }), name)
  await pressOn(dialog.getByRole('checkbox', { name: 'Workplace administrators' }), 'Space')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await pressOn(page.getByRole('button', { name }))
  await chooseInMenu(page, 'Subscribe to this view…')
  await pressOn(page.getByRole('dialog').getByRole('button', { name: 'Subscribe', exact: true }))
  await page.getByText(`You get ${name} every week.`).waitFor()
  await expectSharedView(page, name)
})
