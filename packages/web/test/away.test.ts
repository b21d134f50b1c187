import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBrowser, type TestBrowser } from './support/browser.ts'
import { openDemo } from './support/demo.ts'

let browser: TestBrowser
let gate: Gate
beforeAll(async () => {
  browser = await startBrowser()
  gate = await openGate(new URL((await openDemo()).baseUrl))
})
afterAll(async () => {
  await gate?.close()
  await browser?.[Symbol.asyncDispose]()
})

interface Gate {
  readonly baseUrl: string
  /** From then on connections are refused, as by a service that is stopped. */
  close(): Promise<void>
  open(): Promise<void>
}

/** A port that leads to the service, and can be taken away and be there again. */
const openGate = async (service: URL): Promise<Gate> => {
  const sockets = new Set<Socket>()
  let port = 0
  let server: Server | undefined
  const open = () =>
    new Promise<void>((resolve) => {
      const started = createServer((client) => {
        const upstream = connect(Number(service.port), service.hostname)
        for (const socket of [client, upstream]) {
          sockets.add(socket)
          socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
        }
        client.pipe(upstream).pipe(client)
      }).listen(port, service.hostname, () => {
        port = (started.address() as AddressInfo).port
        server = started
        resolve()
      })
    })
  const close = () =>
    new Promise<void>((resolve) => {
      if (!server) return resolve()
      server.close(() => resolve())
      server = undefined
      for (const socket of sockets) socket.destroy()
    })
  await open()
  return { baseUrl: `http://${service.hostname}:${port}`, close, open }
}

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' })

describe('while the service is away', () => {
  it('a click in the menu keeps the navigation, says what is wrong and tries again', async () => {
    const page = await browser.open('/favicon.svg', 'employee')
    await page.goto(`${gate.baseUrl}/me`)
    await page.getByRole('heading', { level: 1, name: 'Plan and desk' }).waitFor()
    await gate.close()
    await menu(page).getByRole('link', { name: 'Colleagues' }).click()
    await page.getByRole('alert').filter({ hasText: 'The service does not answer.' }).first().waitFor()
    expect(await menu(page).getByRole('link').count()).toBeGreaterThan(5)
    // Going to another page does not help, and neither does going back.
    const unanswered = page.waitForEvent('requestfailed', (request) => request.method() === 'HEAD')
    await menu(page).getByRole('link', { name: 'Time off' }).click()
    await page.waitForURL('**/me/time-off')
    // Until the request of this page has failed, the alert is that of the page before, and a service that is back is found without a click.
    await unanswered
    await page.getByRole('alert').filter({ hasText: 'The service does not answer.' }).first().waitFor()
    expect(await menu(page).isVisible()).toBe(true)
    await gate.open()
    await page.getByRole('button', { name: 'Try again' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Time off' }).waitFor()
    await menu(page).getByRole('link', { name: 'Colleagues' }).click()
    await page.getByRole('heading', { level: 1, name: 'Colleagues' }).waitFor()
    expect(await page.getByRole('alert').filter({ hasText: 'does not answer' }).count()).toBe(0)
  })
})

describe('while answers are slow', () => {
  it('the first page shows its frame at once, and a click in the menu a skeleton beside the navigation', async () => {
    const page = await browser.open('/favicon.svg', 'employee')
    const waiting: (() => void)[] = []
    let isSlow = true
    await page.route(/\/api\/|colleagues-page/, async (route) => {
      if (isSlow) await new Promise<void>((resolve) => waiting.push(resolve))
      await route.continue()
    })
    const release = () => {
      for (const resolve of waiting.splice(0)) resolve()
    }
    await page.goto('/me')
    await page.getByText('Rollcall', { exact: true }).first().waitFor()
    await page.getByRole('status', { name: 'Loading', exact: true }).waitFor()
    isSlow = false
    release()
    await page.getByRole('heading', { level: 1, name: 'Plan and desk' }).waitFor()

    isSlow = true
    await menu(page).getByRole('link', { name: 'Colleagues' }).click()
    await page.getByRole('main').getByRole('status', { name: 'Loading', exact: true }).first().waitFor()
    expect(await menu(page).getByRole('link').count()).toBeGreaterThan(5)
    isSlow = false
    release()
    await page.getByRole('heading', { level: 1, name: 'Colleagues' }).waitFor()
  })
})

describe('addresses', () => {
  it('that no page has show a page with the navigation around it', async () => {
    const page = await browser.open('/favicon.svg', 'employee')
    const answer = await page.goto('/nowhere/at/all')
    expect(answer?.status()).toBe(404)
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
    await menu(page).getByRole('link', { name: 'Colleagues' }).click()
    await page.getByRole('heading', { level: 1, name: 'Colleagues' }).waitFor()
  })

  it.each([
    '/me?day=foo&view=bar',
    '/me/desk?day=foo',
    '/me/colleagues?day=2026-02-30',
    '/me/parking?day=foo',
    '/me/visitors?day=foo',
    '/analytics/attendance?from=foo&to=2026-01-01',
    '/analytics/future?days=-3',
    '/analytics/desks?measure=foo',
    '/quarantine?kind=foo&code=9&from=foo',
    '/sources?day=foo',
    '/spaces?to=foo&day=foo',
    '/data/refresh-runs?day=foo',
    '/admin/users?status=foo',
  ])('with values that mean nothing show the page without them: %s', async (path) => {
    const page = await browser.open(path, 'global-administrator')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect.poll(() => page.getByRole('status', { name: 'Loading', exact: true }).count()).toBe(0)
    expect(await page.getByRole('heading', { level: 1 }).innerText()).not.toBe('Page not found')
    expect(
      await page
        .getByRole('alert')
        .filter({ hasText: /went wrong|Invalid/ })
        .count(),
    ).toBe(0)
  })

  it('that a role may not see are said to be for others in words, without names of programs', async () => {
    const page = await browser.open('/analytics/attendance', 'employee')
    const alert = page.getByRole('alert')
    await alert.waitFor()
    expect(await alert.innerText()).toContain('global administrators')
    expect(await alert.innerText()).not.toMatch(/[a-z]-administrator/)
    // Nothing that narrows or keeps figures stands around it.
    expect(await page.getByRole('search', { name: 'Scope' }).count()).toBe(0)
    expect(await page.getByRole('button', { name: /^(Notes|Views)$/ }).count()).toBe(0)
  })
})
