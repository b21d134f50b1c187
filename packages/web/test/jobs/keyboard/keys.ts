import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectNoErrors } from '../../support/browser.ts'
import { JOBS } from '../clicks.ts'

/** From where the focus is to a control of the same page: who has to press more often has lost the way. */
const MOST_TABS = 60

/** Counts what the pointer does, and a click that a key makes is none. */
const startWatching = () => {
  const pointer = { presses: 0 }
  const press = ({ isTrusted }: Event): void => {
    if (isTrusted) pointer.presses += 1
  }
  for (const type of ['pointerdown', 'mousedown', 'touchstart']) window.addEventListener(type, press, { capture: true })
  Object.assign(window, { pointer })
}

/** Undefined where the page was loaded again meanwhile, and forgot what it had counted. */
const countPresses = () => (window as { pointer?: { presses: number } }).pointer?.presses

/**
 * Tests that a job of the document is done by keyboard alone, from the page that its row names, as the browser loads it: the focus is
 * nowhere yet. `act` ends once the page shows that the job is done, and the focus is somewhere then.
 */
export const jobByKeyboard = (name: string, prepare: () => Promise<Page>, act: (page: Page) => Promise<void>): void => {
  const row = JOBS.get(name)
  if (row === undefined) throw new Error(`docs/jobs.md has no job "${name}".`)
  it(`${name}: takes no mouse`, async () => {
    const page = await prepare()
    await page.goto(row.from)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.evaluate(startWatching)
    await act(page)
    await expectFocus(page)
    expect(await page.evaluate(countPresses)).toBe(0)
    expectNoErrors(page)
  })
}

/** An action or a dialog that ends does not leave the keyboard at the top of the page. */
const expectFocus = async (page: Page): Promise<void> => {
  const isSomewhere = () => page.evaluate(() => document.activeElement !== null && document.activeElement !== document.body)
  await expect.poll(isSomewhere, { message: 'the focus is somewhere', interval: 20 }).toBe(true)
}

/** What has the focus where a person does not see it, or does not see that it has the focus. */
const findUnseen = (): string | undefined => {
  const focused = document.activeElement
  if (focused === null || focused === document.body) return 'nothing'
  const name = `${focused.tagName} "${focused.getAttribute('aria-label') ?? focused.textContent}"`
  const { labels } = focused as Partial<HTMLInputElement>
  const drawn = [focused, ...(labels ?? [])]
  const isOnTop = (element: Element): boolean => {
    const { left, top, right, bottom } = element.getBoundingClientRect()
    const [x0, x1] = [Math.max(left, 0), Math.min(right, window.innerWidth)]
    const [y0, y1] = [Math.max(top, 0), Math.min(bottom, window.innerHeight)]
    if (x1 <= x0 || y1 <= y0) return false
    const points = [0.1, 0.5, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [x0 + x * (x1 - x0), y0 + y * (y1 - y0)] as const))
    return points.some(([x, y]) => {
      const hit = document.elementFromPoint(x, y)
      return hit !== null && (element.contains(hit) || hit.contains(element))
    })
  }
  if (!drawn.some(isOnTop)) return `${name} is out of sight`
  // Fields have the ring around all that is in them, choices at their words, and desks of a map within their drawing.
  const around = [...drawn, focused.closest('.mantine-Input-input'), focused.nextElementSibling].filter((each) => each !== null)
  const hasRing =
    around.some((each) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(each)
      return outlineStyle !== 'none' && outlineWidth !== '0px'
    }) || [...focused.querySelectorAll(':scope[data-desk] rect')].some((each) => getComputedStyle(each).stroke !== 'none')
  return hasRing ? undefined : `${name} has no ring`
}

