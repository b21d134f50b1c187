import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { MOTION } from '../src/look/tokens.ts'
import { expectNoErrors, goWithin, startBrowser, type TestBrowser, WIDE } from './support/browser.ts'

let browser: TestBrowser
beforeAll(async () => {
  browser = await startBrowser({ isReadOnly: true })
})
afterAll(() => browser?.[Symbol.asyncDispose]())

it('the density that a person chooses changes the height of rows, and is kept', async () => {
  const page = await browser.open('/admin/users', 'workplace-administrator')
  const heightOfRow = async () => {
    const row = page.getByRole('table', { name: 'Users' }).getByRole('row').nth(1)
    return (await row.boundingBox())?.height ?? 0
  }
  const choose = async (density: string) => {
    await goWithin(page, '/profile')
    await page.getByRole('radiogroup', { name: 'Density' }).getByText(density, { exact: true }).click()
    await goWithin(page, '/admin/users')
  }
  const comfortable = await heightOfRow()
  await choose('Compact')
  const compact = await heightOfRow()
  expect(compact).toBeGreaterThanOrEqual(24)
  expect(compact).toBeLessThan(comfortable - 7)
  await page.reload()
  await expect.poll(heightOfRow).toBe(compact)
  await choose('Comfortable')
  await expect.poll(heightOfRow).toBe(comfortable)
  expectNoErrors(page)
})

/** The elements, with what is drawn before and after them, that take time to change. */
const readMoving = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter((element) =>
        [undefined, '::before', '::after'].some((part) =>
          getComputedStyle(element, part)
            .transitionDuration.split(', ')
            .some((duration) => Number.parseFloat(duration) > 0),
        ),
      )
      .map((element) => `${element.localName} ${element.className}`),
  )

it.each(['reduce', 'no-preference'] as const)(
  'what changes on a page takes time or not as the device asks: %s',
  async (reducedMotion) => {
    const page = await browser.open('/profile', 'employee', { ...WIDE, reducedMotion })
    const button = page.getByRole('button', { name: 'Change the password' })
    await button.waitFor()
    const isReduced = reducedMotion === 'reduce'
    const duration = await button.evaluate((element) => getComputedStyle(element).transitionDuration)
    expect(Number.parseFloat(duration) * 1000).toBe(isReduced ? 0 : MOTION.fast)
    if (isReduced) expect(await readMoving(page)).toEqual([])
    else expect((await readMoving(page)).length).toBeGreaterThan(5)
    expectNoErrors(page)
  },
)

/** The file of the Latin characters has 28 KB; the one that it is cut from has 47 KB. */
const MAX_FACE_BYTES = 32 * 1024

it('text is drawn in the typeface of the app, which its own service sends in small files', async () => {
  const page = await browser.open('/me', 'employee')
  const heading = page.getByRole('heading', { level: 1 })
  const session = await page.context().newCDPSession(page)
  for (const domain of ['DOM.enable', 'CSS.enable'] as const) await session.send(domain)
  const fontsOfHeading = async () => {
    // Where the typeface came too late, the page has it from the next time on.
    await page.reload()
    await heading.waitFor()
    const { root } = await session.send('DOM.getDocument')
    const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'h1' })
    const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId })
    return fonts.map(({ familyName, isCustomFont }) => ({ familyName, isCustomFont }))
  }
  await expect.poll(fontsOfHeading).toEqual([{ familyName: expect.stringContaining('Inter'), isCustomFont: true }])
  await session.detach()
  expect(await heading.evaluate((element) => getComputedStyle(element).fontFamily)).toMatch(/^"Inter Variable"/)
  const loaded = await page.evaluate(async () =>
    [...(await document.fonts.ready)].filter(({ status }) => status === 'loaded').map(({ family }) => family.replaceAll('"', '')),
  )
  expect(loaded).toContain('Inter Variable')

  const files = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => name.endsWith('.woff2')),
  )
  expect(files.length).toBeGreaterThan(0)
  for (const file of files) {
    expect(new URL(file).origin).toBe(new URL(page.url()).origin)
    const answer = await page.request.get(file)
    const bytes = await answer.body()
    expect([file, answer.status(), bytes.toString('latin1', 0, 4)]).toEqual([file, 200, 'wOF2'])
    expect(bytes.length, file).toBeLessThan(MAX_FACE_BYTES)
  }
  expectNoErrors(page)
})

it('the icon of the app is a sign in two colors at the size of a tab', async () => {
  const page = await browser.open('/me', 'employee')
  const href = await page.locator('link[rel=icon]').getAttribute('href')
  expect(href).toBe('/favicon.svg')
  const colors = await page.evaluate(async (source) => {
    const icon = new Image(16, 16)
    icon.src = source ?? ''
    await icon.decode()
    const context = new OffscreenCanvas(16, 16).getContext('2d')
    context?.drawImage(icon, 0, 0, 16, 16)
    const { data } = context?.getImageData(0, 0, 16, 16) ?? { data: new Uint8ClampedArray() }
    const counts: Record<string, number> = {}
    for (let at = 0; at < data.length; at += 4) {
      const color = data[at + 3] === 255 ? data.slice(at, at + 3).join() : 'none or soft'
      counts[color] = (counts[color] ?? 0) + 1
    }
    return counts
  }, href)
  const solid = Object.entries(colors)
    .filter(([color]) => color !== 'none or soft')
    .sort(([, one], [, other]) => other - one)
  expect(solid.slice(0, 2).map(([color]) => color)).toEqual(['11,92,99', '255,255,255'])
  expect(solid[1]?.[1], 'points of the sign').toBeGreaterThan(8)
  expectNoErrors(page)
})
