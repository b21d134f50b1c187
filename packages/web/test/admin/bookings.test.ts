import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, mondayOf, shortDay, todayIn } from '../../src/time/days.ts'
import { desksOf } from '../admin-places/support.ts'
import {
  expectAccessible,
  expectFitsPhone,
  expectNoErrors,
  goTo,
  goWithin,
  startBrowser,
  type TestBrowser,
  WIDE,
} from '../support/browser.ts'
import { ask, choose, makeBuilding, makeUser, type OwnUser, openApi } from './support.ts'

let browser: TestBrowser
let api: Page
beforeAll(async () => {
  browser = await startBrowser()
  api = await openApi(browser)
})
afterAll(() => browser?.[Symbol.asyncDispose]())

/** The Wednesday after next week, which is not over in any zone. */
const DAY = addDays(mondayOf(todayIn('Europe/Berlin')), 16)

interface Booking {
  readonly placeName: string | null
}

const setUp = async () => {
  const { levelId, locationId, locationName } = await makeBuilding(api, [{ name: 'A-1' }, { name: 'A-2' }, { name: 'A-3' }])
  const [zoe, zac] = [
    await makeUser(api, { primaryLocationId: locationId }),
    await makeUser(api, { primaryLocationId: locationId }),
  ]
  const desks = await desksOf(api, levelId)
  const book = ({ userId }: OwnUser, desk: string) =>
    ask(api, 'PUT', `/api/users/${userId}/days/${DAY}/booking`, { placeId: desks[desk]?.placeId })
  const dayOf = async ({ userId }: OwnUser) => {
    const path = `/api/users/${userId}/days?startDate=${DAY}&endDate=${DAY}`
    const { items } = await ask<{ items: { plan: string | null; booking: Booking | null }[] }>(api, 'GET', path)
    return items[0]
  }
  const deskOf = async (user: OwnUser) => (await dayOf(user))?.booking?.placeName ?? null
  return { zoe, zac, book, dayOf, deskOf, locationName }
}

const open = (user?: OwnUser) =>
  browser.open(user ? `/admin/bookings?userId=${user.userId}&day=${DAY}` : '/admin/bookings', 'bookings-administrator')
const rowOf = (page: Page) =>
  page
    .getByRole('table', { name: /^Week of/ })
    .getByRole('row')
    .nth(3)

