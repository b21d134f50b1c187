import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectNoErrors, startBrowser, type TestBrowser } from './support/browser.ts'

let browser: TestBrowser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser?.[Symbol.asyncDispose]())

it('the API reference starts with its introduction and follows the content policy', async () => {
  const page = await browser.open('/docs/')
  await page.getByRole('heading', { name: 'Authentication', exact: true }).first().waitFor()
  await page.getByRole('heading', { name: 'Errors and retries', exact: true }).waitFor()
  expect(await page.locator('#scalar-style').evaluate((style: HTMLStyleElement) => style.sheet?.cssRules.length)).toBeGreaterThan(
    0,
  )
  // The browser reports what the policy blocks as an error of the page.
  expectNoErrors(page)
})
