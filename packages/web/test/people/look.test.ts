import { mkdir } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { expectAccessible, expectNoErrors, PHONE, startBrowser, type TestBrowser } from '../support/browser.ts'
import { callWithKey, dayFromNow, expectNoSideScroll, findSomebody, makeOwn, type Own, PAST, see } from './support.ts'

let browser: TestBrowser
let own: Own
let somebody: string
let noShow: string
beforeAll(async () => {
  browser = await startBrowser()
  own = await makeOwn()
  const { user, days } = await findSomebody(browser)
  somebody = user.userId
  noShow = days.find(({ attendanceType }) => attendanceType === 'noShow')?.day.slice(0, 10) as string
  await see(`look ${own.mark}`, [
    { eventId: 'refused', userId: 'nobody', locationId: own.locationId, timestamp: `${dayFromNow(-3)}T05:00:00Z` },
  ])
  await callWithKey('POST', '/v1/occupancy', {
    sourceId: `look ${own.mark}`,
    occupancyEvents: ['03', '05', '06', '09'].map((hour, index) => ({
      ...{ eventId: hour, timestamp: `${dayFromNow(-3)}T${hour}:20:00Z`, occupancy: index % 2 === 0 ? 4 : 0 },
      ...{ locationId: own.spaceId, locationType: 'space' },
    })),
  })
})
afterAll(() => browser?.[Symbol.asyncDispose]())

type Case = readonly [name: string, path: () => string, isThere: (page: Page) => Promise<unknown>]

const table = (name: string) => (page: Page) => page.getByRole('table', { name }).waitFor()

const CASES: readonly Case[] = [
  ['find', () => '/people', table('People found')],
  ['days', () => `/people/${somebody}?from=${PAST.from}&to=${PAST.to}`, (page) => page.getByText('No-show').first().waitFor()],
  ['activity', () => `/people/${somebody}?tab=activity`, table('Activity')],
  ['presence', () => `/people/${somebody}?tab=presence&from=${PAST.from}&to=${PAST.to}`, table('Presence events')],
  ['no-show', () => `/people/${somebody}?tab=explain&day=${noShow}`, (page) => page.getByText('What to check').waitFor()],
  ['sources', () => '/sources', table('Sources')],
  ['quarantine', () => `/quarantine?source=look%20${own.mark}`, table('Refused events')],
  ['spaces', () => `/spaces?space=${own.spaceId}`, table('Changes of the day')],
]

/** Where pictures are kept for who wants to look at them. */
const FOLDER = process.env.PICTURES
const picture = async (page: Page, name: string): Promise<void> => {
  if (!FOLDER) return
  await mkdir(FOLDER, { recursive: true })
  await page.screenshot({ path: `${FOLDER}/${name}.png`, fullPage: true })
}

describe.each(CASES)('the page of %s', (name, path, isThere) => {
  it.each(['light', 'dark'] as const)('is accessible in %s colours', async (colorScheme) => {
    const page = await browser.open(path(), 'global-administrator', { colorScheme })
    await isThere(page)
    await page.waitForLoadState('networkidle')
    await picture(page, `${name}-${colorScheme}`)
    await expectAccessible(page)
    expectNoErrors(page)
    await page.context().close()
  })

  it('fits a phone, where nothing but tables scrolls to the side', async () => {
    const page = await browser.open(path(), 'global-administrator', PHONE)
    await isThere(page)
    await page.waitForLoadState('networkidle')
    await picture(page, `${name}-phone`)
    await expectNoSideScroll(page)
    await expectAccessible(page)
    expectNoErrors(page)
    await page.context().close()
  })
})

describe('dialogues', () => {
  it.each(['light', 'dark'] as const)('of refused events are accessible in %s colours', async (colorScheme) => {
    const page = await browser.open(`/quarantine?source=look%20${own.mark}`, 'global-administrator', { colorScheme })
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
})
