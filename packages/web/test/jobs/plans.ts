import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { api, dayIn, myDay } from '../me/support.ts'

/** From today to so many days ahead. */
export const expectAway = async (page: Page, days: number): Promise<void> => {
  for (let ahead = 0; ahead <= days; ahead += 1) {
    expect(await myDay(page, await dayIn(page, ahead))).toMatchObject({ plan: 'a', planOrigin: 'day-plan' })
  }
}

/** The plans of the usual week, from Monday on. */
export const usualWeek = async (page: Page): Promise<(string | null)[]> => {
  const { days } = await api<{ days: { plan: string | null }[] }>(page, 'get', '/api/users/me/week-plan')
  return days.map(({ plan }) => plan)
}
