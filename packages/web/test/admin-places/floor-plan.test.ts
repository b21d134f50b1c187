import type { LevelLayout } from '@rollcall/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible, expectNoErrors, startBrowser, type TestBrowser } from '../support/browser.ts'
import { desk, middleOf, openPlan, scaleOf } from './plan-support.ts'
import { ask, desksOf } from './support.ts'

let browser: TestBrowser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser?.[Symbol.asyncDispose]())

const drag = async (page: Page, name: string, dx: number, dy: number) => {
  // Only once the desk stays where it is: the map draws the desks in its second frame, when it knows how large it is.
  await desk(page, name).hover()
  const from = await middleOf(page, name)
  const scale = await scaleOf(page)
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + dx * scale * 0.6, from.y + dy * scale * 0.6)
  await page.mouse.move(from.x + dx * scale, from.y + dy * scale)
  await page.mouse.up()
}

describe('the floor plan', () => {
  it('moves a desk by dragging, in steps of half a meter, and keeps it when saved', async () => {
    const { page, levelId } = await openPlan(browser)
    await drag(page, 'D-3', 3.1, -2.4)
    await page.getByText('1 change, not saved').waitFor()
    expect((await desksOf(page, levelId))['D-3']).toMatchObject({ x: 4, y: 8 })
    await page.getByRole('button', { name: 'Save plan' }).click()
    await page.getByText('Everything is saved').waitFor()
    expect((await desksOf(page, levelId))['D-3']).toMatchObject({ x: 7, y: 5.5 })
    await page.reload()
    // Only once the desks stay where they are, as for dragging.
    await desk(page, 'D-3').hover()
    const scale = await scaleOf(page)
    const moved = await middleOf(page, 'D-3')
    const first = await middleOf(page, 'D-1')
    expect((moved.x - first.x) / scale).toBeCloseTo(3, 1)
    expect((moved.y - first.y) / scale).toBeCloseTo(1.5, 1)
    expectNoErrors(page)
  })

  it('moves, turns, duplicates and removes desks by keys only, and undoes it', async () => {
    const { page, levelId } = await openPlan(browser)
    await page.getByRole('application').press('Tab')
    await desk(page, 'D-1').focus()
    await page.keyboard.press('ArrowRight')
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toContain('Desk D-2')
    await page.keyboard.press('Enter')
    for (const key of ['ArrowRight', 'ArrowRight', 'Shift+ArrowDown', 'r', 'r']) await page.keyboard.press(key)
    await page.getByText('Desk D-2 at 9, 6 meters, turned 30 degrees').waitFor({ state: 'attached' })
    await page.keyboard.press('Delete')
    await page.keyboard.press('Control+z')
    await page.getByText('1 change, not saved').waitFor()
    await page.keyboard.press('d')
    const dialog = page.getByRole('dialog', { name: 'Duplicate desk D-2' })
    await dialog.getByLabel('Desks per row').fill('2')
    // After the last of the zone, unless another name is given.
    await dialog.getByText('Adds D-4', { exact: true }).waitFor()
    await dialog.getByLabel('Names continue from').fill('D-2')
    await dialog.getByText('D-3 is taken in this zone.').waitFor()
    await dialog.getByLabel('Names continue from').fill('D-10')
    await dialog.getByLabel('Rows', { exact: true }).fill('2')
    await dialog.getByText('Adds D-11, D-12, D-13').waitFor()
    await dialog.getByLabel('Rows', { exact: true }).press('Enter')
    await page.getByText('4 changes, not saved').waitFor()
    await page.getByRole('button', { name: 'Save plan' }).press('Enter')
    await page.getByText('Everything is saved').waitFor()
    const stored = await desksOf(page, levelId)
    expect(stored['D-2']).toMatchObject({ x: 9, y: 6 })
    expect(['D-11', 'D-12', 'D-13'].map((name) => `${stored[name]?.x} ${stored[name]?.y}`)).toEqual(['11 6', '9 8', '11 8'])
    expectNoErrors(page)
  })

  it('draws the outline of a zone and adds a zone, by mouse and by keys', async () => {
    const { page, levelId } = await openPlan(browser)
    const outlines = async () => {
      const { zones } = await ask<LevelLayout>(page, 'GET', `/api/levels/${levelId}/layout`)
      return Object.fromEntries(zones.map(({ zoneName, outline }) => [zoneName, outline]))
    }
    await page.getByRole('combobox', { name: 'Outline of zone' }).click()
    await page.getByRole('option', { name: '1 North' }).click()
    await page.getByRole('button', { name: 'Draw outline' }).click()
    const corner = (number: number) => page.getByRole('button', { name: new RegExp(`^Corner ${number} of `) })
    await corner(1).focus()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Shift+ArrowUp')
    await page.keyboard.press('Insert')
    await corner(2).press('Delete')
    await corner(3).hover()
    const box = await corner(3).boundingBox()
    if (!box) throw new Error('There is no corner.')
    const scale = await scaleOf(page)
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width / 2 + 2 * scale, box.y + box.height / 2 + scale)
    await page.mouse.up()
    await page.getByText('1 change, not saved').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Add zone…' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Quiet')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Outline of zone Quiet, 4 corners' }).press('ArrowDown')
    await page.getByRole('button', { name: 'Save plan' }).click()
    await page.getByText('Everything is saved').waitFor()
    const { '1 North': north, Quiet: quiet } = await outlines()
    expect(north).toHaveLength(4)
    expect(north?.[0]).toEqual({ x: 2, y: 0.5 })
    expect(quiet).toHaveLength(4)
    expectNoErrors(page)
  })

  it('draws a zone by dragging a rectangle, which Escape leaves, and saves by Ctrl S', async () => {
    const { page, levelId } = await openPlan(browser)
    await desk(page, 'D-2').hover()
    const [at, scale] = [await middleOf(page, 'D-2'), await scaleOf(page)]
    const dialog = page.getByRole('dialog')
    const cover = (zone: string) => page.getByRole('button', { name: new RegExp(`^Zone ${zone}: press on the map`) })
    const begin = async (zone: string) => {
      await page.getByRole('button', { name: 'Add zone…' }).click()
      await dialog.getByLabel('Name').fill(zone)
      await dialog.getByRole('button', { name: 'Draw zone' }).click()
      await cover(zone).waitFor()
    }
    await begin('Given up')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await cover('Given up').waitFor({ state: 'detached' })
    await begin('Quiet')
    await page.mouse.move(at.x - scale, at.y + 2 * scale)
    await page.mouse.down()
    await page.mouse.move(at.x, at.y + 3 * scale)
    await page.mouse.move(at.x + 1.2 * scale, at.y + 4.9 * scale)
    await page.mouse.up()
    await page.getByRole('button', { name: 'Outline of zone Quiet, 4 corners' }).waitFor()
    await page.getByText('1 change, not saved').waitFor()
    await page.keyboard.press('Control+s')
    await page.getByText('Everything is saved').waitFor()
    const { zones } = await ask<LevelLayout>(page, 'GET', `/api/levels/${levelId}/layout`)
    expect(Object.fromEntries(zones.map(({ zoneName, outline }) => [zoneName, outline]))).toEqual({
      '1 North': null,
      Quiet: [
        { x: 7, y: 6 },
        { x: 9, y: 6 },
        { x: 9, y: 9 },
        { x: 7, y: 9 },
      ],
    })
    await page.getByRole('button', { name: 'Add desks…' }).click()
    await dialog.getByRole('combobox', { name: 'Zone' }).click()
    await page.getByRole('option', { name: 'Quiet' }).click()
    await dialog.getByLabel('Desks per row').fill('4')
    await dialog.getByText('3 of 4 desks would be outside the zone').waitFor()
    expectNoErrors(page)
  })

  it('has the map and its buttons together on a screen of 900 pixels', async () => {
    const { page } = await openPlan(browser)
    await page.setViewportSize({ width: 1280, height: 900 })
    await desk(page, 'D-1').click()
    for (const name of ['Save plan', 'Add zone…', 'Show the whole floor', 'Take off the plan']) {
      const isOnScreen = async () => {
        const box = await page.getByRole('button', { name }).boundingBox()
        return box !== null && box.y > 0 && box.y + box.height <= 900
      }
      await expect.poll(isOnScreen, { message: name }).toBe(true)
    }
    expectNoErrors(page)
  })

  it('tells when someone else changed the plan meanwhile, and keeps both changes', async () => {
    const { page, levelId } = await openPlan(browser)
    const { 'D-1': other } = await desksOf(page, levelId)
    await desk(page, 'D-3').focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowDown')
    await page.getByText('1 change, not saved').waitFor()
    await ask(page, 'PATCH', `/api/places/${other?.placeId}`, { x: 2 })
    await page.getByRole('button', { name: 'Save plan' }).click()
    await page.getByRole('alert').getByText('Someone else changed this plan meanwhile').waitFor()
    const held = Promise.withResolvers<void>()
    await page.route(`**/api/levels/${levelId}/layout`, async (route) => {
      await held.promise
      await route.continue()
    })
    await page.getByRole('button', { name: 'Keep my changes' }).click()
    await page.getByRole('button', { name: 'Save plan', disabled: true }).waitFor()
    held.resolve()
    await page.getByRole('button', { name: 'Save plan' }).click()
    await page.getByText('Everything is saved').waitFor()
    expect(await desksOf(page, levelId)).toMatchObject({ 'D-1': { x: 2 }, 'D-3': { x: 4, y: 8.5 } })
    expectNoErrors(page)
  })

  it('moves a desk by numbers, undoes, redoes and discards', async () => {
    const { page, levelId } = await openPlan(browser)
    await desk(page, 'D-1').click()
    const fields = page.getByRole('region', { name: 'Position of the chosen desk' })
    await fields.getByLabel('x, meters').fill('2.5')
    await fields.getByRole('button', { name: 'Move here' }).click()
    await desk(page, 'D-1')
      .and(page.getByLabel(/changed, not saved/))
      .waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Everything is saved').waitFor()
    await page.getByRole('button', { name: 'Redo' }).click()
    await page.getByText('1 change, not saved').waitFor()
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByText('Everything is saved').waitFor()
    expect((await desksOf(page, levelId))['D-1']).toMatchObject({ x: 4 })
    expectNoErrors(page)
  })

  it('keeps the automatic grid of desks that have no place yet', async () => {
    const { page, levelId } = await openPlan(browser, [{ name: 'D-1' }, { name: 'D-2' }, { name: 'D-3' }])
    await desk(page, 'D-1')
      .and(page.getByLabel(/not placed yet/))
      .waitFor()
    await page.getByText('The grid is a starting point').waitFor()
    await page.getByRole('button', { name: 'Keep the grid of 3 desks' }).click()
    await page.getByRole('button', { name: 'Save plan' }).click()
    await page.getByText('Everything is saved').waitFor()
    const stored = Object.values(await desksOf(page, levelId)).map(({ x, y }) => `${x} ${y}`)
    expect(new Set(stored).size).toBe(3)
    expect(stored.join()).not.toContain('null')
    expectNoErrors(page)
  })

  it('asks before positions are lost', async () => {
    const { page, path } = await openPlan(browser)
    await drag(page, 'D-3', 2, -2)
    await page.getByRole('link', { name: 'Places' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
    await dialog.getByRole('button', { name: 'Stay' }).click()
    expect(new URL(page.url()).pathname).toBe(path)
    await page.getByText('1 change, not saved').waitFor()
    await page.getByRole('tab', { name: 'Zones' }).click()
    await dialog.getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('button', { name: 'Add zones' }).waitFor()
    await page.getByRole('tab', { name: 'Floor plan' }).click()
    await page.getByText('Everything is saved').waitFor()
    expectNoErrors(page)
  })

  it('adds an image, shows it in meters, changes its width and removes it', async () => {
    const { page, levelId } = await openPlan(browser)
    const drawn = await page.evaluate<string>(`(() => {
      const canvas = document.createElement('canvas')
      canvas.width = 300
      canvas.height = 150
      canvas.getContext('2d').fillRect(0, 0, 150, 150)
      return canvas.toDataURL('image/png').split(',')[1]
    })()`)
    await page.getByRole('button', { name: 'Add floor plan image' }).click()
    const dialog = page.getByRole('dialog', { name: 'Floor plan image' })
    const choose = (name: string, mimeType: string, buffer: Buffer) =>
      dialog.locator('input[type=file]').setInputFiles({ name, mimeType, buffer })
    await choose('plan.gif', 'image/gif', Buffer.from('GIF89a'))
    await dialog.getByText('Choose a PNG, JPEG, WebP or SVG image.').waitFor()
    await choose('plan.png', 'image/png', Buffer.from('no image'))
    await dialog.getByLabel('Width, meters').fill('20')
    await dialog.getByRole('button', { name: 'Save image' }).click()
    await dialog.getByText('This must be a PNG, JPEG, WebP or SVG image.').waitFor()
    await choose('plan.png', 'image/png', Buffer.from(drawn, 'base64'))
    await dialog.getByRole('button', { name: 'Save image' }).click()
    await dialog.waitFor({ state: 'detached' })

    const image = page.getByRole('application').locator('image')
    await image.waitFor()
    const box = await image.boundingBox()
    const scale = await scaleOf(page)
    expect((box?.width ?? 0) / scale).toBeCloseTo(20, 0)
    expect((box?.height ?? 0) / scale).toBeCloseTo(10, 0)
    expect(await ask(page, 'GET', `/api/levels/${levelId}/floor-plan`)).toMatchObject({ image: drawn, widthMetres: 20 })

    await page.getByRole('button', { name: 'Change floor plan image' }).click()
    await dialog.getByLabel('Width, meters').fill('30')
    await dialog.getByRole('button', { name: 'Save image' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await ask(page, 'GET', `/api/levels/${levelId}/floor-plan`)).toMatchObject({ image: drawn, widthMetres: 30 })

    await page.getByRole('button', { name: 'Change floor plan image' }).click()
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><script>x</script><path d="M0 0H20"/></svg>'
    await choose('plan.svg', 'image/svg+xml', Buffer.from(svg))
    await dialog.getByRole('button', { name: 'Save image' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('application').locator('image[href^="data:image/svg+xml"]').waitFor()

    await page.getByRole('button', { name: 'Remove image' }).click()
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await image.waitFor({ state: 'detached' })
    expect(await ask(page, 'GET', `/api/levels/${levelId}`)).toMatchObject({ floorPlanVersion: null })
    expectNoErrors(page)
  })

  it('says what a desk has in its form, and filters the list of desks by it', async () => {
    const { page, levelId } = await openPlan(browser)
    await page.getByRole('tab', { name: 'Desks' }).click()
    await page.getByRole('button', { name: 'Edit: D-2' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'What it has' }).press('ArrowDown')
    await page.getByRole('option', { name: 'Quiet' }).click()
    await dialog.getByLabel('Screens').fill('2')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('cell', { name: 'quiet, 2 screens' }).waitFor()
    expect((await desksOf(page, levelId))['D-2']).toMatchObject({ amenities: ['quiet'], screens: 2 })
    await page.getByRole('combobox', { name: 'Desk has' }).click()
    await page.getByRole('option', { name: 'Quiet' }).click()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('row').count()).toBe(2)
    await page.reload()
    await page.getByRole('rowheader', { name: 'D-2', exact: true }).waitFor()
    expect(await page.getByRole('row').count()).toBe(2)
    await page.getByRole('combobox', { name: 'Desk has' }).press('ArrowDown')
    await page.getByRole('option', { name: 'Nothing entered' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('rowheader', { name: 'D-2', exact: true }).waitFor({ state: 'detached' })
    await page.getByRole('rowheader', { name: 'D-1', exact: true }).waitFor()
    expectNoErrors(page)
  })

  it('has what was changed in the list of desks just before', async () => {
    const { page } = await openPlan(browser)
    await page.getByRole('tab', { name: 'Desks' }).click()
    await page.getByRole('button', { name: 'Set inactive: D-3' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Set inactive' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('tab', { name: 'Floor plan' }).click()
    await desk(page, 'D-2').waitFor()
    await desk(page, 'D-3').waitFor({ state: 'detached' })
    expectNoErrors(page)
  })

  it('has the same desks as a list', async () => {
    const { page } = await openPlan(browser)
    await page.getByText('As a list').click()
    await page.getByRole('cell', { name: 'D-2', exact: true }).waitFor()
    await page.getByLabel('Find desks').fill('D-3')
    await expect.poll(() => page.getByRole('row').count()).toBe(2)
    await page.getByRole('button', { name: 'Choose: Desk D-3' }).click()
    await page.getByRole('region', { name: 'Position of the chosen desk' }).getByText('D-3').waitFor()
    expectNoErrors(page)
  })
})
