import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectNoErrors, goTo, NOWHERE, startBrowser, type TestBrowser } from '../support/browser.ts'
import { desk } from './plan-support.ts'
import { ask, desksOf, makeBuilding } from './support.ts'

let browser: TestBrowser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser?.[Symbol.asyncDispose]())

const openPlan = async (desks: readonly { name: string; x?: number; y?: number }[]) => {
  const page = await browser.open(NOWHERE, 'workplace-administrator', { viewport: { width: 1280, height: 1000 } })
  const building = await makeBuilding(page, desks)
  return {
    ...{ page, ...building },
    show: async () => {
      await goTo(page, building.path)
      await page.getByRole('application', { name: 'Floor plan of Level 1' }).waitFor()
    },
  }
}

it('names new desks after the last of their zone, whether it is active, saved or neither, and says which name is taken', async () => {
  const { page, levelId, show } = await openPlan([
    { name: '2.013', x: 4, y: 4 },
    { name: '2.014', x: 8, y: 4 },
    { name: '2.015' },
  ])
  const { '2.015': inactive } = await desksOf(page, levelId)
  await ask(page, 'PATCH', `/api/places/${inactive?.placeId}`, { status: 'inactive' })
  await show()
  const dialog = page.getByRole('dialog')
  const addDesks = page.getByRole('button', { name: 'Add desks…' })
  await addDesks.click()
  await dialog.getByText('Adds 2.016', { exact: true }).waitFor()
  const name = dialog.getByLabel('Name of the first desk')
  expect(await name.inputValue()).toBe('2.016')
  await name.fill('2.015')
  await dialog.getByText('2.015 is taken in this zone.').waitFor()
  await name.fill('2.016')
  await dialog.getByRole('button', { name: 'Add 1 desk' }).click()
  await desk(page, '2.016').waitFor()
  await addDesks.click()
  await dialog.getByText('Adds 2.017', { exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await desk(page, '2.013').click()
  await page.getByRole('button', { name: 'Duplicate' }).click()
  await dialog.getByText('Adds 2.017, 2.018, 2.019', { exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Add 3 desks' }).click()
  await page.getByRole('button', { name: 'Save plan' }).click()
  await page.getByText('Everything is saved').waitFor()
  expect(Object.keys(await desksOf(page, levelId)).sort()).toEqual([3, 4, 5, 6, 7, 8, 9].map((last) => `2.01${last}`))
  expectNoErrors(page)
})

it('draws desks as large as before while one of them is moved, added and removed, and smaller where many would overlap', async () => {
  const { page, show } = await openPlan([
    { name: 'D-1', x: 4, y: 4 },
    { name: 'D-2', x: 8, y: 4 },
    { name: 'D-3', x: 4, y: 8 },
  ])
  await show()
  // Of a desk that is neither chosen nor moved, whose frame is its own.
  const widthOf = async (name: string) => await desk(page, name).evaluate((shape) => (shape as SVGGElement).getBBox().width)
  const whole = await widthOf('D-2')
  await desk(page, 'D-1').click()
  await page.keyboard.press('Shift+ArrowDown')
  for (let step = 0; step < 2; step += 1) await page.keyboard.press('ArrowDown')
  await page.getByText('Desk D-1 at 4, 7 meters').waitFor({ state: 'attached' })
  expect(await widthOf('D-2')).toBe(whole)
  // Presses of one key are one step.
  await page.keyboard.press('Control+z')
  await page.getByText('Everything is saved').waitFor()
  const dialog = page.getByRole('dialog')
  const duplicate = async (count: string) => {
    await desk(page, 'D-1').click()
    await page.getByRole('button', { name: 'Duplicate' }).click()
    await dialog.getByLabel('Desks per row').fill(count)
    await dialog.getByLabel('Distance in a row, meters').fill('1')
    await dialog.getByRole('button', { name: /^Add \d+ desks?$/ }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  await duplicate('2')
  await desk(page, 'D-4').waitFor()
  expect(await widthOf('D-2')).toBe(whole)
  await desk(page, 'D-4').click()
  await page.keyboard.press('Delete')
  await desk(page, 'D-4').waitFor({ state: 'detached' })
  expect(await widthOf('D-2')).toBe(whole)
  await duplicate('4')
  await desk(page, 'D-6').waitFor()
  expect(await widthOf('D-2')).toBeLessThan(whole)
  expectNoErrors(page)
})
