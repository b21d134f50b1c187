import { ENDPOINTS, type Endpoint } from '@rollcall/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DATASETS } from '../../src/pages/data/explorer/datasets.ts'
import { csrfHeaders, expectNoErrors, startBrowser, type TestBrowser, WIDE } from '../support/browser.ts'
import {
  callWithKey,
  cellText,
  columnsOf,
  dayFromNow,
  goToRow,
  makeBuilding,
  type OwnBuilding,
  rowsOfApi,
  rowsRead,
  shownRow,
} from './support.ts'

let browser: TestBrowser
let own: OwnBuilding
beforeAll(async () => {
  browser = await startBrowser({ isReadOnly: true })
  own = await makeBuilding()
})
afterAll(() => browser?.[Symbol.asyncDispose]())

const PAST = `startDate=${dayFromNow(-25)}&endDate=${dayFromNow(-1)}`
const AHEAD = `startDate=${dayFromNow(0)}&endDate=${dayFromNow(14)}`

const ofBuilding = () => `${AHEAD}&locationId=${own.locationId}`
interface Asked {
  readonly name: string
  readonly query: () => string
  readonly path?: string
}
const ASKED: readonly Asked[] = [
  { name: 'user-booking-attendance', query: () => PAST },
  { name: 'user-booking-attendance', query: ofBuilding },
  { name: 'presence', query: () => PAST },
  { name: 'change-log', query: () => `${AHEAD}&userIds=${own.userId}`, path: '/v1/analytics/change-log/user' },
  { name: 'events', query: ofBuilding },
  { name: 'calendar', query: ofBuilding },
  { name: 'parking-bookings', query: ofBuilding, path: '/v1/parking-bookings' },
  ...['users', 'groups', 'locations', 'desks', 'spaces', 'group-members', 'group-closure', 'desk-history'].map((name) => ({
    name,
    query: () => '',
  })),
]

