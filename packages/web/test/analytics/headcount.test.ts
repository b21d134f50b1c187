import type { HeadcountFigures } from '@rollcall/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerOf } from '../support/answers.ts'
import { expectAccessible, expectFitsPhone, expectNoErrors, startBrowser, type TestBrowser } from '../support/browser.ts'
import { amount, csvRows, ENGLISH, frame, scopeOf, settled, tableRows } from './support.ts'

let browser: TestBrowser
beforeAll(async () => {
  browser = await startBrowser({ isReadOnly: true })
})
afterAll(() => browser?.[Symbol.asyncDispose]())

const HEADCOUNT = '/api/analytics/headcount'
const hourText = (hour: number) => `${String(hour).padStart(2, '0')}:00`

describe('the headcount page', () => {
  it('shows, and writes to files, the very numbers of the API by hour, by day and by building', async () => {
    const page = await browser.open('/analytics/headcount', 'analytics-administrator', ENGLISH)
    await settled(page)
    const { averagePeak, days, hours, locations } = await answerOf<HeadcountFigures>(page, HEADCOUNT, scopeOf(page))
    const card = page.getByRole('listitem', { name: 'Average daily peak', exact: true })
    expect(await card.innerText()).toContain(Number.isInteger(averagePeak) ? String(averagePeak) : amount(averagePeak as number))

    const [, ...ofHours] = await csvRows(page, 'People present by hour')
    const busy = hours.filter(({ peakPeople }) => peakPeople)
    expect(busy.length).toBeGreaterThan(5)
    for (const { hour, peakPeople, peakDay } of busy)
      expect(ofHours.find(([name]) => name === hourText(hour))?.slice(2, 4)).toEqual([String(peakPeople), peakDay])

    const [, ...ofDays] = await csvRows(page, 'Peak by day')
    expect(ofDays.map(([day, people, hour]) => [day, people, hour])).toEqual(
      days.map(({ day, peakPeople, peakHour }) => [day, `${peakPeople ?? ''}`, peakHour === null ? '' : hourText(peakHour)]),
    )

    const rows = await tableRows(frame(page, 'Peaks by building').getByRole('table'))
    const hidden = locations.filter((location) => location.hidden)
    expect(hidden.length).toBeGreaterThan(0)
    expect(rows.filter(([, second]) => second?.startsWith('Withheld')).length).toBe(hidden.length)
    expect(hidden.every((location) => location.days.length === 0)).toBe(true)

    const [note, day, dayBefore] = ['Party of the fifth floor', days.at(-1)?.day as string, days.at(-2)?.day as string]
    await page.getByRole('button', { name: 'Notes' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Notes on days' })
    await dialog.getByRole('textbox', { name: 'Note' }).fill(note)
    await dialog.getByRole('textbox', { name: 'Day' }).fill(day)
    await dialog.getByRole('textbox', { name: 'Until' }).fill(dayBefore)
    await dialog.getByText('Lies before the first day.').waitFor()
    expect(await dialog.getByRole('textbox', { name: 'Until' }).getAttribute('aria-invalid')).toBe('true')
    expect(await dialog.getByRole('button', { name: 'Add' }).isDisabled()).toBe(true)
    await dialog.getByRole('textbox', { name: 'Day' }).fill(dayBefore)
    await dialog.getByRole('textbox', { name: 'Until' }).fill(day)
    await dialog.getByRole('combobox', { name: 'Building' }).click()
    const building = await page.getByRole('option').first().innerText()
    await page.getByRole('option').first().click()
    await dialog.getByRole('textbox', { name: 'Note' }).fill(note)
    await dialog.getByRole('textbox', { name: 'Note' }).press('Enter')
    await dialog.getByRole('listitem').getByText(note).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    // The list of notes may be read again before the marks of the chart.
    for (const each of [dayBefore, day])
      await expect
        .poll(async () => (await csvRows(page, 'Peak by day')).find(([first]) => first === each)?.at(-1))
        .toContain(`${building}: ${note}`)
    await expectFitsPhone(page)
    await page.getByRole('button', { name: 'Notes' }).click()
    const remove = dialog.getByRole('button', { name: new RegExp(`^Delete the note .*: ${note}$`) })
    await page.route('**/api/analytics/day-notes/*', (route) => route.abort())
    await remove.click()
    await page.getByRole('alert').filter({ hasText: 'The service does not answer.' }).waitFor()
    await page.unroute('**/api/analytics/day-notes/*')
    // The notice may be above it, and the notes are read again before it works again.
    await expect.poll(() => remove.isEnabled()).toBe(true)
    await remove.press('Enter')
    await dialog.getByRole('listitem').getByText(note).waitFor({ state: 'hidden' })
    expectNoErrors(page)
  })

  it('leads from the highest peak of a building to the rows that it was counted in, by keyboard', async () => {
    const page = await browser.open('/analytics/headcount', 'analytics-administrator', ENGLISH)
    await settled(page)
    const { locations } = await answerOf<HeadcountFigures>(page, HEADCOUNT, scopeOf(page))
    const link = page.getByRole('link', { name: /^Rows of / }).first()
    const name = (await link.getAttribute('aria-label')) ?? ''
    const { locationId, days } = locations.find(({ locationName }) => name.startsWith(`Rows of ${locationName} on`)) ?? {}
    const most = Math.max(...(days ?? []).map(({ peakPeople }) => peakPeople ?? 0))
    const day = days?.find(({ peakPeople }) => peakPeople === most)?.day
    await link.press('Enter')
    await page.waitForURL('**/data?**')
    const asked = new URL(page.url()).searchParams
    expect(Object.fromEntries(asked)).toMatchObject({
      dataset: 'headcount',
      startDate: day,
      endDate: day,
      locationIds: locationId,
    })
    await page.getByRole('grid').waitFor()
    expectNoErrors(page)
  })
})
