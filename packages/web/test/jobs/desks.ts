import type { Locator, Page } from 'playwright-core'
import { addDays, weekdayOf } from '../../src/time/days.ts'
import { api, dayIn, myDay, shortDay } from '../me/support.ts'
import { NOWHERE, type TestBrowser } from '../support/browser.ts'
import { card } from './clicks.ts'
import type { Office } from './office.ts'

const WEDNESDAY = 3
const nextWednesday = async (page: Page): Promise<string> => {
  const today = await dayIn(page, 0)
  return addDays(today, ((WEDNESDAY - weekdayOf(today) + 6) % 7) + 1)
}

/** The next Wednesday on the home page. */
export const rowOf = async (page: Page): Promise<Locator> =>
  card(page, 'The next days').getByRole('listitem', { name: shortDay(await nextWednesday(page)) })

/** The desk that is booked for the next Wednesday. */
export const deskOn = async (page: Page) => (await myDay(page, await nextWednesday(page))).booking?.placeName

/** A page of Ada, whose usual week has Wednesday in the office. */
export const openOfficeDay = async (browser: TestBrowser, { ada }: Office): Promise<Page> => {
  const page = await browser.open(NOWHERE, ada)
  await api(page, 'put', '/api/users/me/week-plan', { days: [{ weekday: WEDNESDAY, plan: 'o' }] })
  return page
}

/** The same, with a desk booked for the next Wednesday. */
export const openBooked = async (browser: TestBrowser, office: Office): Promise<Page> => {
  const page = await openOfficeDay(browser, office)
  await api(page, 'put', `/api/users/me/days/${await nextWednesday(page)}/booking`, { placeId: office.placeIds[1] })
  return page
}

/** A page of Ben, who plans to be at home on the next Wednesday. */
export const openHomeDay = async (browser: TestBrowser, { ben }: Office): Promise<Page> => {
  const page = await browser.open(NOWHERE, ben)
  await api(page, 'put', `/api/users/me/days/${await nextWednesday(page)}/plan`, { plan: 'r' })
  return page
}

/** The names of the desks that the user has marked. */
export const favoritesOf = async (page: Page): Promise<string[]> => {
  const { items } = await api<{ items: { placeName: string }[] }>(page, 'get', '/api/users/me/favorite-desks')
  return items.map(({ placeName }) => placeName)
}
