import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { callWithKey, dayFromNow } from '../data/support.ts'
import { presenceAlone } from '../support/alone.ts'
import { NOWHERE, type TestBrowser } from '../support/browser.ts'

export { callWithKey, dayFromNow }

export interface Own {
  readonly mark: string
  readonly locationId: string
  readonly locationName: string
  readonly levelId: string
  readonly spaceId: string
  readonly spaceName: string
  readonly userId: string
  readonly userName: string
  readonly lastName: string
}

/** A building with a space and a user who works there, which no other test touches. */
export const makeOwn = async (): Promise<Own> => {
  const mark = randomUUID().slice(0, 8)
  const locationName = `Trouble House ${mark}`
  const create = <T>(path: string, body: object) => callWithKey<T>('POST', path, body)
  const { locationId } = await create<{ locationId: string }>('/api/locations', { locationName, timeZone: 'Asia/Kathmandu' })
  const { levelId } = await create<{ levelId: string }>('/api/levels', { levelName: 'Level 7', locationId })
  const spaceName = `Room ${mark}`
  const space = { spaceName, spaceType: 'meeting-room', capacity: 8, levelId }
  const { spaceId } = await create<{ spaceId: string }>('/api/spaces', space)
  const userName = `trouble.${mark}@example.com`
  const lastName = `Trouble-${mark}`
  const email = `post.${mark}@mail.example`
  const person = { userName, email, firstName: 'Tara', lastName, primaryLocationId: locationId }
  const { userId } = await create<{ userId: string }>('/api/users', person)
  return { mark, locationId, locationName, levelId, spaceId, spaceName, userId, userName, lastName }
}

let made = 0

/** Sends presence events of a user, as a source of its own. */
export const see = (sourceId: string, events: readonly { timestamp: string; [field: string]: string }[]): Promise<unknown> =>
  callWithKey('POST', '/v1/presence', {
    sourceId,
    presenceEvents: events.map((event) => ({ eventId: `trouble-${++made}`, locationType: 'location', ...event })),
  })

export const read = async <T>(page: Page, path: string): Promise<T> => {
  const answer = await page.request.get(path)
  expect([answer.status(), path]).toEqual([200, path])
  return (await answer.json()) as T
}

interface User {
  readonly userId: string
  readonly userName: string
  readonly firstName: string
  readonly lastName: string
}

export interface AttendedDay {
  readonly day: string
  readonly plan: string | null
  readonly attendanceType: string | null
  readonly bookingPlaceName: string | null
}

/** Past weeks of the demo, up to the last day that is over everywhere. */
export const PAST = { from: dayFromNow(-29), to: dayFromNow(-2) }

/** A user of the demo with a no-show and a confirmed day in the past weeks, as analytics administrators see them. */
export const findNoShowUser = async (browser: TestBrowser): Promise<{ user: User; days: readonly AttendedDay[] }> => {
  await using _ = await presenceAlone()
  const page = await browser.open(NOWHERE, 'analytics-administrator')
  const { items: users } = await read<{ items: User[] }>(page, '/api/users?status=active&limit=1000')
  for (const user of users.toReversed()) {
    const path = `/api/users/${user.userId}/attendance?startDate=${PAST.from}&endDate=${PAST.to}`
    const { items: days } = await read<{ items: AttendedDay[] }>(page, path)
    const types = new Set(days.map(({ attendanceType }) => attendanceType))
    if (types.has('noShow') && types.has('confirmed')) {
      await page.close()
      return { user, days }
    }
  }
  throw new Error('The demo has no user with a no-show.')
}

/** The cells of the rows of a table. */
export const rowsOf = async (page: Page, name: string): Promise<string[][]> => {
  const rows = page.getByRole('table', { name }).locator('tbody tr')
  await rows.first().waitFor()
  return rows.evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent ?? '')))
}
