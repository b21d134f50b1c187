import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, fullDay } from '../../src/time/days.ts'
import { shortDay } from '../me/support.ts'
import { presenceAlone } from '../support/alone.ts'
import { expectNoErrors, NOWHERE, startBrowser, type TestBrowser } from '../support/browser.ts'
import {
  type AttendedDay,
  callWithKey,
  dayFromNow,
  findNoShowUser,
  makeOwn,
  type Own,
  PAST,
  read,
  rowsOf,
  see,
} from './support.ts'

let browser: TestBrowser
let own: Own
let noShowUser: Awaited<ReturnType<typeof findNoShowUser>>
let source: string
/** Days are counted from the one on which the file begins: midnight may pass before its last test. */
const TODAY = dayFromNow(0)
const dayAfter = (days: number): string => addDays(TODAY, days)
beforeAll(async () => {
  browser = await startBrowser()
  own = await makeOwn()
  noShowUser = await findNoShowUser(browser)
  source = `doors ${own.mark}`
  const seen = { userId: own.userId, locationId: own.locationId }
  await see(source, [
    { ...seen, timestamp: `${dayAfter(-5)}T04:15:00Z` },
    { ...seen, timestamp: `${dayAfter(-4)}T05:15:00Z` },
    // It is already the next day there.
    { ...seen, timestamp: `${dayAfter(-4)}T19:00:00Z` },
  ])
  await see(`lift ${own.mark}`, [{ ...seen, timestamp: `${dayAfter(-5)}T04:20:00Z` }])
})
afterAll(() => browser?.[Symbol.asyncDispose]())

const NAMES: Record<string, string> = { confirmed: 'Confirmed', noShow: 'No-show', walkIn: 'Walk-in', unconfirmed: 'Unconfirmed' }
const PLANS: Record<string, string> = { o: 'Office', r: 'Remote', a: 'Away' }

