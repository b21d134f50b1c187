import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GUIDE_PAGES, guideAddress } from '../src/components/guide-pages.ts'
import { NAVIGATION } from '../src/shell/navigation.ts'
import { expectAccessible, expectNoErrors, startBrowser, type TestBrowser } from './support/browser.ts'
import { openDemo } from './support/demo.ts'

const { baseUrl } = await openDemo()
const get = (path: string, headers: Record<string, string> = {}) => fetch(new URL(path, baseUrl), { headers, redirect: 'manual' })

describe('the guide', () => {
  let browser: TestBrowser
  beforeAll(async () => {
    browser = await startBrowser()
  })
  afterAll(() => browser?.[Symbol.asyncDispose]())

  it('opens, finds a page by its words, and turns dark, without asking any other host', async () => {
    const page = await browser.open('/guide')
    const foreign: string[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== new URL(baseUrl).origin) foreign.push(request.url())
    })
    await page.getByRole('heading', { name: 'Integrators' }).waitFor()
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('searchbox').fill('refused events replay')
    await page.getByRole('option', { name: 'Quarantine and sources' }).first().click()
    await page.getByRole('heading', { name: 'Quarantine and sources' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/guide/operators/quarantine')
    await expectAccessible(page)

    await page.getByRole('switch').click()
    await page.locator('html.dark').waitFor()
    await page.getByRole('navigation', { name: 'Sidebar' }).getByRole('link', { name: 'Backup and restore' }).click()
    await page.getByRole('heading', { name: 'Backup and restore', level: 1 }).waitFor()
    await page.locator('html.dark').waitFor()

    expectNoErrors(page)
    expect(foreign).toEqual([])
  })

  it('is one click away from each page of the app, where it explains that page', async () => {
    const page = await browser.open('/admin/keys', 'global-administrator')
    const opened = page.waitForEvent('popup')
    await page.getByRole('link', { name: 'Guide to this page' }).click()
    const guide = await opened
    await guide.getByRole('heading', { name: 'Keys', level: 1 }).waitFor()
    await guide.close()

    await page.getByRole('button', { name: 'Help' }).click()
    const items = page.getByRole('menuitem')
    expect(await items.last().textContent()).toBe('Keyboard shortcuts')
    const links = await page.locator('a[role=menuitem]').evaluateAll((each) => each.map((item) => item.getAttribute('href')))
    expect(links).toEqual(['/guide/operators/keys', '/guide/', '/docs', '/guide/changelog'])
    expect((await items.allTextContents()).slice(links.length)).toEqual(['First steps', 'Keyboard shortcuts'])
    for (const path of links) expect([path, (await get(String(path))).status]).toEqual([path, 200])
  })

  it('has the heading that each page of the app leads to', async () => {
    const linked = NAVIGATION.flatMap(({ links }) => links.map(({ to }) => to))
    expect([...linked, '/profile'].filter((path) => guideAddress(path) === '/guide/')).toEqual([])
    expect(guideAddress('/admin/keys/4711')).toBe('/guide/operators/keys')
    expect(guideAddress('/data/refresh-runs')).toBe('/guide/operators/refresh')
    expect(guideAddress('/keys')).toBe('/guide/')
    for (const target of new Set(Object.values(GUIDE_PAGES))) {
      const [path = '', anchor] = target.split('#')
      const answer = await get(`/guide/${path}`)
      expect([path, answer.status]).toEqual([path, 200])
      if (anchor !== undefined) expect(await answer.text()).toContain(` id="${anchor}"`)
    }
  })

  it('is compressed, and sent again only when it has changed', async () => {
    const answer = await get('/guide/operators/keys')
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect([answer.headers.get('content-encoding'), answer.headers.get('cache-control')]).toEqual(['gzip', 'no-cache'])
    const etag = String(answer.headers.get('etag'))
    const again = await get('/guide/operators/keys', { 'if-none-match': etag })
    expect([again.status, again.headers.get('etag')]).toEqual([304, etag])
    const plain = await get('/guide/operators/keys', { 'accept-encoding': 'identity' })
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(await plain.text()).toBe(await answer.text())
  })

  it('has files that browsers keep, and a policy that allows nothing else', async () => {
    const answer = await get('/guide/')
    const policy = String(answer.headers.get('content-security-policy'))
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'; /)
    expect(policy).not.toMatch(/unsafe|https?:|\*/)
    const html = await answer.text()
    const assets = [...html.matchAll(/(?:src|href)="(\/guide\/assets\/[^"]+)"/g)].map(([, path]) => path as string)
    expect(assets.length).toBeGreaterThan(3)
    for (const path of assets) {
      const { status, headers } = await get(path)
      expect([path, status, headers.get('cache-control')]).toEqual([path, 200, 'public, max-age=31536000, immutable'])
    }
  })

  it('leads to the service that serves it, and names files of the repository without a link', async () => {
    const html = await (await get('/guide/start')).text()
    expect(html).toContain('<a href="/docs" target="_self">http://127.0.0.1:4600/docs</a>')
    expect(html).toContain('<span title="packages/contract in the repository">the contract</span>')
  })

  it('corrects slashes, and has a page for what it does not have', async () => {
    for (const [path, target] of [
      ['/guide', '/guide/'],
      ['/guide/adr', '/guide/adr/'],
      ['/guide/operators/keys/', '/guide/operators/keys'],
    ] as const) {
      const { status, headers } = await get(path)
      expect([path, status, headers.get('location')]).toEqual([path, 301, target])
    }
    for (const path of [
      '/guide/nowhere',
      '/guide/files.json',
      '/guide/operators',
      '/guide/operators/..%2ffiles.json',
      '/guide/__proto__',
    ]) {
      const answer = await get(path)
      expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 404, 'text/html; charset=utf-8'])
    }
  })
})
