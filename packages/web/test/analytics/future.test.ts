import type { FutureFigures } from '@rollcall/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerOf } from '../support/answers.ts'
import { expectNoErrors, startBrowser, type TestBrowser } from '../support/browser.ts'
import { csvRows, ENGLISH, frame, settled, share, tableRows } from './support.ts'

let browser: TestBrowser
beforeAll(async () => {
  browser = await startBrowser({ isReadOnly: true })
})
afterAll(() => browser?.[Symbol.asyncDispose]())

const TITLE = 'Bookings of the days ahead'

describe('the page of the days ahead', () => {
  it('shows plans and bookings of 14 days against the capacity, as the API has them', async () => {
    const page = await browser.open('/analytics/future', 'bookings-administrator', ENGLISH)
    await settled(page)
    const { locations } = await answerOf<FutureFigures>(page, '/api/analytics/future', { days: '14' })
    expect(locations.every(({ days }) => days.length === 14)).toBe(true)
    const [, ...file] = await csvRows(page, TITLE)
    expect(file).toEqual(
      locations.flatMap(({ locationName, capacity, days }) =>
        days.map(({ day, planned, booked }) => [locationName, day, ...[planned, booked, capacity].map(String)]),
      ),
    )
    const [together, ...rows] = await tableRows(frame(page, TITLE).getByRole('table'))
    const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0)
    // On the first and last day only the buildings count where it is that day.
    const days = [...new Set(locations.flatMap((location) => location.days.map(({ day }) => day)))].sort()
    const ofDays = days.map((day) => {
      const there = locations.flatMap((location) =>
        location.days.filter((each) => each.day === day).map((each) => ({ ...location, ...each })),
      )
      return { booked: sumOf(there.map(({ booked }) => booked)), room: sumOf(there.map(({ capacity }) => capacity)) }
    })
    expect(together?.slice(0, 2)).toEqual([
      'All together',
      sumOf(locations.map(({ capacity }) => capacity)).toLocaleString('en-GB'),
    ])
    expect(together?.slice(4).map((cell) => cell.trim().split(/\s+/))).toEqual(
      ofDays.map(({ booked, room }) => [String(booked), share(booked / room)]),
    )
    expect(rows.map(([name, capacity]) => [name, capacity])).toEqual(
      locations.map(({ locationName, capacity }) => [locationName, String(capacity)]),
    )
    const [first] = locations
    const chart = frame(page, first?.locationName as string)
    await chart.getByRole('button', { name: 'Show as table' }).click()
    expect((await tableRows(chart.getByRole('table'))).map((cells) => cells.slice(1, -1))).toEqual(
      first?.days.map(({ planned, booked }) => [planned, booked, first.capacity].map(String)),
    )
    expectNoErrors(page)
  })

  it('keeps how many days and which locations in its address', async () => {
    const page = await browser.open('/analytics/future', 'bookings-administrator', ENGLISH)
    await settled(page)
    const { locations } = await answerOf<FutureFigures>(page, '/api/analytics/future', { days: '14' })
    const [first] = locations
    await page.getByRole('combobox', { name: 'Days ahead' }).click()
    await page.getByRole('option', { name: '28 days' }).click()
    await page.waitForURL((url) => url.searchParams.get('days') === '28')
    await page.getByRole('combobox', { name: 'Buildings' }).click()
    await page.getByRole('option', { name: first?.locationName as string }).click()
    await page.waitForURL((url) => url.searchParams.get('locations') === first?.locationId)
    await page.reload()
    await settled(page)
    const [, ...file] = await csvRows(page, TITLE)
    expect(file).toHaveLength(28)
    expect(new Set(file.map(([name]) => name))).toEqual(new Set([first?.locationName]))
    expectNoErrors(page)
  })
})
