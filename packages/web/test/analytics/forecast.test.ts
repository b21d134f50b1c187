import type { ForecastFigures } from '@rollcall/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerOf } from '../support/answers.ts'
import { expectNoErrors, startBrowser, type TestBrowser } from '../support/browser.ts'
import { amount, csvRows, ENGLISH, frame, settled, share, tableRows } from './support.ts'

let browser: TestBrowser
beforeAll(async () => {
  browser = await startBrowser({ isReadOnly: true })
})
afterAll(() => browser?.[Symbol.asyncDispose]())

const TITLE = 'Expected people of the days ahead'
type Location = ForecastFigures['locations'][number]

const open = async () => {
  const page = await browser.open('/analytics/forecast', 'bookings-administrator', ENGLISH)
  await settled(page)
  const { locations } = await answerOf<ForecastFigures>(page, '/api/analytics/forecast')
  const forecast = locations.find(({ state, hidden }) => state === 'forecast' && !hidden) as Location
  return { page, locations, forecast }
}
const text = (value: number | null) => (value === null ? '' : String(value))

describe('the page of the forecast', () => {
  it('shows the expected people, the band, plans and capacity of two weeks, as the API has them', async () => {
    const { page, locations, forecast } = await open()
    const [, ...file] = await csvRows(page, TITLE)
    expect(file).toEqual(
      locations.flatMap(({ locationName, capacity, days }) =>
        days.map(({ day, expected, low, high, planned, booked }) => [
          ...[locationName, day, ...[expected, low, high].map(text)],
          ...[planned, booked, capacity].map(String),
        ]),
      ),
    )
    const known = locations.filter(({ days }) => days.some(({ expected }) => expected !== null))
    expect(known.length).toBeLessThan(locations.length)
    const [together] = await tableRows(frame(page, TITLE).getByRole('table'))
    expect(together?.slice(0, 2)).toEqual([
      `${known.length} of ${locations.length} together`,
      known.reduce((sum, { capacity }) => sum + capacity, 0).toLocaleString('en-GB'),
    ])
    const chart = frame(page, forecast.locationName as string)
    await chart.getByRole('button', { name: 'Show as table' }).click()
    const rows = await tableRows(chart.getByRole('table'))
    expect(rows.map(([, expected, low, high]) => [expected, low, high])).toEqual(
      forecast.days.map(({ expected, low, high }) => [amount(expected as number), String(low), String(high)]),
    )
    expectNoErrors(page)
  })

  it('explains a day that is chosen in the list, or clicked in the chart', async () => {
    const { page, forecast } = await open()
    const chart = frame(page, forecast.locationName as string)
    const words = chart.getByTestId('basis')
    const explained = ({ expected, planned, basis }: Location['days'][number]) => [
      `${amount(expected as number)} people expected`,
      ...(basis
        ? [`${planned} planned`, `× ${share(basis.showRate)} who come + ${amount(basis.unplanned)} unplanned`]
        : ['No one is expected']),
    ]
    await chart.getByRole('combobox', { name: /^How a day of .* is forecast/ }).click()
    await page.getByRole('option', { name: 'Today' }).click()
    for (const part of explained(forecast.days[0] as Location['days'][number]))
      await expect.poll(() => words.innerText()).toContain(part)
    const canvas = chart.locator('canvas').first()
    const { width, height } = (await canvas.boundingBox()) as { width: number; height: number }
    await canvas.click({ position: { x: width - 24, y: height / 2 } })
    for (const part of explained(forecast.days.at(-1) as Location['days'][number]))
      await expect.poll(() => words.innerText()).toContain(part)
    expectNoErrors(page)
  })

  it('says why a building has no forecast', async () => {
    const { page, locations } = await open()
    for (const { locationName, state, hidden } of locations) {
      const chart = frame(page, locationName as string)
      const reasons = { forecast: '', notReporting: 'reports no presence', notEnoughDays: 'No forecast yet' }
      const reason = hidden ? 'Withheld' : reasons[state]
      if (reason !== '') expect(await chart.innerText()).toContain(reason)
      expect(await chart.getByTestId('basis').count()).toBe(reason === '' ? 1 : 0)
    }
    expect(locations.some(({ state, hidden }) => hidden || state !== 'forecast')).toBe(true)
    expectNoErrors(page)
  })
})
