import type { AttendanceFigures, GroupFigures, Settings } from '@rollcall/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { awaitSteadyDay, FILE_MS } from '../../../server/src/testing/steady-day.ts'
import { addDays, dayRange, fullDay } from '../../src/time/days.ts'
import { answerOf } from '../support/answers.ts'
import { expectNoErrors, goWithin, startBrowser, type TestBrowser } from '../support/browser.ts'
import { openDemo } from '../support/demo.ts'
import { contentOf, nameOfFile } from '../support/download.ts'
import { amount, csvRows, dayFromNow, ENGLISH, figure, frame, scopeOf, settled, share, tableRows, whole } from './support.ts'

let browser: TestBrowser
beforeAll(async () => {
  browser = await startBrowser({ isReadOnly: true })
})
afterAll(() => browser?.[Symbol.asyncDispose]())

const ATTENDANCE = '/api/analytics/attendance'
const open = async (path: string, person: Parameters<TestBrowser['open']>[1] = 'analytics-administrator') => {
  const page = await browser.open(path, person, ENGLISH)
  await settled(page)
  return page
}

describe('the attendance page', () => {
  it('keeps locations and groups in its address, shows the same after a reload and takes them along to other pages', async () => {
    const page = await open('/analytics/attendance')
    const { locations } = await answerOf<AttendanceFigures>(page, ATTENDANCE, scopeOf(page))
    const { groups } = await answerOf<GroupFigures>(page, '/api/analytics/groups', scopeOf(page))
    const building = locations.reduce((most, one) => ((most.kpis.people ?? 0) >= (one.kpis.people ?? 0) ? most : one))
    const group = groups
      .filter(({ parentId }) => parentId === null)
      .reduce((most, one) => (most.members > one.members ? most : one))

    await page.getByRole('combobox', { name: 'Buildings' }).click()
    await page.getByRole('option', { name: building.locationName as string }).click()
    await page.waitForURL((url) => url.searchParams.get('locations') === building.locationId)
    await page.keyboard.press('Escape')
    await page.getByRole('combobox', { name: 'Groups' }).fill(group.groupName)
    await page.getByRole('option', { name: group.groupName, exact: true }).click()
    await page.waitForURL((url) => url.searchParams.get('groups') === group.groupId)

    const before = page.url()
    await page.reload()
    await settled(page)
    expect(page.url()).toBe(before)
    const chosen = page.getByRole('search', { name: 'Scope' })
    for (const name of [building.locationName as string, group.groupName]) {
      await chosen.getByText(name, { exact: true }).first().waitFor()
    }

    await page.getByRole('link', { name: 'Desks and spaces' }).click()
    await page.waitForURL('**/analytics/desks?**')
    expect(scopeOf(page)).toMatchObject({ locationIds: building.locationId, groupIds: group.groupId, from: dayFromNow(-28) })
    expectNoErrors(page)
  })

  it('compares buildings day by day, and leads from a day to its people and how their day came about', async () => {
    const first = await open('/analytics/attendance')
    const { locations } = await answerOf<AttendanceFigures>(first, ATTENDANCE, scopeOf(first))
    const [one, other] = locations.filter(({ hidden, locationId }) => !hidden && locationId !== null)
    const page = await open(`/analytics/attendance?period=lastFourWeeks&locations=${one?.locationId},${other?.locationId}`)
    const seenOf = async (locationIds: string) =>
      (await answerOf<AttendanceFigures>(page, ATTENDANCE, { ...scopeOf(page), locationIds })).days.map(({ seen }) =>
        String(seen),
      )
    const [head, ...rows] = await csvRows(page, 'Attendance by day, buildings compared')
    expect(head?.slice(1, 3)).toEqual([one?.locationName, other?.locationName])
    expect(rows.map((row) => row[1])).toEqual(await seenOf(one?.locationId as string))
    expect(rows.map((row) => row[2])).toEqual(await seenOf(other?.locationId as string))

    const day = rows.find((row) => Number(row[1]) > 0)?.[0] as string
    // Every chart over past days leads to their people.
    for (const title of [
      'Attendance by day, buildings compared',
      'Attendance by day',
      'Planned against seen',
      'No-shows and releases by day',
    ]) {
      await frame(page, title).getByRole('button', { name: 'Show as table' }).click()
      await frame(page, title)
        .getByRole('link', { name: fullDay(day) })
        .waitFor()
    }
    await frame(page, 'Attendance by day, buildings compared')
      .getByRole('link', { name: fullDay(day) })
      .press('Enter')
    await page.waitForURL((url) => url.pathname === '/analytics/people' && url.searchParams.get('from') === day)
    // Only the people whom the chart counts.
    expect(new URL(page.url()).searchParams.get('outcome')).toBe('seen')
    expect(scopeOf(page)).toMatchObject({ from: day, to: day, locationIds: `${one?.locationId},${other?.locationId}` })
    await settled(page)
    await frame(page, 'Attendance by person').getByRole('link').first().click()
    await page.waitForURL((url) => url.searchParams.get('tab') === 'explain' && url.searchParams.get('day') === day)

    const others = await open('/analytics/attendance', 'bookings-administrator')
    const theirs = frame(others, 'Attendance by day')
    await theirs.getByRole('button', { name: 'Show as table' }).click()
    expect(await theirs.getByRole('link').count()).toBe(0)
    for (const each of [page, others]) expectNoErrors(each)
  })

  it('takes locations out of the scope again', async () => {
    const page = await open('/analytics/attendance')
    const { locations } = await answerOf<AttendanceFigures>(page, ATTENDANCE, scopeOf(page))
    const [first] = locations
    await frame(page, 'Attendance by building')
      .getByRole('link', { name: first?.locationName as string })
      .click()
    await page.waitForURL((url) => url.searchParams.get('locations') === first?.locationId)
    // The address changes before the page does.
    const chosen = page.getByRole('search', { name: 'Scope' })
    await chosen
      .getByText(first?.locationName as string, { exact: true })
      .first()
      .waitFor()
    await page.getByRole('combobox', { name: 'Buildings' }).press('Backspace')
    await page.waitForURL((url) => !url.searchParams.has('locations'))
    expectNoErrors(page)
  })

  it('shows periods by name, and any range that is chosen in the calendar', async () => {
    const page = await open('/analytics/attendance')
    const period = page.getByRole('combobox', { name: 'Period' })
    expect(await period.inputValue()).toBe('Last 4 weeks')
    await period.click()
    await page.getByRole('option', { name: 'This week' }).click()
    await page.waitForURL((url) => url.searchParams.get('period') === 'thisWeek')
    const { from, to } = scopeOf(page) as { from: string; to: string }
    expect([new Date(from).getUTCDay(), (Date.parse(to) - Date.parse(from)) / 86_400_000]).toEqual([1, 6])
    expect(from <= dayFromNow(0) && dayFromNow(0) <= to).toBe(true)
    for (const [name, preset] of [
      ['Last 3 months', 'lastThreeMonths'],
      ['Last 12 months', 'lastTwelveMonths'],
    ] as const) {
      await period.click()
      await page.getByRole('option', { name }).click()
      await page.waitForURL((url) => url.searchParams.get('period') === preset)
      expect(scopeOf(page)).toMatchObject({ to: dayFromNow(-1) })
      await expect.poll(() => period.inputValue()).toBe(name)
    }
    await goWithin(page, '/analytics/attendance?from=2026-01-05&to=2026-01-09')
    await settled(page)
    expect(await period.inputValue()).toBe('Custom range')
    await page.getByRole('button', { name: 'Days', exact: true }).click()
    await page.getByRole('button', { name: '12 January 2026' }).click()
    await page.getByRole('button', { name: '20 January 2026' }).click()
    await page.waitForURL((url) => url.searchParams.get('from') === '2026-01-12' && url.searchParams.get('to') === '2026-01-20')
    // A range of which only the first day was chosen is none.
    await page.getByRole('button', { name: 'Days', exact: true }).click()
    await page.getByRole('button', { name: '14 January 2026' }).click()
    await page.getByText('Choose the last day').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('Choose the last day').waitFor({ state: 'detached' })
    expectNoErrors(page)
  })

  it('shows each figure, its change since the period before and its definition', async () => {
    const page = await open(`/analytics/attendance?from=${dayFromNow(-14)}&to=${dayFromNow(-1)}`)
    const { kpis, previous } = await answerOf<AttendanceFigures>(page, ATTENDANCE, scopeOf(page))
    const card = async (name: string) => page.getByRole('listitem', { name, exact: true }).innerText()
    const rate = await card('Attendance rate')
    expect(rate).toContain(share(kpis.attendanceRate as number))
    // The difference of the shares as they are shown, not of all their digits.
    const tenths = (of: AttendanceFigures['kpis']) => Math.round(1000 * (of.attendanceRate as number))
    const change = (tenths(previous.current) - tenths(previous.kpis)) / 10
    expect(rate).toContain(change === 0 ? '= unchanged' : `${change > 0 ? '▲ +' : '▼ −'}${amount(Math.abs(change))} pp`)
    expect(rate).toContain(`from ${share(previous.kpis.attendanceRate as number)}`)
    expect(await card('Average daily attendance')).toContain(figure(kpis.averageDaily as number))
    expect(await card('Typical weekly peak')).toContain(figure(kpis.weeklyPeak as number))

    const button = page.getByRole('button', { name: 'What Attendance rate means' })
    const definition = page.getByRole('dialog', { name: 'Attendance rate' })
    // Escape closes it both before it has the focus and afterwards.
    for (const focused of [button, definition]) {
      await button.press('Enter')
      await definition.getByText('Average daily attendance divided by the people in scope').waitFor()
      await definition.getByText('People are those active now').waitFor()
      await page.waitForFunction(() => document.activeElement?.matches('[role=dialog]'))
      await focused.press('Escape')
      await definition.waitFor({ state: 'hidden' })
    }
    expectNoErrors(page)
  })

  it('says in words which days are compared, and that there are none', async () => {
    // Counted from the first published day instead of today, because midnight may pass after the company was made.
    const { firstDay } = await openDemo()
    const page = await browser.open('/me', 'analytics-administrator', ENGLISH)
    const sentence = async (from: number, to: number) => {
      await goWithin(page, `/analytics/attendance?from=${addDays(firstDay, from)}&to=${addDays(firstDay, to)}`)
      await settled(page)
      const { previous, days } = await answerOf<AttendanceFigures>(page, ATTENDANCE, scopeOf(page))
      expectNoErrors(page)
      const workdays = await page.getByRole('listitem', { name: 'Workdays', exact: true }).innerText()
      return { previous, days, workdays, text: await page.getByTestId('comparison').innerText() }
    }
    const all = await sentence(28, 34)
    expect(all.previous.days).toEqual(all.days.map(({ day }) => day))
    expect(all.text).toMatch(/^Compared with the same weekdays a week earlier, .+ to .+\.$/)
    const some = await sentence(14, 34)
    expect(some.previous.days.length).toBeGreaterThan(1)
    expect(some.previous.days.length).toBeLessThan(some.days.length)
    // Too few of them for a comparison.
    expect(some.text).toContain(`No comparison: only ${some.previous.days.length} days are published`)
    const none = await sentence(0, 6)
    expect(none.previous.days).toEqual([])
    expect(none.workdays).not.toContain('No comparison')
    expect(none.text).toMatch(/^No comparison: no workday is published, .+ both in this period and a week earlier, /)
  })

  it('withholds everything of a group of too few people', async () => {
    const page = await open('/analytics/groups')
    const { groups } = await answerOf<GroupFigures>(page, '/api/analytics/groups', scopeOf(page))
    const small = groups.find(({ hidden }) => hidden)
    await goWithin(page, `/analytics/attendance?groups=${small?.groupId}`)
    await settled(page)
    await page.getByText(/^Withheld: fewer than \d+ people had a plan or presence in this period$/).waitFor()
    expect(await page.getByRole('region', { name: 'Key figures' }).count()).toBe(0)
    expectNoErrors(page)
  })

  it('says in the words of the API what is wrong with a period', async () => {
    const page = await open('/analytics/attendance?from=2020-01-01&to=2026-01-01')
    const answer = await page.request.get(`${ATTENDANCE}?from=2020-01-01&to=2026-01-01`)
    const { title } = (await answer.json()) as { title: string }
    await page.getByRole('alert').getByText(title).waitFor()
    expectNoErrors(page)
  })

  it('is refused to employees', async () => {
    const page = await open('/analytics/attendance', 'employee')
    await page.getByRole('alert').waitFor()
    expect(await page.getByRole('region', { name: 'Key figures' }).count()).toBe(0)
    expect(await page.getByRole('link', { name: 'Attendance' }).count()).toBe(0)
    expectNoErrors(page)
  })
})

