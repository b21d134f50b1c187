import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shortDay } from '../me/support.ts'
import { expectNoErrors, startBrowser, type TestBrowser } from '../support/browser.ts'
import { callWithKey, dayFromNow, makeOwn, type Own, read, rowsOf } from './support.ts'

let browser: TestBrowser
let own: Own
/** The building is in Kathmandu, 5:45 h ahead of UTC. */
const DAY = dayFromNow(-3)
const BEFORE = dayFromNow(-4)

beforeAll(async () => {
  browser = await startBrowser()
  own = await makeOwn()
  const report = (eventId: string, timestamp: string, occupancy: number) => ({
    ...{ eventId, timestamp, occupancy, locationId: own.spaceId, locationType: 'space' },
  })
  await callWithKey('POST', '/v1/occupancy', {
    sourceId: `sensors ${own.mark}`,
    occupancyEvents: [
      report('1', `${BEFORE}T04:15:00Z`, 2),
      report('2', `${BEFORE}T05:15:00Z`, 0),
      report('3', `${DAY}T04:15:00Z`, 3),
      report('4', `${DAY}T04:30:00Z`, 6),
      report('5', `${DAY}T05:45:00Z`, 0),
      report('6', `${DAY}T06:15:00Z`, 0),
    ],
  })
})
afterAll(() => browser?.[Symbol.asyncDispose]())

describe('the occupancy of a space', () => {
  it('is found by building, level and space, and shown by hour and by the changes of a day as the API has them', async () => {
    const page = await browser.open('/spaces', 'bookings-administrator')
    await page.getByText('No space is chosen').waitFor()
    const choose = async (label: string, option: string) => {
      await page.getByRole('combobox', { name: label }).click()
      await page.getByRole('option', { name: option }).click()
    }
    await choose('Building', own.locationName)
    await choose('Level', 'Level 7')
    await choose('Space', own.spaceName)
    await page.waitForURL(new RegExp(`space=${own.spaceId}`))
    const path = `/api/spaces/${own.spaceId}/occupancy?startDate=${dayFromNow(-20)}&endDate=${dayFromNow(0)}`
    const known = await read<{
      hours: { day: string; hour: number; occupiedMinutes: number; reportedMinutes: number }[]
      stretches: { day: string }[]
    }>(page, path)
    expect(known.hours.map(({ hour }) => hour)).toEqual([10, 11, 10, 11, 12])
    const strip = page.getByRole('table', { name: /Occupied share/ })
    await strip.waitFor()
    for (const { day, hour, occupiedMinutes, reportedMinutes } of known.hours) {
      const row = strip.getByRole('row').filter({ has: page.getByRole('button', { name: `Show ${shortDay(day)}` }) })
      const share = Math.round((occupiedMinutes / reportedMinutes) * 100)
      expect(await row.getByRole('cell').nth(hour).textContent()).toBe(String(share))
    }
    // This is the newest day with a report.
    await page.getByRole('heading', { level: 2, name: new RegExp(`${Number(DAY.slice(8))} `) }).waitFor()
    expect(
      (await rowsOf(page, 'Changes of the day')).map(([from, to, state, , peak, reports]) => [from, to, state, peak, reports]),
    ).toEqual([
      ['10:00', '11:30', 'Occupied', '6', '2'],
      ['11:30', '13:00, no report since', 'Empty', '0', '2'],
    ])
    await page.getByRole('button', { name: `Show ${shortDay(BEFORE)}` }).click()
    await page.waitForURL(new RegExp(`day=${BEFORE}`))
    await expect.poll(async () => (await rowsOf(page, 'Changes of the day'))[0]?.slice(0, 2)).toEqual(['10:00', '11:00'])
    await page.getByRole('button', { name: 'Previous four weeks' }).click()
    await page.getByText('Nothing was reported of these weeks').waitFor()
    expectNoErrors(page)
  })

  it('opens from a link with only the space', async () => {
    const page = await browser.open(`/spaces?space=${own.spaceId}`, 'workplace-administrator')
    await page.getByRole('table', { name: 'Changes of the day' }).waitFor()
    await expect.poll(() => page.getByRole('combobox', { name: 'Building' }).inputValue()).toBe(own.locationName)
    expectNoErrors(page)
  })
})
