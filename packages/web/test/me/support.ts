import type { Page, Route } from 'playwright-core'
import { expect } from 'vitest'
import { addDays, todayIn } from '../../src/time/days.ts'
import { csrfHeaders, NOWHERE, type TestBrowser } from '../support/browser.ts'
import { openDemo, PASSWORD } from '../support/demo.ts'

export interface TestUser {
  readonly userId: string
  readonly userName: string
  readonly firstName: string
  readonly lastName: string
  readonly primaryLocationId: string
  readonly primaryGroupId: string | null
}

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

/** Calls the API as the user who is signed in on the page. */
export const api = async <T>(page: Page, method: Method, path: string, data?: object): Promise<T> => {
  const answer = await page.request[method](path, { data, headers: method === 'get' ? {} : await csrfHeaders(page) })
  expect([answer.status(), path, answer.ok() ? '' : await answer.text()]).toEqual([answer.status(), path, ''])
  return answer.json()
}

/** Sends as the key of the demo. */
export const sendAsKey = async (page: Page, path: string, data: object): Promise<void> => {
  const { id, secret } = (await openDemo()).key
  const headers = { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` }
  const answer = await page.request.post(`${path}/basic`, { data, headers })
  expect([answer.status(), await answer.text()]).toEqual([200, expect.not.stringContaining('"resultCode":2')])
}

/** People that a test file takes for itself, so that files do not get into each other’s way; they may sign in from then on. */
export const takePeople = async (browser: TestBrowser, from: number, count: number): Promise<TestUser[]> => {
  const page = await browser.open(NOWHERE, 'global-administrator')
  const { items } = await api<{ items: TestUser[] }>(page, 'get', '/api/users?status=active&limit=1000')
  const taken = new Set<string>(Object.values((await openDemo()).people))
  // Tests of other pages create many users, most of them without a building.
  const byBuilding = Map.groupBy(
    items.filter(({ primaryLocationId }) => primaryLocationId !== null),
    (user) => user.primaryLocationId,
  )
  const [neighbors] = [...byBuilding.values()].sort((a, b) => b.length - a.length) as [TestUser[]]
  const people = neighbors.filter(({ userName }) => !taken.has(userName)).slice(from, from + count)
  expect(people).toHaveLength(count)
  for (const { userId } of people) await api(page, 'put', `/api/users/${userId}/account`, { password: PASSWORD })
  await page.close()
  return people
}

/** The service gets the request, and the page gets no answer. */
export const loseAnswer = async (route: Route): Promise<void> => {
  await route.fetch()
  await route.abort()
}

/** So many days after today in the building. */
export const dayIn = async (page: Page, days: number): Promise<string> => {
  const { primaryLocationId } = await api<TestUser>(page, 'get', '/api/users/me')
  const { timeZone } = await api<{ timeZone: string }>(page, 'get', `/api/locations/${primaryLocationId}`)
  return addDays(todayIn(timeZone), days)
}

/** `Tue 24 Nov`, as every page writes it. */
export const shortDay = (day: string): string => {
  const [weekday, , date, month] = new Date(day).toUTCString().replace(', ', ' , ').split(' ')
  return `${weekday} ${Number(date)} ${month}`
}

interface UserDay {
  readonly plan: string | null
  readonly planOrigin: string | null
  readonly booking: { bookingId: string; placeId: string | null; placeName: string | null; zoneId: string | null } | null
}

/** A day as the service has it. */
export const myDay = async (page: Page, day: string): Promise<UserDay> => {
  const { items } = await api<{ items: [UserDay] }>(page, 'get', `/api/users/me/days?startDate=${day}&endDate=${day}`)
  return items[0]
}

/** The words of what has the focus. */
export const focusedText = async (page: Page): Promise<string> =>
  String(await page.evaluate("document.activeElement?.textContent ?? ''"))

/** Presses Tab until the focus is on what has this name. */
export const tabTo = async (page: Page, name: RegExp): Promise<void> => {
  for (let press = 0; press < 120; press += 1) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(
      "document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? ''",
    )
    if (name.test(String(focused))) return
  }
  throw new Error(`The Tab key does not lead to ${name}.`)
}