describe('the data explorer', () => {
  it.each(ASKED)('shows the rows of $name as the API has them', async ({ name, query, path = `/v1/analytics/${name}` }) => {
    const page = await browser.open(`/data?dataset=${name}${query() && `&${query()}`}`, 'analytics-administrator')
    await rowsRead(page)
    const rows = await rowsOfApi(page, `${path}?${query()}`)
    expect(rows.length).toBeGreaterThan(0)
    expect(await rowsRead(page)).toBe(rows.length)
    expect(await columnsOf(page)).toEqual(['#', ...Object.keys(rows[0] as object)])
    const grid = page.getByRole('grid')
    expect(await grid.getAttribute('aria-rowcount')).toBe(String(rows.length + 1))
    expect(await grid.getAttribute('aria-colcount')).toBe(String(Object.keys(rows[0] as object).length + 1))
    for (const index of [0, rows.length - 1, Math.floor(rows.length / 2)]) {
      await goToRow(page, index + 1)
      expect(await shownRow(page, index)).toEqual(Object.values(rows[index] as object).map(cellText))
    }
    expect(await page.locator('tbody tr').count()).toBeLessThan(60)
    expectNoErrors(page)
  })

  it('reads every dataset of the API, chosen one after another', async () => {
    const isDataset = ({ method, path }: Endpoint) =>
      method === 'GET' && /^\/v1\/(analytics|parking-bookings)/.test(path) && path !== ENDPOINTS.readChanges.path
    const ofContract = Object.values<Endpoint>(ENDPOINTS).filter(isDataset)
    expect(DATASETS.map(({ operation }) => operation).toSorted()).toEqual(ofContract.map(({ operation }) => operation).toSorted())

    const page = await browser.open('/data', 'global-administrator')
    for (const { label, users } of DATASETS) {
      await page.getByRole('combobox', { name: 'Dataset' }).click()
      await page.getByRole('option', { name: label, exact: true }).click()
      if (users === 'required') {
        await page.getByRole('combobox', { name: 'People' }).fill(own.userName.slice(0, 9))
        await page.getByRole('option', { name: own.userName }).click()
        await page.keyboard.press('Escape')
      }
      await page.getByRole('button', { name: 'Show rows' }).click()
      const answer = page.getByRole('region', { name: label, exact: true })
      await answer.locator('[data-phase=done]').waitFor()
      const shown = (await rowsRead(page)) > 0 ? answer.getByRole('grid') : answer.getByText('No rows', { exact: true })
      await shown.waitFor()
      expect([label, await page.getByRole('alert').count()]).toEqual([label, 0])
    }
    expectNoErrors(page)
  })

  it('offers the audit log to those who may read it', async () => {
    const datasets = async (role: 'analytics-administrator' | 'global-administrator') => {
      const page = await browser.open('/data', role)
      await page.getByRole('combobox', { name: 'Dataset' }).click()
      await page.getByRole('option', { name: 'Presence' }).waitFor()
      return page.getByRole('option').allTextContents()
    }
    expect(await datasets('analytics-administrator')).not.toContain('Audit log')
    expect(await datasets('global-administrator')).toContain('Audit log')
    // It is tomorrow already where the company is, late in the evening.
    const tomorrow = dayFromNow(1)
    const page = await browser.open(
      `/data?dataset=audit-log&startDate=${dayFromNow(-1)}&endDate=${tomorrow}`,
      'global-administrator',
    )
    expect(await rowsRead(page)).toBeGreaterThan(0)
    expect((await columnsOf(page)).slice(0, 5)).toEqual(['#', 'entryNo', 'timestamp', 'day', 'action'])
    expectNoErrors(page)
  })

  it('asks what the form says, and what it asked is in the address', async () => {
    const page = await browser.open('/data', 'analytics-administrator')
    await page.getByText('Choose what to read').waitFor()
    await page.getByRole('combobox', { name: 'Dataset' }).click()
    await page.getByRole('option', { name: 'Events' }).click()
    await page.getByText('At most 550 days after the first.').waitFor()
    const [startDate, endDate] = [dayFromNow(0), dayFromNow(14)]
    await page.getByLabel('First day').fill(startDate)
    await page.getByLabel('Last day').fill(endDate)
    await page.getByRole('combobox', { name: 'Building' }).fill(own.locationName)
    await page.getByRole('option', { name: own.locationName }).click()
    await page.getByRole('button', { name: 'Show rows' }).click()
    expect(await rowsRead(page)).toBe(2)
    const asked = new URL(page.url()).searchParams
    expect(Object.fromEntries(asked)).toEqual({
      dataset: 'events',
      startDate,
      endDate,
      locationId: own.locationId,
    })
    await page.reload()
    expect(await rowsRead(page)).toBe(2)
    // Rows may arrive before the names of buildings.
    await expect.poll(() => page.getByRole('combobox', { name: 'Building' }).inputValue()).toBe(own.locationName)
    await page.goBack()
    await page.getByText('Choose what to read').waitFor()
    expectNoErrors(page)
  })

  it('asks for days by name, which are those of next week in a view that is opened next week, in any language', async () => {
    const page = await browser.open('/data?dataset=events', 'analytics-administrator')
    await page.getByRole('button', { name: 'Next 14 days' }).click()
    await page.getByRole('button', { name: 'Show rows' }).click()
    await rowsRead(page)
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'eventId' }).uncheck()
    await page.keyboard.press('Escape')
    await page.waitForURL(/columns=/)
    const search = new URL(page.url()).search.slice(1)
    expect(search).toMatch(/^dataset=events&period=nextFourteenDays&columns=/)
    // The address changes before the table does.
    await page
      .locator('thead th')
      .filter({ hasText: /^eventId$/ })
      .waitFor({ state: 'detached' })
    const shown = await columnsOf(page)
    const view = { name: 'Events soon', page: '/data', search, sharedWith: ['global-administrator'] }
    const headers = await csrfHeaders(page)
    const { viewId } = await (await page.request.post('/api/views', { data: view, headers })).json()

    const later = await browser.open('/favicon.svg', 'global-administrator', { ...WIDE, locale: 'de-DE' })
    const [now, first, last] = [Date.now(), dayFromNow(7), dayFromNow(21)]
    await later.clock.setFixedTime(now + 7 * 86_400_000)
    await later.goto('/data')
    const asked = later.waitForRequest((request) => request.url().includes('/v1/analytics/events'))
    await later.getByRole('link', { name: 'Events soon' }).click()
    const { searchParams } = new URL((await asked).url())
    expect([searchParams.get('startDate'), searchParams.get('endDate')]).toEqual([first, last])
    await later.locator('[data-phase=done]').waitFor()
    expect(await columnsOf(later)).toEqual(shown)
    expect(await later.getByRole('button', { name: 'Nächste 14 Tage' }).getAttribute('aria-pressed')).toBe('true')
    await page.request.delete(`/api/views/${viewId}`, { headers })
    for (const each of [page, later]) expectNoErrors(each)
  })

  it('finds people by name and takes ids that are pasted', async () => {
    const page = await browser.open('/data?dataset=change-log', 'analytics-administrator')
    await page.getByText('Fix the marked fields above').waitFor()
    await page.getByRole('button', { name: 'Next 14 days' }).click()
    const people = page.getByRole('combobox', { name: 'People' })
    await people.fill(own.userName.slice(0, 9))
    await page.getByRole('option', { name: own.userName }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Show rows' }).click()
    expect(await rowsRead(page)).toBeGreaterThan(2)
    expect(new URL(page.url()).searchParams.get('userIds')).toBe(own.userId)

    await people.press('Backspace')
    const other = 'FFFFFFFF-ffff-4fff-8fff-ffffffffffff'
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(`${own.userId};\n${other}`)})`)
    await people.focus()
    await page.keyboard.press('Control+V')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Show rows' }).click()
    await page.waitForURL(/ffffffff/)
    await rowsRead(page)
    expect(new URL(page.url()).searchParams.get('userIds')).toBe(`${own.userId},${other.toLowerCase()}`)
    expectNoErrors(page)
  })

  it('works with the keyboard only', async () => {
    const page = await browser.open(`/data?dataset=user-booking-attendance&${PAST}`, 'analytics-administrator')
    const count = await rowsRead(page)
    const grid = page.getByRole('grid')
    const active = () => grid.getAttribute('aria-activedescendant')
    await grid.focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    await expect.poll(active).toBe('cell-1-1')
    await page.keyboard.press('Control+End')
    await expect.poll(active).toBe(`cell-${count - 1}-28`)
    // The row is drawn after the table has scrolled to it.
    await page.locator(`#cell-${count - 1}-28`).waitFor({ state: 'visible' })
    await page.keyboard.press('PageUp')
    await expect.poll(async () => Number((await active())?.split('-')[1])).toBeLessThan(count - 2)
    await page.keyboard.press('Control+Home')
    await expect.poll(active).toBe('cell-0-0')
    await page.keyboard.press('Enter')
    const details = page.getByRole('dialog', { name: 'Row 1' })
    const description = details.getByText('The local calendar day of the location')
    await description.waitFor()
    expect(await description.getAttribute('lang'), 'in every language of the app').toBe('en')
    await details.getByRole('button', { name: 'Next row' }).click()
    await page.getByRole('dialog', { name: 'Row 2' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => grid.evaluate((element) => element.matches(':focus'))).toBe(true)
    expectNoErrors(page)
  })

  it('explains a figure of headcount by the people that it counts, each with a link to their day', async () => {
    // Two weeks, so that there is a working day.
    const days = `startDate=${dayFromNow(-15)}&endDate=${dayFromNow(-2)}`
    const page = await browser.open(`/data?dataset=headcount&${days}`, 'analytics-administrator')
    await rowsRead(page)
    const rows = await rowsOfApi(page, `/v1/analytics/headcount?${days}`)
    const index = rows.findIndex(({ people, locationType }) => locationType === 'location' && Number(people) > 1)
    const { people, hour, day } = rows[index] as { people: number; hour: number; day: string }
    await goToRow(page, index + 1)
    await page.getByRole('grid').focus()
    await page.keyboard.press('Enter')
    const details = page.getByRole('dialog', { name: `Row ${(index + 1).toLocaleString('en')}` })
    await details.getByRole('button', { name: 'How this came about' }).click()
    const explanation = details.getByRole('region', { name: 'How this came about' })
    await explanation.getByText(`last seen there at ${String(hour).padStart(2, '0')}:00 or later`).waitFor()
    const links = explanation.getByRole('link')
    expect(await links.count()).toBe(people)
    expect(await links.first().getAttribute('href')).toContain(`day=${day}`)
    expectNoErrors(page)
  })

  it('shows the columns that were picked, which the address keeps, without reading again', async () => {
    const page = await browser.open(`/data?dataset=events&${AHEAD}&locationId=${own.locationId}`, 'analytics-administrator')
    await rowsRead(page)
    const all = (await columnsOf(page)).slice(1)
    let asked = 0
    page.on('request', (request) => {
      if (request.url().includes('/v1/')) asked++
    })
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'eventId' }).uncheck()
    await page.getByRole('checkbox', { name: 'locationId' }).uncheck()
    await page.keyboard.press('Escape')
    const kept = all.filter((name) => name !== 'eventId' && name !== 'locationId')
    await expect.poll(() => columnsOf(page)).toEqual(['#', ...kept])
    expect(asked).toBe(0)
    await page.reload()
    await rowsRead(page)
    expect(await columnsOf(page)).toEqual(['#', ...kept])
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('button', { name: 'Show all' }).click()
    await expect.poll(() => columnsOf(page)).toEqual(['#', ...all])
    expect(new URL(page.url()).searchParams.has('columns')).toBe(false)
    expectNoErrors(page)
  })

  it('says that nothing has changed, and reads again if something has', async () => {
    const mine = await makeBuilding()
    const page = await browser.open(`/data?dataset=events&${AHEAD}&locationId=${mine.locationId}`, 'analytics-administrator')
    expect(await rowsRead(page)).toBe(2)
    const again = page.getByRole('button', { name: 'Read again' })
    const same = page.getByText('Nothing has changed: the rows are current.')
    await expect
      .poll(async () => {
        // Events of other tests count as a change too, and then the rows are read again.
        const checked = page.waitForResponse((response) => response.request().method() === 'HEAD')
        await again.click()
        const isSame = (await checked).status() === 304
        if (isSame) await same.first().waitFor()
        else await rowsRead(page)
        return isSame
      })
      .toBe(true)
    await callWithKey('POST', '/api/events', {
      eventName: 'One more',
      startsAt: `${dayFromNow(4)}T10:00:00Z`,
      endsAt: `${dayFromNow(4)}T11:00:00Z`,
      locationId: mine.locationId,
      organizerUserId: mine.userId,
    })
    await again.click()
    await expect.poll(() => rowsRead(page)).toBe(3)
    expectNoErrors(page)
  })
})
