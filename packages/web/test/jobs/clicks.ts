import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectNoErrors, goTo } from '../support/browser.ts'

/** A row of the document, which says what a person does for a job. */
interface Job {
  /** The address of the page where the person begins. */
  readonly from: string
  readonly clicks: number
  readonly isTyped: boolean
}

const DOCUMENT = join(import.meta.dirname, '../../../../docs/jobs.md')
const ROW = /^\| (?<name>[^|]+) \| `(?<from>[^`]+)` \| (?<clicks>\d+) \| (?<typing>[^|]+) \| (?:\d+|–) \|$/gm

/** The rows of all tables of the document, by the name of the job. */
export const JOBS: ReadonlyMap<string, Job> = new Map(
  [...readFileSync(DOCUMENT, 'utf8').matchAll(ROW)].map(({ groups: { name = '', from = '', clicks, typing } = {} }) => [
    name,
    { from, clicks: Number(clicks), isTyped: typing !== '–' },
  ]),
)

/** Counts each press of the pointer once, while a label makes two click events of it. */
const startCounting = () => {
  const counted = { clicks: 0, isTyped: false }
  const press = ({ isTrusted, isPrimary }: PointerEvent): void => {
    if (isTrusted && isPrimary) counted.clicks += 1
  }
  const type = ({ isTrusted }: KeyboardEvent): void => {
    counted.isTyped ||= isTrusted
  }
  window.addEventListener('pointerdown', press, { capture: true })
  window.addEventListener('keydown', type, { capture: true })
  const stopCounting = () => {
    window.removeEventListener('pointerdown', press, { capture: true })
    window.removeEventListener('keydown', type, { capture: true })
    return counted
  }
  Object.assign(window, { stopCounting })
}

/** Undefined where the page was loaded again meanwhile, and forgot what it had counted. */
const stopCounting = () => (window as { stopCounting?: () => Pick<Job, 'clicks' | 'isTyped'> }).stopCounting?.()

/**
 * Tests a row of the document: does the job from the page that the row names, and expects exactly its clicks, as the page counts them.
 * `prepare` opens a page of the person, and `act` ends once the page shows that the job is done.
 */
export const job = (name: string, prepare: () => Promise<Page>, act: (page: Page) => Promise<void>): void => {
  const row = JOBS.get(name)
  if (row === undefined) throw new Error(`docs/jobs.md has no job "${name}".`)
  const { from, ...expected } = row
  it(`${name}: takes as many clicks as its row says`, async () => {
    const page = await prepare()
    await goTo(page, from)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.evaluate(startCounting)
    await act(page)
    expect(await page.evaluate(stopCounting)).toEqual(expected)
    expectNoErrors(page)
  })
}

/** Types into a field that has the focus without a click. */
export const typeAtOnce = async (page: Page, field: Locator, text: string): Promise<void> => {
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true)
  await page.keyboard.type(text)
}

/** Clicks a field and types instead of what it has. */
export const typeInstead = async (page: Page, field: Locator, text: string): Promise<void> => {
  await field.click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}

/** Clicks a field with a list, and takes what is found first by Enter. */
export const chooseTyped = async (page: Page, field: Locator, text: string): Promise<void> => {
  await field.click()
  await page.keyboard.type(text)
  await page.getByRole('option', { name: text }).waitFor()
  await page.keyboard.press('Enter')
}

/** A card of the home page. */
export const card = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })

/** A link of the navigation, whose section is open. */
export const menuLink = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })

/** Opens a page of administration by the navigation, whose section is closed at first. */
export const openAdministration = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Administration' }).click()
  await menuLink(page, name).click()
}
