import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importAlone } from '../support/alone.ts'
import { expectNoErrors, goTo, NOWHERE, startBrowser, type TestBrowser } from '../support/browser.ts'
import { recordWrites } from '../support/writes.ts'
import { ask, desksOf, makeBuilding } from './support.ts'

let browser: TestBrowser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser?.[Symbol.asyncDispose]())

describe('a double click of an administrator', () => {
  it('saves a floor plan once', async () => {
    const page = await browser.open(NOWHERE, 'workplace-administrator')
    const { levelId, path } = await makeBuilding(page, [{ name: 'D-1' }, { name: 'D-2' }])
    await goTo(page, path)
    await page.getByRole('button', { name: 'Keep the grid of 2 desks' }).click()
    const { sent, refused } = recordWrites(page)
    await page.getByRole('button', { name: 'Save plan' }).dblclick()
    await page.getByText('Everything is saved').waitFor()
    expect(sent).toEqual([`PATCH /api/levels/${levelId}/layout`])
    expect(refused).toEqual([])
    expect(Object.values(await desksOf(page, levelId)).every(({ x, y }) => x !== null && y !== null)).toBe(true)
    expectNoErrors(page)
  })

  it('sets a building inactive once', async () => {
    const page = await browser.open(NOWHERE, 'workplace-administrator')
    const { locationId } = await makeBuilding(page, [])
    await goTo(page, `/admin/places/${locationId}`)
    await page.getByRole('button', { name: 'Set inactive' }).first().click()
    const { sent, refused } = recordWrites(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Set inactive' }).dblclick()
    await page.getByText('is inactive.').waitFor()
    expect(sent).toEqual([`PATCH /api/locations/${locationId}`])
    expect(refused).toEqual([])
    expectNoErrors(page)
  })

  it('imports a file once, and shows no failure after the success', async () => {
    await using _ = await importAlone()
    const page = await browser.open('/admin/import', 'global-administrator')
    const name = `Twice Clicked House ${Date.now()}`
    await page.locator('input[type=file]').setInputFiles({
      name: 'company.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify({ locations: [{ name, timeZone: 'UTC' }] })),
    })
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    const { sent, refused } = recordWrites(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Import now' }).dblclick()
    await page.getByText('The file is imported').waitFor()
    expect(sent).toEqual(['POST /api/imports'])
    expect(refused).toEqual([])
    const { items } = await ask<{ items: { locationName: string }[] }>(page, 'GET', '/api/locations?limit=1000')
    expect(items.filter(({ locationName }) => locationName === name)).toHaveLength(1)
    expect(await page.getByRole('alert').filter({ hasText: 'The file is imported' }).count()).toBe(1)
    expectNoErrors(page)
  })
})