describe('a bookings administrator', () => {
  it('finds a person from the menu, plans, books, moves and cancels for them', async () => {
    const { zoe, dayOf, deskOf } = await setUp()
    const page = await open()
    await page.getByText('No person is chosen').waitFor()
    await page.getByRole('link', { name: 'Bookings for others' }).waitFor()
    await choose(page, 'Person', zoe.lastName)
    await page.getByRole('table', { name: `Week of Zoe ${zoe.lastName}` }).waitFor()
    await goTo(page, `/admin/bookings?userId=${zoe.userId}&day=${DAY}`)
    const row = rowOf(page)
    await row.getByRole('button', { name: 'Remote' }).click()
    await expect.poll(async () => (await dayOf(zoe))?.plan).toBe('r')

    await row.getByRole('button', { name: /^Book on/ }).click()
    await choose(page, 'What to book', 'A-2')
    await page.getByRole('dialog').getByRole('button', { name: 'Book', exact: true }).click()
    await row.getByText('Desk A-2').waitFor()
    expect(await dayOf(zoe)).toMatchObject({ plan: 'o', booking: { placeName: 'A-2' } })

    await row.getByRole('button', { name: /^Move on/ }).click()
    await choose(page, 'What to book', 'A-3')
    await page.getByRole('button', { name: 'Move the booking' }).click()
    await row.getByText('Desk A-3').waitFor()

    await row.getByRole('button', { name: /^Cancel the booking/ }).dblclick()
    await expect.poll(() => deskOf(zoe)).toBeNull()
    const { items } = await ask<{ items: { action: string; changedBy: string }[] }>(
      api,
      'GET',
      `/api/users/${zoe.userId}/actions`,
    )
    expect(items.filter(({ action }) => action === 'cancelled')).toMatchObject([{ changedBy: 'administrator' }])
    expectNoErrors(page)
  })

  it('swaps the desks of two people on a day', async () => {
    const { zoe, zac, book, deskOf } = await setUp()
    await book(zoe, 'A-1')
    const page = await open(zoe)
    const row = rowOf(page)
    await row.getByRole('button', { name: /^Swap the desk/ }).click()
    const dialog = page.getByRole('dialog')
    await choose(page, 'Other person', zac.lastName)
    await dialog.getByText('They have no booking on this day.').waitFor()
    await dialog.getByRole('button', { name: 'Swap the desks' }).click()
    await dialog.getByText('This person has no desk on this day.').waitFor()
    await page.keyboard.press('Escape')

    await book(zac, 'A-2')
    await goTo(page, `/admin/bookings?userId=${zoe.userId}&day=${DAY}`)
    await row.getByRole('button', { name: /^Swap the desk/ }).click()
    await choose(page, 'Other person', zac.lastName)
    await dialog.getByText(/^They have Desk A-2/).waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Swap the desks' }).click()
    await row.getByText('Desk A-2').waitFor()
    expect([await deskOf(zoe), await deskOf(zac)]).toEqual(['A-2', 'A-1'])
    expectNoErrors(page)
  })

  it('plans for themselves, and undoes that, after having planned for another person', async () => {
    const { zoe } = await setUp()
    // The bell has read no day that is so far ahead.
    const day = addDays(DAY, 35)
    await ask(api, 'PUT', `/api/users/${zoe.userId}/days/${day}/plan`, { plan: 'r' })
    const page = await browser.open(`/admin/bookings?userId=${zoe.userId}&day=${day}`, 'bookings-administrator')
    await rowOf(page).getByRole('button', { name: 'Remote', pressed: true }).waitFor()
    await ask(page, 'DELETE', `/api/users/me/days/${day}/plan`)
    const ownDay = async () => {
      const path = `/api/users/me/days?startDate=${day}&endDate=${day}`
      const { items } = await ask<{ items: { plan: string | null; planOrigin: string | null }[] }>(page, 'GET', path)
      return items.map(({ plan, planOrigin }) => ({ plan, planOrigin }))
    }
    const before = await ownDay()
    const label = before[0]?.plan === 'a' ? 'Office' : 'Away'
    await goWithin(page, `/me?day=${day}`)
    await page
      .getByRole('listitem', { name: shortDay(day) })
      .getByRole('button', { name: label })
      .click()
    const planned = page.getByRole('alert').filter({ hasText: `${label} on ${shortDay(day)}.` })
    await planned.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(ownDay).toEqual(before)
    expectNoErrors(page)
  })

  it('has a page that is accessible and fits a phone, its dialogs too', async () => {
    const { zoe, book } = await setUp()
    await book(zoe, 'A-1')
    const page = await open(zoe)
    const row = rowOf(page)
    for (const button of [undefined, /^Move on/, /^Swap the desk/]) {
      if (button) await row.getByRole('button', { name: button }).click()
      else await row.waitFor()
      await expectAccessible(page)
      await expectFitsPhone(page)
      await page.setViewportSize(WIDE.viewport)
      if (button) await page.getByRole('dialog').getByRole('button', { name: 'Cancel', exact: true }).click()
      if (button) await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    expectNoErrors(page)
  })
})

it('users without the role see whom the page is for', async () => {
  const page = await browser.open('/admin/bookings', 'workplace-administrator')
  await page.getByText('Bookings for others: not shown to your role').waitFor()
  expect(await page.getByRole('link', { name: 'Bookings for others' }).count()).toBe(0)
  expectNoErrors(page)
})
