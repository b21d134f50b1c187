import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectNoErrors, goTo, NOWHERE, startBrowser, type TestBrowser } from '../support/browser.ts'
import { desk, middleOf, openPlan, scaleOf } from './plan-support.ts'

let browser: TestBrowser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser?.[Symbol.asyncDispose]())

it('the plan zooms by buttons, keys and the wheel, pans by dragging, and shows everything again', async () => {
  const { page } = await openPlan(browser)
  const map = page.getByRole('application')
  const viewBox = () => map.getAttribute('viewBox')
  const whole = await viewBox()
  const isChanged = async (by: () => Promise<unknown>) => {
    const before = await viewBox()
    await by()
    await expect.poll(viewBox).not.toBe(before)
  }
  await isChanged(() => page.getByRole('button', { name: 'Zoom in' }).click())
  await isChanged(async () => {
    await map.hover({ position: { x: 20, y: 20 } })
    await page.mouse.wheel(0, -200)
  })
  await isChanged(async () => {
    await page.mouse.down()
    await page.mouse.move(300, 500)
    await page.mouse.up()
  })
  await desk(page, 'D-1').focus()
  await isChanged(() => page.keyboard.press('-'))
  await page.keyboard.press('0')
  await expect.poll(viewBox).toBe(whole)
  expect(await page.getByText('Everything is saved').count()).toBe(1)
  expectNoErrors(page)
})

it('the plan stays where it is while it is edited, and is fitted by a key, or in another window', async () => {
  const { page } = await openPlan(browser)
  const viewBox = () => page.getByRole('application').getAttribute('viewBox')
  await desk(page, 'D-3').hover()
  const opened = await viewBox()
  expect(opened).toBe('1 1 10 10')
  const [from, scale] = [await middleOf(page, 'D-3'), await scaleOf(page)]
  const to = { x: from.x - 2.5 * scale, y: from.y + 1.5 * scale }
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x + scale, to.y - scale)
  await page.mouse.move(to.x, to.y)
  const tip = await page.getByText('x 1.5 m, y 9.5 m').boundingBox()
  if (!tip) throw new Error('There is no tooltip.')
  expect(Math.hypot(tip.x - to.x, tip.y + tip.height - to.y), 'the tooltip follows the desk').toBeLessThan(2 * scale)
  await page.mouse.up()
  await page.getByText('1 change, not saved').waitFor()
  expect(await viewBox()).toBe(opened)
  await desk(page, 'D-1').focus()
  await page.keyboard.press('0')
  await expect.poll(viewBox).toBe('-1.5 1 12.5 11.5')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Everything is saved').waitFor()
  expect(await viewBox()).toBe('-1.5 1 12.5 11.5')
  await page.setViewportSize({ width: 1180, height: 1000 })
  await expect.poll(viewBox).toBe(opened)
  expectNoErrors(page)
})

it('the plan draws nothing until it knows its size', async () => {
  const { path } = await openPlan(browser)
  // A page of its own, because others must know their size.
  const page = await browser.open(NOWHERE, 'workplace-administrator', { viewport: { width: 1278, height: 1000 } })
  await page.addInitScript('ResizeObserver = class { observe() {} unobserve() {} disconnect() {} }')
  await goTo(page, path)
  await page.getByRole('application').waitFor()
  expect(await page.getByRole('application').locator('*').count()).toBe(0)
  expectNoErrors(page)
})
