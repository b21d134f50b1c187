import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { csrfHeaders } from '../support/browser.ts'

/** Calls the API as the user who is signed in on this page. */
export const ask = async <T = Record<string, string>>(page: Page, method: string, path: string, data?: unknown): Promise<T> => {
  const answer = await page.request.fetch(path, {
    method,
    headers: method === 'GET' ? {} : await csrfHeaders(page),
    ...(data === undefined ? {} : { data }),
  })
  if (!answer.ok()) throw new Error(`${method} ${path}: ${await answer.text()}`)
  return (await answer.json()) as T
}

export interface Building {
  readonly locationId: string
  readonly locationName: string
  readonly levelId: string
  readonly zoneId: string
  readonly path: string
}

/** A building of this test with a level, a zone and desks, created through the API. */
export const makeBuilding = async (page: Page, desks: readonly { name: string; x?: number; y?: number }[]): Promise<Building> => {
  const locationName = `House ${crypto.randomUUID().slice(0, 13)}`
  const { locationId = '' } = await ask(page, 'POST', '/api/locations', { locationName, timeZone: 'Europe/Berlin' })
  const { levelId = '' } = await ask(page, 'POST', '/api/levels', { levelName: 'Level 1', locationId, ordinal: 1 })
  const { zoneId = '' } = await ask(page, 'POST', '/api/zones', { zoneName: '1 North', zoneType: 'individual', levelId })
  const items = desks.map(({ name, ...at }) => ({ placeName: name, zoneId, ...at }))
  if (items.length > 0) await ask(page, 'POST', '/api/batch/places', { items })
  return { locationId, locationName, levelId, zoneId, path: `/admin/places/${locationId}/levels/${levelId}` }
}

interface StoredDesk {
  readonly placeId: string
  readonly placeName: string
  readonly x: number | null
  readonly y: number | null
  readonly status: string
}

export const desksOf = async (page: Page, levelId: string): Promise<Record<string, StoredDesk>> => {
  const { items } = await ask<{ items: StoredDesk[] }>(page, 'GET', `/api/places?levelId=${levelId}&limit=1000`)
  return Object.fromEntries(items.map((desk) => [desk.placeName, desk]))
}

/** The page itself does not scroll sideways. */
export const expectNarrow = async (page: Page): Promise<void> => {
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360)
}