/** Presses the key until the focus is on the control, and sees each control on the way. */
export const tabTo = async (control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> => {
  const page = control.page()
  await control.waitFor({ state: 'attached' })
  await expectFocus(page)
  const isReached = () => control.evaluate((element) => element === document.activeElement)
  for (let presses = 0; !(await isReached()); presses += 1) {
    if (presses === MOST_TABS) throw new Error(`${presses} presses of ${key} do not lead to ${control}.`)
    await page.keyboard.press(key)
    await expect.poll(() => page.evaluate(findUnseen), { message: `on the way to ${control}`, interval: 20 }).toBeUndefined()
  }
}

/** Goes to the control and presses a key on it. */
export const pressOn = async (control: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> => {
  await tabTo(control)
  await control.page().keyboard.press(key)
}

/** Passes the header and the navigation by the first link of the page. */
export const skipToContent = async (page: Page): Promise<void> => {
  await page.keyboard.press('Tab')
  await pressOn(page.getByRole('link', { name: 'Skip to the content' }))
}

/** Opens a page or a form by its name in the palette. */
export const openByPalette = async (page: Page, name: string): Promise<void> => {
  await page.keyboard.press('ControlOrMeta+k')
  const field = page.getByRole('combobox', { name: 'Search people, places, pages and actions' })
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true)
  await page.keyboard.type(name)
  // Enter takes the option that is marked.
  await page.locator('[data-combobox-selected]').filter({ hasText: name }).waitFor()
  await page.keyboard.press('Enter')
  await field.waitFor({ state: 'detached' })
}

/** Types into a field that has the focus instead of what it has. */
export const typeOver = async (page: Page, text: string): Promise<void> => {
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}

/** Goes to a group of choices, and within it with the arrow to the one of this name, which is chosen by that. */
export const chooseByArrows = async (group: Locator, name: string): Promise<void> => {
  const choice = group.getByRole('radio', { name, exact: true })
  await tabTo(group.getByRole('radio', { checked: true }))
  const choices = await group.getByRole('radio').count()
  for (let presses = 0; presses < choices && !(await choice.isChecked()); presses += 1)
    await group.page().keyboard.press('ArrowRight')
  expect(await choice.evaluate((element) => element === document.activeElement)).toBe(true)
}

/** Takes an option of a field with a list: the first that is found for its name, or by the arrow down where a short list is not searched. */
export const chooseOption = async (field: Locator, name: string): Promise<void> => {
  const page = field.page()
  const option = page.getByRole('option', { name })
  await tabTo(field)
  if (await field.isEditable()) await page.keyboard.type(name)
  else await page.keyboard.press('ArrowDown')
  await option.waitFor()
  const options = await page.getByRole('option').count()
  const isMarked = () => option.evaluate((element) => element.hasAttribute('data-combobox-selected'))
  for (let presses = 0; presses < options && !(await isMarked()); presses += 1) await page.keyboard.press('ArrowDown')
  expect(await isMarked()).toBe(true)
  await page.keyboard.press('Enter')
}

/** Takes an item of the menu that is open, by the arrow down. */
export const chooseInMenu = async (page: Page, name: string): Promise<void> => {
  const item = page.getByRole('menuitem', { name })
  await item.waitFor()
  const items = await page.getByRole('menuitem').count()
  const isReached = () => item.evaluate((element) => element === document.activeElement)
  for (let presses = 0; presses < items && !(await isReached()); presses += 1) await page.keyboard.press('ArrowDown')
  expect(await isReached()).toBe(true)
  await page.keyboard.press('Enter')
}

/** Goes to the tabs of a page, and along them with the arrow to the one of this name. */
export const chooseTab = async (page: Page, name: string, key?: 'Shift+Tab'): Promise<void> => {
  const tab = page.getByRole('tab', { name })
  await tabTo(page.getByRole('tab', { selected: true }), key)
  const tabs = await page.getByRole('tab').count()
  const isReached = () => tab.evaluate((element) => element === document.activeElement)
  for (let presses = 0; presses < tabs && !(await isReached()); presses += 1) await page.keyboard.press('ArrowRight')
  expect(await isReached()).toBe(true)
  await page.keyboard.press('Enter')
}
