import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { openDemo } from '../support/demo.ts'

export type Row = Readonly<Record<string, unknown>>

/** A day so many days from today, YYYY-MM-DD. */
export const dayFromNow = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Calls the service with the key of the demo. */
export const callWithKey = async <T>(method: string, path: string, body?: object): Promise<T> => {
  const { baseUrl, key } = await openDemo()
  const token = await fetch(new URL('/v1/auth/token', baseUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_id: key.id, client_secret: key.secret }),
  })
  const { access_token } = (await token.json()) as { access_token: string }
  const answer = await fetch(new URL(path, baseUrl), {
    method,
    headers: { authorization: `Bearer ${access_token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`)
  return (await answer.json()) as T
}

export interface OwnBuilding {
  readonly locationId: string
  readonly locationName: string
  readonly userId: string
  readonly userName: string
}

/** A building that no other test touches, with a user who plans, parks and organizes events there on the coming days. */
export const makeBuilding = async (): Promise<OwnBuilding> => {
  const mark = randomUUID().slice(0, 8)
  const locationName = `Data House ${mark}`
  const userName = `d'ata.${mark}@example.com`
  const { locationId } = await callWithKey<{ locationId: string }>('POST', '/api/locations', {
    locationName,
    timeZone: 'Europe/Berlin',
  })
  const person = { userName, firstName: 'Dora', lastName: `Data ${mark}`, primaryLocationId: locationId }
  const { userId } = await callWithKey<{ userId: string }>('POST', '/api/users', person)
  const { bayId } = await callWithKey<{ bayId: string }>('POST', '/api/parking-bays', { locationId, bayName: 'D-1' })
  for (const [ahead, plan] of [
    [3, 'o'],
    [4, 'o'],
    [4, 'r'],
    [5, 'a'],
  ] as const) {
    await callWithKey('PUT', `/api/users/${userId}/days/${dayFromNow(ahead)}/plan`, { plan })
  }
  await callWithKey('PUT', `/api/users/${userId}/days/${dayFromNow(3)}/parking`, { bayId })
  for (const [eventName, isPrivate] of [
    ['=Summer, "party"', false],
    ['Secret', true],
  ] as const) {
    const [startsAt, endsAt] = ['10', '11'].map((hour) => `${dayFromNow(3)}T${hour}:00:00Z`)
    await callWithKey('POST', '/api/events', { eventName, isPrivate, startsAt, endsAt, locationId, organizerUserId: userId })
  }
  return { locationId, locationName, userId, userName }
}

/** Waits until all rows are there and tells how many. */
export const rowsRead = async (page: Page): Promise<number> => {
  await page.locator('[data-phase=done]').waitFor()
  const text = (await page.locator('[data-phase=done]').textContent()) as string
  return Number((/^([\d,]+) rows?/.exec(text)?.[1] ?? '').replaceAll(',', ''))
}

export const cellText = (value: unknown): string =>
  value !== null && typeof value === 'object' ? JSON.stringify(value) : String(value)

/** The row with this number, from 0, as it stands in the table. */
export const shownRow = async (page: Page, index: number): Promise<string[]> => {
  const row = page.locator(`tr[aria-rowindex="${index + 2}"]`)
  await row.waitFor()
  return row.locator('td').allTextContents()
}

export const goToRow = async (page: Page, number: number): Promise<void> => {
  await page.getByRole('textbox', { name: 'Go to row' }).fill(String(number))
  await page.getByRole('button', { name: 'Go to row' }).click()
}

export const columnsOf = (page: Page): Promise<string[]> => page.locator('thead th').allTextContents()

/** The rows that the API answers to what the page asked, and the page shows the same state of them. */
export const rowsOfApi = async (page: Page, path: string): Promise<Row[]> => {
  let rows: Row[] = []
  await expect
    .poll(async () => {
      const answer = await page.request.get(path)
      rows = (await answer.json()) as Row[]
      const shown = await page.getByText(/^W\/"/).textContent()
      if (shown?.replace('.ndjson', '') === answer.headers().etag) return true
      // Another test changed something in between.
      await page.getByRole('button', { name: 'Read again' }).click()
      await rowsRead(page)
      return false
    })
    .toBe(true)
  return rows
}
