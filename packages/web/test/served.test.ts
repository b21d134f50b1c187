import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openDemo } from './support/demo.ts'

const { baseUrl } = await openDemo()
const ROUTES = join(import.meta.dirname, '../src/**/*{router,routes}.{ts,tsx}')
/** The files that give the pages of the app their addresses. */
const sources = await Promise.all((await Array.fromAsync(glob(ROUTES))).map((file) => readFile(file, 'utf8')))
const get = (path: string, headers: Record<string, string> = {}) => fetch(new URL(path, baseUrl), { headers })
const files = (html: string) =>
  [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path as string)

describe('the web app is served', () => {
  it('under a policy that lets nothing in from elsewhere, with another nonce each time', async () => {
    const [first, second] = await Promise.all([get('/'), get('/analytics/attendance')])
    const policy = first.headers.get('content-security-policy') as string
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self' 'nonce-[^']{20,}'/)
    expect(policy).not.toMatch(/unsafe|https?:|\*/)
    expect(second.headers.get('content-security-policy')).not.toBe(policy)
    const nonce = /nonce-([^']+)/.exec(policy)?.[1]
    expect(await first.text()).toContain(`nonce="${nonce}"`)
    expect(first.headers.get('cache-control')).toBe('no-store')
  })

  it('at every address of its pages, and at no other', async () => {
    const addresses = sources.flatMap((text) => [...text.matchAll(/ path: '(\/[^']*)'/g)].map(([, path]) => path as string))
    expect(addresses).toContain('/kiosk')
    for (const path of [...addresses, '/admin/places?x=1'])
      expect([path, (await get(path.replace(/\$\w+/, 'x'))).status]).toEqual([path, 200])
    for (const path of ['/meadow', '/assets/none.js', '/assets/../package.json', '/index.html']) {
      const answer = await get(path)
      expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 404, 'application/problem+json'])
    }
  })

  it('as what it is called and in no frame of others, wherever an answer comes from', async () => {
    const [asset = ''] = files(await (await get('/')).text())
    for (const path of [
      '/',
      '/me',
      asset,
      '/favicon.svg',
      '/assets/none.js',
      '/docs',
      '/guide/',
      '/guide/nowhere',
      '/v1/presence',
      '/%zz',
    ]) {
      const { headers } = await get(path)
      expect([path, headers.get('x-content-type-options'), headers.get('x-frame-options')]).toEqual([path, 'nosniff', 'DENY'])
    }
  })

  it('as a page to browsers at an unknown address, where programs and the API get a problem', async () => {
    const accept = 'text/html,application/xhtml+xml,*/*;q=0.8'
    const page = await get('/nowhere/at/all', { accept })
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(await page.text()).toContain('<div id="root">')
    for (const path of ['/api/nowhere', '/v1/nowhere', '/api', '/v1'])
      expect([path, (await get(path, { accept })).headers.get('content-type')]).toEqual([path, 'application/problem+json'])
    expect((await get('/v1nowhere', { accept })).headers.get('content-type')).toBe('text/html; charset=utf-8')
  })

  it('with files that may be kept for ever, as they change their names with their content', async () => {
    const [path] = files(await (await get('/')).text())
    const answer = await get(path as string, { 'accept-encoding': 'identity' })
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect((await get(path as string, { 'accept-encoding': 'gzip' })).headers.get('content-encoding')).toBe('gzip')
  })
})
