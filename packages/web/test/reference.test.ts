import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectNoErrors, startBrowser, type TestBrowser } from './support/browser.ts'
import { openDemo } from './support/demo.ts'

const { baseUrl } = await openDemo()
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

it('the API reference is a small page that browsers revalidate, with a compressed script that they keep', async () => {
  const answer = await fetch(new URL('/docs', baseUrl))
  const html = await answer.text()
  expect(html.length).toBeLessThan(1_000)
  expect(html).not.toMatch(/https?:\/\//)
  const policy = String(answer.headers.get('content-security-policy'))
  for (const rule of [
    "default-src 'none'",
    "script-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ])
    expect(policy.split('; ')).toContain(rule)
  expect(policy.replaceAll(/style-src[^;]*/g, '')).not.toMatch(/unsafe|https?:|\*/)
  const headers = { 'if-none-match': String(answer.headers.get('etag')) }
  expect((await fetch(new URL('/docs', baseUrl), { headers })).status).toBe(304)

  const [, script = ''] = /<script defer src="([^"]+)"/.exec(html) ?? []
  const { status, headers: sent } = await fetch(new URL(script, baseUrl), {
    method: 'HEAD',
    headers: { 'accept-encoding': 'br' },
  })
  expect([status, sent.get('content-encoding')]).toEqual([200, 'br'])
  expect(sent.get('cache-control')).toBe('public, max-age=31536000, immutable')
})