describe('the page of a person', () => {
  it('shows plan, booking and attendance of each day as the API has them', async () => {
    await using _ = await presenceAlone()
    const { user, days } = noShowUser
    const page = await browser.open(`/people/${user.userId}?from=${PAST.from}&to=${PAST.to}`, 'global-administrator')
    await page.getByText('No-show').first().waitFor()
    const rows = await rowsOf(page, 'Days')
    expect(rows).toHaveLength(28)
    const byDay = new Map(rows.map((cells) => [cells[0], cells]))
    for (const { day, plan, attendanceType, bookingPlaceName } of days) {
      const [, planned, booked, attendance] = byDay.get(shortDay(day)) as string[]
      expect([day, attendance]).toEqual([day, attendanceType ? NAMES[attendanceType] : '–'])
      if (plan) expect(planned).toContain(PLANS[plan])
      if (bookingPlaceName) expect(booked).toContain(`Desk ${bookingPlaceName}`)
    }
    expectNoErrors(page)
  })

  it('copies the id', async () => {
    const page = await browser.open(`/people/${own.userId}`, 'global-administrator', { permissions: ['clipboard-write'] })
    await page.getByRole('button', { name: 'Copy the id' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    await page.getByText('None: the user has no account').waitFor()
    expectNoErrors(page)
  })

  it('lists what was done, by whom, with before and after, and keeps tab and days in the address', async () => {
    const admin = await browser.open(NOWHERE, 'bookings-administrator')
    const { csrfToken, userId: adminId } = await read<{ csrfToken: string; userId: string }>(admin, '/api/session')
    const actor = await read<{ firstName: string; lastName: string }>(admin, `/api/users/${adminId}`)
    const headers = { 'x-csrf-token': csrfToken }
    for (const plan of ['o', 'r']) {
      const answer = await admin.request.put(`/api/users/${own.userId}/days/${dayAfter(9)}/plan`, { data: { plan }, headers })
      expect(answer.status()).toBe(200)
    }
    await callWithKey('PUT', `/api/users/${own.userId}/days/${dayAfter(10)}/plan`, { plan: 'a' })

    const page = await browser.open(`/people/${own.userId}`, 'analytics-administrator')
    await page.getByRole('tab', { name: 'Activity' }).click()
    await page.waitForURL(/tab=activity/)
    const { items } = await read<{ items: { description: string }[] }>(page, `/api/users/${own.userId}/actions`)
    const rows = await rowsOf(page, 'Activity')
    expect(rows.map((cells) => cells[3]?.replace(/ Details$/, ''))).toEqual(items.map(({ description }) => description))
    await page.getByLabel('Planned days from').fill(dayAfter(9))
    await page.getByLabel('Up to').fill(dayAfter(9))
    await expect.poll(() => page.url()).toContain(`to=${dayAfter(9)}`)
    const entries = items.length - 1
    await page.getByText(`That is all: ${entries === 1 ? '1 entry' : `${entries} entries`}.`).waitFor()
    const changed = page.getByRole('row', { name: /Changed the plan/ })
    await changed.getByRole('link', { name: `${actor.firstName} ${actor.lastName}` }).waitFor()
    await changed.getByRole('button', { name: /^Details/ }).click()
    expect(await changed.textContent()).toContain('Plan plan: Office → Remote')
    expectNoErrors(page)
  })

  it('lists each presence event with its source and when it arrived, by days, building and source', async () => {
    const days = `from=${dayAfter(-6)}&to=${dayAfter(-2)}`
    const page = await browser.open(`/people/${own.userId}?tab=presence&${days}`, 'analytics-administrator')
    await page.getByText('4 events on 3 days').waitFor()
    const rows = await rowsOf(page, 'Presence events')
    expect(rows.map(([day]) => day)).toEqual([-3, -4, -5, -5].map((ahead) => shortDay(dayAfter(ahead))))
    expect(rows[0]?.[1]).toContain(`${fullDay(dayAfter(-3))}, 00:45:00`)
    expect(rows[0]?.[2]).toBe(own.locationName)
    expect(rows[3]?.[5]).toMatch(/after \d+ d/)
    await page.getByRole('combobox', { name: 'Source' }).click()
    await page.getByRole('option', { name: `lift ${own.mark}` }).click()
    await page.getByText('1 event on 1 day').waitFor()
    await page.getByLabel('From').fill(dayAfter(-40))
    await page.getByText('At most 31 days at a time.').waitFor()
    const elsewhere = await browser.open(
      `/people/${own.userId}?tab=presence&${days}&location=${own.userId}`,
      'analytics-administrator',
    )
    await elsewhere.getByText('No presence event', { exact: true }).waitFor()
    expectNoErrors(page)
  })

  it('explains a day in a story, at an address of its own', async () => {
    await using _ = await presenceAlone()
    const { user, days } = noShowUser
    const { day } = days.find(({ attendanceType }) => attendanceType === 'noShow') as AttendedDay
    const path = `/people/${user.userId}?tab=explain&day=${day.slice(0, 10)}`
    const page = await browser.open(path, 'analytics-administrator')
    const explained = await read<{ rule: { code: string; text: string }; actions: unknown[] }>(
      page,
      `/api/users/${user.userId}/days/${day.slice(0, 10)}/explanation`,
    )
    await page.getByText(explained.rule.text, { exact: true }).waitFor()
    expect(explained.rule.code).toBe('plannedNotSeen')
    await page.getByRole('region', { name: 'What to check' }).getByRole('link', { name: 'quarantine' }).waitFor()
    await page.getByText('No presence event of this person is known for the day.').waitFor()
    await page.getByRole('button', { name: 'Next day' }).click()
    await page.waitForURL(new RegExp(`day=${new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)}`))
    expectNoErrors(page)
  })

  it('explains which event counted, that it came late, and what to check', async () => {
    const page = await browser.open(`/people/${own.userId}?tab=explain&day=${dayAfter(-5)}`, 'global-administrator')
    await page.getByText(`Nothing planned, but seen in ${own.locationName}, first at 10:00 (${source}): walk-in.`).waitFor()
    const rows = await rowsOf(page, 'Presence events of the day')
    expect(rows.map((cells) => [cells[2], cells[4]])).toEqual([
      [source, 'Yes'],
      [`lift ${own.mark}`, 'Yes'],
    ])
    expect(rows[0]?.[3]).toContain('late: the day had ended')
    await page.getByText(`Late event of`, { exact: false }).waitFor()
    await page.getByText('2 events came after the day had ended').waitFor()
    expectNoErrors(page)
  })

  it('says so when the person does not exist', async () => {
    const page = await browser.open(`/people/${own.locationId}`, 'global-administrator')
    await page.getByRole('alert').waitFor()
    expectNoErrors(page)
  })
})

const TABS = { days: 'Days', activity: 'Activity', presence: 'Presence', explain: 'Explain a day' } as const

describe('what is not shown to a role', () => {
  it.each([
    ['workplace-administrator', ['days', 'activity', 'presence', 'explain'], []],
    ['bookings-administrator', ['presence', 'explain'], ['days', 'activity']],
    ['analytics-administrator', [], ['days', 'activity', 'presence', 'explain']],
  ] as const)('is said calmly to a %s, who is refused nothing else', async (role, hidden, shown) => {
    const page = await browser.open(`/people/${own.userId}?day=${dayAfter(-5)}`, role)
    await page.getByRole('table', { name: 'Identity' }).waitFor()
    for (const tab of [...hidden, ...shown]) {
      await page.getByRole('tab', { name: TABS[tab] }).click()
      await page.getByRole('tabpanel', { name: TABS[tab] }).locator('table, [data-rule], p').first().waitFor()
      const isHidden = (hidden as readonly string[]).includes(tab)
      expect([tab, await page.getByText(/not shown to your role/).count()]).toEqual([tab, isHidden ? 1 : 0])
      await page.waitForLoadState('networkidle')
      expect([tab, await page.getByRole('alert').count()]).toEqual([tab, 0])
    }
    expectNoErrors(page)
  })
})