describe('the attendance page of the last four weeks', () => {
  let page: Page
  /** One visit is enough, as each of these tests leaves the page as it is. */
  beforeAll(async () => {
    // Tomorrow the last four weeks are others than those that the page shows.
    await awaitSteadyDay(FILE_MS)
    page = await open('/analytics')
  })

  it('is where analytics begin, with the last four weeks in its address', async () => {
    const { pathname, search } = new URL(page.url())
    expect([pathname, search]).toEqual(['/analytics/attendance', '?period=lastFourWeeks'])
    expect(scopeOf(page)).toEqual({ from: dayFromNow(-28), to: dayFromNow(-1) })
    expectNoErrors(page)
  })

  it('says of each figure whether it tells who came or who was expected', async () => {
    const card = async (name: string) => page.getByRole('listitem', { name, exact: true }).innerText()
    expect(await card('Attendance rate')).toContain('Who came')
    expect(await card('Average planned attendance')).toContain('Who was expected')
    const [head] = await csvRows(page, 'Attendance by building')
    const whole = 'No-show rate (who was expected)'
    expect(head).toContain(whole)
    const heading = frame(page, 'Attendance by building').getByRole('columnheader', { name: whole })
    expect((await heading.innerText()).trim()).toBe('No-show rate')
    expectNoErrors(page)
  })

  it('names files by building, group and days', async () => {
    const { from, to } = scopeOf(page)
    const nameOf = (kind: 'CSV' | 'PNG') =>
      nameOfFile(page, page.getByRole('button', { name: `${kind}: Attendance by day`, exact: true }))
    expect(await nameOf('CSV')).toBe(`attendance-by-day-all-buildings-all-groups-${from}-${to}.csv`)
    expect(await nameOf('PNG')).toBe(`attendance-by-day-all-buildings-all-groups-${from}-${to}.png`)
    expectNoErrors(page)
  })

  it('says which numbers a share is computed from', async () => {
    const { days, kpis } = await answerOf<AttendanceFigures>(page, ATTENDANCE, scopeOf(page))
    const sum = (of: (day: (typeof days)[number]) => number | null) => days.reduce((total, day) => total + (of(day) ?? 0), 0)
    const [seen, planned] = [sum((day) => day.seen), sum((day) => day.plannedMeasured)]
    const [noShow, confirmed] = [sum((day) => day.noShow), sum((day) => day.confirmed)]
    const card = (name: string) => page.getByRole('listitem', { name, exact: true }).innerText()
    expect(await card('Seen against planned')).toContain(
      `${whole(seen)} seen, ${whole(planned)} planned where presence is reported`,
    )
    expect(seen / planned).toBeCloseTo(kpis.seenPerPlanned as number, 9)
    expect(await card('No-show rate')).toContain(
      `${whole(noShow)} of ${whole(noShow + confirmed)} expected where presence is reported`,
    )
    expectNoErrors(page)
  })

  it('shows, and writes to a file, the very numbers of the API', async () => {
    const { days, weekdays } = await answerOf<AttendanceFigures>(page, ATTENDANCE, scopeOf(page))
    const numbers = days.map((day) =>
      [
        ...[day.confirmed, day.noShow, day.unconfirmed, day.walkIn, day.seen, day.planned, day.remote, day.away, day.booked],
        day.elsewhere,
      ].map(String),
    )
    const [head, ...rows] = await csvRows(page, 'Attendance by day')
    expect(head?.slice(0, 3)).toEqual(['Day', 'Confirmed (expected and came)', 'No-show (expected and did not come)'])
    // The last column names holidays, closures and outages.
    expect(rows.map((row) => row.slice(0, -1))).toEqual(days.map(({ day }, index) => [day, ...(numbers[index] as string[])]))
    const [, ...ofBookings] = await csvRows(page, 'No-shows and releases by day')
    expect(ofBookings.map((row) => [row[0], row[4], row[5]])).toEqual(
      days.map(({ day, released, booked }) => [day, String(released), String(booked + released)]),
    )

    const chart = frame(page, 'Attendance by day')
    await chart.getByRole('img', { name: /^Attendance by day/ }).waitFor()
    await chart.getByRole('button', { name: 'Show as table' }).press('Enter')
    expect((await tableRows(chart.getByRole('table'))).map((cells) => cells.slice(1, -1))).toEqual(numbers)
    await chart.getByRole('button', { name: 'Show as chart' }).click()
    await chart.getByRole('img').waitFor()

    const [, ...ofWeekdays] = await csvRows(page, 'Attendance rate by weekday')
    expect(ofWeekdays.map(([, ...cells]) => cells.map(Number))).toEqual(
      weekdays.map(({ averageSeen, averagePlanned, rate }) => [averageSeen, averagePlanned, rate ?? 0]),
    )
    expectNoErrors(page)
  })

  it('withholds locations of too few people, and says of how few', async () => {
    const { locations } = await answerOf<AttendanceFigures>(page, ATTENDANCE, scopeOf(page))
    const { minimumGroupSize } = await answerOf<Settings>(page, '/api/settings')
    expect(locations.some(({ hidden }) => hidden)).toBe(true)
    const rows = await tableRows(frame(page, 'Attendance by building').getByRole('table'))
    expect(rows.map(([name, , ...rest]) => [name, rest.length > 0])).toEqual(
      locations.map(({ locationName, hidden }) => [locationName ?? 'No building', !hidden]),
    )
    const withheld = locations.findIndex(({ hidden }) => hidden)
    expect(locations[withheld]?.withheld).toEqual({ reason: 'fewPeople', name: null })
    expect(rows[withheld]?.[1]).toBe(`Withheld: fewer than ${minimumGroupSize} people had a plan or presence in this period`)
    expectNoErrors(page)
  })

  it('shows the day until which figures are published', async () => {
    const { publishedThrough } = await answerOf<AttendanceFigures>(page, ATTENDANCE, scopeOf(page))
    const days = publishedThrough.flatMap((one) => one.publishedThrough ?? []).sort()
    const line = await page.getByText(/^Published through/).innerText()
    for (const day of [days[0], days.at(-1)]) expect(line).toContain(fullDay(day as string))
    expect(line).toMatch(/Refreshed .* (UTC|GMT|CE|[A-Z]{2,5})/)
    expectNoErrors(page)
  })

  it('saves a chart as a picture', async () => {
    await frame(page, 'Attendance by day').locator('canvas').waitFor()
    await page.evaluate(`{
      const { prototype } = CanvasRenderingContext2D
      const { fillText } = prototype
      prototype.fillText = function (text, ...rest) {
        if (!this.canvas.isConnected) (window.written ??= []).push(text)
        return fillText.call(this, text, ...rest)
      }
    }`)
    const picture = await contentOf(page, page.getByRole('button', { name: 'PNG: Attendance by day', exact: true }))
    expect(picture.subarray(1, 4).toString()).toBe('PNG')
    const { from, to } = scopeOf(page) as { from: string; to: string }
    const written = await page.evaluate<string[]>('window.written')
    expect(written).toContain('Attendance by day')
    expect(written.join(' ')).toContain(`All buildings · All groups · ${dayRange(from, to)}`)
    const height = await frame(page, 'Attendance by day')
      .locator('canvas')
      .evaluate((canvas) => (canvas as unknown as { height: number }).height)
    expect(picture.readUInt32BE(20)).toBeGreaterThan(height)
    expect(picture.length).toBeGreaterThan(10_000)
    expectNoErrors(page)
  })
})
