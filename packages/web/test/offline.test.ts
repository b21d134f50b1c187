import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { todayIn, weekdayOf } from '../src/time/days.ts'
import { csrfHeaders, expectAccessible, expectFitsPhone, startBrowser, type TestBrowser, WIDE } from './support/browser.ts'
import { openDemo } from './support/demo.ts'
import { signOut } from './support/sign-out.ts'

let browser: TestBrowser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser?.[Symbol.asyncDispose]())

/** The paths of everything that the browser keeps for the app. */
const keptPaths = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const requests = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })

describe('an app on a device', () => {
  it('shows the own week offline and nothing else, opens by itself, and forgets the week at sign-out', async () => {
    // The language keeps it from the browser of tests of devices, which may have kept something before.
    const options = { ...WIDE, serviceWorkers: 'allow', locale: 'en-GB' } as const
    const page = await browser.open('/me/colleagues', 'colleague', options)
    const network = page.context()
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    // Colleagues are no part of it.
    await page.getByRole('heading', { level: 1, name: 'Colleagues' }).waitFor()
    // On a Monday the notifications of every page are about all days of the own week, which is kept then.
    if (weekdayOf(todayIn()) > 1) expect(await keptPaths(page)).not.toContain('/kept-week.json')
    // On a weekend, the page opens on the next week.
    await page.goto(`/me?day=${todayIn()}`)
    await page.getByRole('heading', { level: 1, name: 'Plan and desk' }).waitFor()
    await expect.poll(() => keptPaths(page)).toContain('/kept-week.json')
    const kept = (await keptPaths(page)).filter((path) => !path.startsWith('/assets/'))
    expect(kept.toSorted()).toEqual(['/favicon.svg', '/kept-week.json', '/offline.html'])
    const shown = page.getByRole('listitem').filter({ hasText: /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun) / })
    // On a Monday the week may be kept before the page shows it.
    await expect.poll(() => shown.count()).toBe(7)
    const days = await shown.allInnerTexts()

    await network.setOffline(true)
    await page.goto('/admin/users')
    await page.getByRole('heading', { level: 1, name: 'You are offline' }).waitFor()
    const rows = page.getByRole('list', { name: 'Your week' }).getByRole('listitem')
    await expect.poll(() => rows.count()).toBe(7)
    expect((await rows.allInnerTexts()).map((text) => text.slice(0, 10))).toEqual(days.map((text) => text.slice(0, 10)))
    expect(await rows.filter({ has: page.locator('xpath=self::*[@aria-current="date"]') }).count()).toBe(1)
    expect(await page.getByRole('status').innerText()).toMatch(/^This is your week as of \w{3} \d+ \w{3} \d{4}, \d\d:\d\d /)
    await expectAccessible(page)
    await expectFitsPhone(page)
    await page.setViewportSize(WIDE.viewport)

    await network.setOffline(false)
    await page.getByRole('heading', { level: 1, name: 'You are offline' }).waitFor({ state: 'detached' })
    await page.getByRole('heading', { level: 1 }).waitFor()
    // However the session ends.
    const headers = await csrfHeaders(page)
    expect((await page.request.delete('/api/session', { headers })).ok()).toBe(true)
    await page.goto('/me')
    await page.getByRole('heading', { name: 'Sign in to Rollcall' }).waitFor()
    await expect.poll(() => keptPaths(page)).not.toContain('/kept-week.json')
  })

  it('forgets the week at sign-out, although another tab still shows it', async () => {
    const options = { ...WIDE, serviceWorkers: 'allow', locale: 'en-GB' } as const
    const page = await browser.open('/me', 'colleague', options)
    await page.getByRole('heading', { level: 1, name: 'Plan and desk' }).waitFor()
    await expect.poll(() => keptPaths(page)).toContain('/kept-week.json')
    const other = await page.context().newPage()
    await other.goto('/me/colleagues')
    await signOut(other)
    await other.getByRole('heading', { name: 'Sign in to Rollcall' }).waitFor()
    await page.getByRole('dialog', { name: 'Sign in again' }).waitFor()
    await expect.poll(() => keptPaths(page)).not.toContain('/kept-week.json')
    await other.close()
  })

  it('offers a new version once the service has one', async () => {
    const page = await browser.open('/me', 'employee')
    await page.getByRole('heading', { level: 1, name: 'Plan and desk' }).waitFor()
    await page.waitForLoadState('networkidle')
    await page.route('**/sign-in', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<script src="/assets/index-2.js">' }),
    )
    await expect
      .poll(async () => {
        await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
        return await page.getByText('A new version of Rollcall is ready.').count()
      })
      .toBe(1)
    await page.getByRole('button', { name: 'Reload' }).click()
    await page.getByText('A new version of Rollcall is ready.').waitFor({ state: 'detached' })
  })

  it('is described by a manifest with icons of the sizes that devices ask for', async () => {
    const { baseUrl } = await openDemo()
    const get = (path: string) => fetch(new URL(path, baseUrl))
    const manifest = await get('/manifest.webmanifest')
    expect(manifest.headers.get('content-type')).toBe('application/manifest+json')
    const { icons } = (await manifest.json()) as { icons: { src: string; sizes: string; type: string; purpose?: string }[] }
    for (const { src, sizes, type } of icons) {
      const icon = await get(src)
      expect([src, icon.headers.get('content-type')]).toEqual([src, type])
      const bytes = Buffer.from(await icon.arrayBuffer())
      if (type === 'image/png') expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes)
    }
    expect(icons.map(({ sizes, purpose }) => [sizes, purpose])).toEqual(
      expect.arrayContaining([
        ['192x192', undefined],
        ['512x512', undefined],
        ['512x512', 'maskable'],
      ]),
    )
    const worker = await get('/sw.js')
    expect(worker.headers.get('cache-control')).toBe('no-cache')
    expect(worker.headers.get('content-security-policy')).toBe("default-src 'none'; connect-src 'self'")
  })
})
