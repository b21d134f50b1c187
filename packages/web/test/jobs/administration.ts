import type { Page } from 'playwright-core'
import { ask, makeUser, unique } from '../admin/support.ts'
import { NOWHERE, type TestBrowser } from '../support/browser.ts'
import { makeOwn, type Own, see } from '../troubleshooting/support.ts'

export const FIRST_NAMES = ['Ada', 'Ben', 'Eve'] as const

/** Three users who have only their last name in common, which is returned. */
export const makeLeavers = async (api: Page): Promise<string> => {
  const lastName = unique('Zleaver').replace(' ', '')
  for (const firstName of FIRST_NAMES) {
    await makeUser(api, { userName: `${firstName}.${lastName}@example.com`, firstName, lastName })
  }
  return lastName
}

export const statusesOf = async (api: Page, lastName: string): Promise<string[]> => {
  const { items } = await ask<{ items: { status: string }[] }>(api, 'GET', `/api/users?search=${lastName}`)
  return items.map(({ status }) => status)
}

/** The last name of a user who was changed once. */
export const makeChanged = async (api: Page): Promise<string> => {
  const { userId, lastName } = await makeUser(api)
  await ask(api, 'PATCH', `/api/users/${userId}`, { firstName: 'Zora' })
  return lastName
}

/** A source of its own that has sent three events, two of them of unknown users. */
export const sendRefused = async (): Promise<Own> => {
  const own = await makeOwn()
  const seen = { userId: own.userId, locationId: own.locationId, timestamp: new Date().toISOString() }
  await see(`bad ${own.mark}`, [seen, { ...seen, userId: 'unknown' }, { ...seen, userId: 'unknown too' }])
  return own
}

/** A page on which no directory provisions people yet: other tests may have connected one. */
export const openUnprovisioned = async (browser: TestBrowser): Promise<Page> => {
  const page = await browser.open(NOWHERE, 'global-administrator')
  await page.route('**/api/provisioning-providers?*', (route) => route.fulfill({ json: { items: [], nextCursor: null } }))
  return page
}
