import type { Locator, Page } from 'playwright-core'
import { goTo, NOWHERE, type TestBrowser } from '../support/browser.ts'
import { type Building, makeBuilding } from './support.ts'

const DESKS = [
  { name: 'D-1', x: 4, y: 4 },
  { name: 'D-2', x: 8, y: 4 },
  { name: 'D-3', x: 4, y: 8 },
]

/** The plan of a new level with these desks. */
export const openPlan = async (
  browser: TestBrowser,
  desks: readonly { name: string; x?: number; y?: number }[] = DESKS,
): Promise<Building & { readonly page: Page }> => {
  // The whole map is on the screen, and so the mouse reaches all of it.
  const page = await browser.open(NOWHERE, 'workplace-administrator', { viewport: { width: 1280, height: 1000 } })
  const building = await makeBuilding(page, desks)
  await goTo(page, building.path)
  await page.getByRole('application', { name: 'Floor plan of Level 1' }).waitFor()
  return { page, ...building }
}

export const desk = (page: Page, name: string): Locator =>
  page.getByRole('button', { name: new RegExp(`^Desk ${name}, zone 1 North, `) })

export const middleOf = async (page: Page, name: string): Promise<{ x: number; y: number }> => {
  const box = await desk(page, name).boundingBox()
  if (!box) throw new Error(`${name} is not shown.`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Pixels per meter, by two desks that are 4 m apart. */
export const scaleOf = async (page: Page): Promise<number> =>
  ((await middleOf(page, 'D-2')).x - (await middleOf(page, 'D-1')).x) / 4
