import type { Page } from 'playwright-core'
import { api, dayIn } from '../me/support.ts'
import { NOWHERE, type TestBrowser } from '../support/browser.ts'
import type { Office } from './office.ts'

/** The settings of an office where people check in until a minute before the day ends. */
export const CHECK_IN_LATE = { checkInMode: 'by-time', checkInBy: '23:59' }

/** A page of one of the two, who has this desk today. */
export const openWithDesk = async (browser: TestBrowser, office: Office, who: 'ada' | 'ben', desk: number): Promise<Page> => {
  const page = await browser.open(NOWHERE, office[who])
  await api(page, 'put', `/api/users/me/days/${await dayIn(page, 0)}/booking`, { placeId: office.placeIds[desk] })
  return page
}

/** A page of Ada, while Ben sits in the middle of the row. */
export const openBesideBen = async (browser: TestBrowser, office: Office): Promise<Page> => {
  await openWithDesk(browser, office, 'ben', 3)
  return browser.open(NOWHERE, office.ada)
}

/** The name of the link to the desk in the middle of the row, while Ben sits there. */
export const deskOfBen = ({ ben }: Office): string => `D-3: sit near ${ben.firstName} ${ben.lastName}`

/** A page of Ada, who plans to be at home today. */
export const openPlannedAtHome = async (browser: TestBrowser, { ada }: Office): Promise<Page> => {
  const page = await browser.open(NOWHERE, ada)
  await api(page, 'put', `/api/users/me/days/${await dayIn(page, 0)}/plan`, { plan: 'r' })
  return page
}
