import type { AttendanceFigures, SavedView } from '@rollcall/contract'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { ENGLISH, scopeOf, settled } from '../analytics/support.ts'
import { api } from '../me/support.ts'
import { answerOf } from '../support/answers.ts'
import { NOWHERE, type TestBrowser } from '../support/browser.ts'
import { card } from './clicks.ts'

export const openAnalyst = (browser: TestBrowser): Promise<Page> => browser.open(NOWHERE, 'analytics-administrator', ENGLISH)

/** What the page of attendance shows, once it does. */
export const attendanceShown = async (page: Page): Promise<AttendanceFigures> => {
  await page.getByRole('heading', { level: 1, name: 'Attendance' }).waitFor()
  await settled(page)
  return answerOf<AttendanceFigures>(page, '/api/analytics/attendance', scopeOf(page))
}

/** Those of the first two buildings that it shows figures of. */
export const twoNames = ({ locations }: AttendanceFigures): string[] =>
  locations.flatMap(({ hidden, locationName }) => (hidden || locationName === null ? [] : [locationName])).slice(0, 2)

/** Waits until the home page says who is here and who was expected. */
export const expectCounts = async (page: Page): Promise<void> => {
  const count = card(page, "Today's count")
  for (const name of ['Here so far', 'Planned', 'Expected', 'Seats']) await count.getByText(name, { exact: true }).waitFor()
}

/** The view is shared with those who maintain the workplace, and its report comes every week. */
export const expectSharedView = async (page: Page, name: string): Promise<void> => {
  const { items } = await api<{ items: SavedView[] }>(page, 'get', '/api/views')
  const view = items.find((each) => each.name === name)
  expect(view).toMatchObject({ sharedWith: ['workplace-administrator'], subscription: { frequency: 'weekly' } })
  await api(page, 'delete', `/api/views/${view?.viewId}`)
}
