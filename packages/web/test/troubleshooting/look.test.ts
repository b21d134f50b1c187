import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, it } from 'vitest'
import { presenceAlone } from '../support/alone.ts'
import {
  expectAccessible,
  expectFitsPhone,
  expectNoErrors,
  goWithin,
  startBrowser,
  type TestBrowser,
  WIDE,
} from '../support/browser.ts'
import { callWithKey, dayFromNow, findNoShowUser, makeOwn, type Own, PAST, see } from './support.ts'

let browser: TestBrowser
let page: Page
let own: Own
let noShowUserId: string
let noShow: string
beforeAll(async () => {
  browser = await startBrowser()
  own = await makeOwn()
  const { user, days } = await findNoShowUser(browser)
  noShowUserId = user.userId
  noShow = days.find(({ attendanceType }) => attendanceType === 'noShow')?.day.slice(0, 10) as string
  await see(`look ${own.mark}`, [
    { eventId: 'refused', userId: 'unknown', locationId: own.locationId, timestamp: `${dayFromNow(-3)}T05:00:00Z` },
  ])
  await callWithKey('POST', '/v1/occupancy', {
    sourceId: `look ${own.mark}`,
    occupancyEvents: ['03', '05', '06', '09'].map((hour, index) => ({
      ...{ eventId: hour, timestamp: `${dayFromNow(-3)}T${hour}:20:00Z`, occupancy: index % 2 === 0 ? 4 : 0 },
      ...{ locationId: own.spaceId, locationType: 'space' },
    })),
  })
  page = await browser.open('/me', 'global-administrator')
})
afterAll(() => browser?.[Symbol.asyncDispose]())
beforeEach(() => page.setViewportSize(WIDE.viewport))

type Case = readonly [name: string, path: () => string, isThere: (page: Page) => Promise<unknown>]

const table = (name: string) => (page: Page) => page.getByRole('table', { name }).waitFor()

const CASES: readonly Case[] = [
  ['find', () => '/people', table('People found')],
  [
    'days',
    () => `/people/${noShowUserId}?from=${PAST.from}&to=${PAST.to}`,
    (page) => page.getByText('No-show').first().waitFor(),
  ],
  ['activity', () => `/people/${noShowUserId}?tab=activity`, table('Activity')],
  ['presence', () => `/people/${noShowUserId}?tab=presence&from=${PAST.from}&to=${PAST.to}`, table('Presence events')],
  ['no-show', () => `/people/${noShowUserId}?tab=explain&day=${noShow}`, (page) => page.getByText('What to check').waitFor()],
  ['sources', () => '/sources', table('Sources')],
  ['quarantine', () => `/quarantine?source=look%20${own.mark}`, table('Refused events')],
  ['spaces', () => `/spaces?space=${own.spaceId}`, table('Changes of the day')],
]

it.each(CASES)(
  'the page of %s is accessible, and on a phone nothing but tables scrolls to the side',
  async (_name, path, isThere) => {
    await using _ = await presenceAlone()
    await goWithin(page, path())
    await isThere(page)
    await page.waitForLoadState('networkidle')
    await expectAccessible(page)
    await expectFitsPhone(page)
    expectNoErrors(page)
  },
)

it('dialogs of refused events are accessible', async () => {
  await goWithin(page, `/quarantine?source=look%20${own.mark}`)
  await page.getByRole('button', { name: 'refused', exact: true }).click()
  await page.getByRole('table', { name: 'Fields' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await page.getByRole('checkbox', { name: 'Select all listed' }).check()
  await page.getByRole('button', { name: 'Replay 1 selected' }).click()
  await page
    .getByRole('dialog', { name: /Replay/ })
    .getByRole('button', { name: 'Replay' })
    .waitFor()
  await expectAccessible(page)
  expectNoErrors(page)
})
