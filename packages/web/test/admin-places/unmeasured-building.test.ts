import type { AttendanceFigures } from '@rollcall/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { csvRows, dayFromNow, ENGLISH, frame, settled, tableRows } from '../analytics/support.ts'
import { presenceAlone } from '../support/alone.ts'
import { expectNoErrors, goTo, goWithin, startBrowser, type TestBrowser } from '../support/browser.ts'
import { ask } from './support.ts'

let browser: TestBrowser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser?.[Symbol.asyncDispose]())

const TITLE = 'Attendance by building'

it('a building that reports no presence is shown as not measured, and never with a rate', async () => {
  await using _ = await presenceAlone()
  const page = await browser.open('/analytics/attendance', 'global-administrator', ENGLISH)
  await settled(page)
  const period = { from: dayFromNow(-28), to: dayFromNow(-1) }
  const figures = () => ask<AttendanceFigures>(page, 'GET', `/api/analytics/attendance?${new URLSearchParams(period)}`)
  const building = (await figures()).locations.find(({ hidden, kpis }) => !hidden && (kpis.averageDaily ?? 0) > 0)
  const { locationId, locationName } = building as { locationId: string; locationName: string }
  await ask(page, 'PATCH', `/api/locations/${locationId}`, { presenceFrom: dayFromNow(30) })
  try {
    await goTo(page, `/analytics/attendance?${new URLSearchParams(period)}`)
    await settled(page)
    const published = await page.getByTestId('published').innerText()
    expect(published).toMatch(new RegExp(`Not measured, because no presence was reported in this period: [^.]*${locationName}`))
    const row = (await tableRows(frame(page, TITLE).getByRole('table'))).find(([name]) => name === locationName)
    expect(row?.slice(1, 5)).toEqual(['not measured', '–', '–', '–'])
    expect(row?.slice(6, 8)).toEqual(['–', '–'])
    const [head, ...rows] = await csvRows(page, TITLE)
    expect(head?.slice(0, 3)).toEqual(['Building', 'Average daily attendance (who came)', 'Attendance rate (who came)'])
    expect(head).toContain('Average planned attendance (who was expected)')
    expect(rows.find(([name]) => name === locationName)?.slice(1, 5)).toEqual(['', '', '', ''])

    await frame(page, TITLE).getByRole('link', { name: locationName }).click()
    await page.waitForURL((url) => url.searchParams.get('locations') === locationId)
    await settled(page)
    const card = async (name: string) => page.getByRole('listitem', { name, exact: true }).innerText()
    for (const name of ['Average daily attendance', 'Attendance rate', 'No-show rate']) {
      // The address changes before the page does.
      await expect.poll(async () => (await card(name)).split(/\n+/)).toContain('–')
    }
    expect(await card('Average planned attendance')).toMatch(/\n\d+(\.\d)?\n+Who was expected(?:\n|$)/)

    await goWithin(page, `/analytics/desks?${new URLSearchParams({ ...period, locations: locationId })}`)
    await settled(page)
    expect((await card('Desk utilization')).split(/\n+/)).toContain('–')
    await page
      .getByText(/^Utilization|used on/)
      .first()
      .waitFor()
    expectNoErrors(page)
  } finally {
    await ask(page, 'PATCH', `/api/locations/${locationId}`, { presenceFrom: null })
  }
})
