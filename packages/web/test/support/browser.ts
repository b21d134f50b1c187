import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { expect, inject, onTestFinished } from 'vitest'
import { awaitSteadyDay } from '../../../server/src/testing/steady-day.ts'
import { TEST_TIMEOUT_MS } from '../../../server/src/testing/test-database.ts'
import { collectAnswers } from './answers.ts'
import { launchChromium } from './chromium.ts'
import { openDemo, PASSWORD, type Person } from './demo.ts'
import { keepRouted } from './routes.ts'
import { clearSparePage, recolored, sparePage, takeSparePage } from './spare-pages.ts'
import { goTo, goWithin, mayLeave, NOWHERE } from './within.ts'

export { goTo, goWithin, NOWHERE }

export interface TestBrowser extends AsyncDisposable {
  /** A page of a signed-in or an anonymous user, at 1280 x 800 unless another size is given. */
  open(path: string, person?: Person | { readonly userName: string }, options?: BrowserContextOptions): Promise<Page>
}

export const WIDE = { viewport: { width: 1280, height: 800 } }
export const PHONE = { viewport: { width: 360, height: 740 } }

/** All files that a process runs share it, because it takes longer to start than a page to load. It ends with the process. */
let chromium: Promise<Browser> | undefined

/**
 * Contexts of the company's people, by service, person and options. All files that a process runs share them: in a new context,
 * the browser downloads and compiles the whole app again.
 */
const shared = new Map<string, Promise<BrowserContext>>()

const newContext = async (options: BrowserContextOptions): Promise<BrowserContext> => {
  const { baseUrl } = await openDemo()
  chromium ??= launchChromium(inject('chromium'))
  const context = await (await chromium).newContext({
    baseURL: baseUrl,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    ...WIDE,
    ...options,
  })
  context.setDefaultTimeout(TEST_TIMEOUT_MS)
  askAgainOnClosedConnections(context)
  return context
}

/** A connection that has waited for the next call may be closed by the service at the very moment when a test uses it. */
const askAgainOnClosedConnections = ({ request }: BrowserContext): void => {
  const fetch = request.fetch.bind(request)
  // All methods of a context's requests call this one.
  request.fetch = (urlOrRequest, options) => fetch(urlOrRequest, { maxRetries: 2, ...options })
}

/**
 * What a page reports as an error, refused by its policy for example, is checked by `expectNoErrors`. Where the page that a test before
 * left shows the app, it goes on within it. A file that changes nothing says `isReadOnly`: what the app has read is still true then.
 */
export const startBrowser = async ({ isReadOnly = false } = {}): Promise<TestBrowser> => {
  // No test waits for the company: hooks have the time.
  await openDemo()
  /** Contexts of users who are known to this file only. */
  const own = new Map<string, Promise<BrowserContext>>()
  const contextOf = (key: string, contexts: Map<string, Promise<BrowserContext>>, options: BrowserContextOptions) => {
    const context = contexts.get(key) ?? newContext(options)
    contexts.set(key, context)
    return context
  }
  /** Pages whose app has read what it knows for this file. */
  const known = new WeakSet<Page>()
  /** What to do about pages that were opened outside of a test, and that all tests of the file share. */
  const atEnd: (() => Promise<void>)[] = []
  /** Leaves pages that would keep polling while other tests run. */
  const afterUse = (clear: () => Promise<void>): void => {
    try {
      onTestFinished(clear)
    } catch {
      // In `beforeAll` there is no test to wait for.
      atEnd.push(clear)
    }
  }
  const openAnonymously = async (options: BrowserContextOptions): Promise<Page> => {
    const context = await newContext(options)
    afterUse(() => context.close())
    return keepRouted(await context.newPage())
  }
  const openSignedIn = async (context: BrowserContext, userName: string, options: BrowserContextOptions): Promise<Page> => {
    const isNewSession = await signIn(context, userName)
    const spare = await takeSparePage(context)
    // The app on it would send the token of the session before.
    if (isNewSession) await spare?.goto('/favicon.svg')
    const page = spare ?? keepRouted(await context.newPage())
    const { baseUrl } = await openDemo()
    afterUse(() => sparePage({ page, viewport: options.viewport ?? WIDE.viewport, baseUrl }))
    return page
  }
  const openPage = async (person: Parameters<TestBrowser['open']>[1], options: BrowserContextOptions): Promise<Page> => {
    if (person === undefined) return await openAnonymously(options)
    const { baseUrl, people } = await openDemo()
    const isKnown = typeof person === 'string'
    const userName = isKnown ? people[person] : person.userName
    const context = await contextOf(JSON.stringify([baseUrl, userName, options]), isKnown ? shared : own, options)
    return await openSignedIn(context, userName, options)
  }
  return {
    async open(path, person, options = {}) {
      await beginOnSteadyDay()
      const page = await openPage(person, options)
      const isStillTrue = isReadOnly && known.has(page) && (await mayLeave(page))
      known.add(page)
      // What the page still gets from before the visit is not of this test.
      page.once('framenavigated', () => {
        collectErrors(page)
        collectAnswers(page)
      })
      await (isStillTrue ? goWithin(page, path) : goTo(page, path))
      return page
    },
    async [Symbol.asyncDispose]() {
      for (const clear of atEnd) await clear()
      await clearSparePage()
      for (const context of own.values()) await (await context).close()
    },
  }
}

/** The test that opened a page last. */
let lastTest: string | undefined

/** Pages and tests count days from today: what a test opens first, it does not open where the day is about to end. */
const beginOnSteadyDay = async (): Promise<void> => {
  const { currentTestName } = expect.getState()
  if (currentTestName === lastTest) return
  lastTest = currentTestName
  await awaitSteadyDay()
}

/** The cookies of users who signed in before, because checking a password takes as long as loading a page. */
const sessions = new Map<string, Awaited<ReturnType<BrowserContext['cookies']>>>()

/** Signs the user in if that is needed, and tells whether it was. */
const signIn = async (context: BrowserContext, userName: string): Promise<boolean> => {
  if ((await context.cookies()).length === 0) await context.addCookies(sessions.get(userName) ?? [])
  if ((await context.request.get('/api/session')).ok()) return false
  const answer = await context.request.post('/api/session', { data: { userName, password: PASSWORD } })
  expect(answer.status()).toBe(201)
  sessions.set(userName, await context.cookies())
  return true
}

/** Allows the user who is signed in on the page to change something. */
export const csrfHeaders = async (page: Page): Promise<Record<string, string>> => {
  const { csrfToken } = (await (await page.request.get('/api/session')).json()) as { csrfToken: string }
  return { 'x-csrf-token': csrfToken }
}

const errors = new WeakMap<Page, string[]>()

const collectErrors = (page: Page): void => {
  const found: string[] = []
  errors.set(page, found)
  page.on('pageerror', (error) => found.push(String(error)))
  page.on('console', (message) => {
    // The browser's own words for an answer such as 404, which tests look at themselves.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) found.push(message.text())
  })
}

export const expectNoErrors = (page: Page): void => expect(errors.get(page)).toEqual([])

let axe: Promise<string> | undefined

/**
 * Scans the page as it is, or the dialog that is open on it, for what WCAG 2.2 A and AA forbid: all of it in the colors that it has,
 * and the colors in the other scheme, light or dark. It stays in that one until the next scan, because changing takes as long as
 * half a scan.
 */
export const expectAccessible = async (page: Page): Promise<void> => {
  await scan(page, ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
  const isDark = await page.evaluate(isShownDark)
  recolored.add(page)
  await page.emulateMedia({ colorScheme: isDark ? 'light' : 'dark' })
  await expect.poll(() => page.evaluate(isShownDark), { interval: 20 }).toBe(!isDark)
  await scan(page, ['color-contrast', 'link-in-text-block'])
}

/** In the app, the guide and the reference; the page for offline follows the device. */
const isShownDark = () =>
  document.documentElement.matches('[data-mantine-color-scheme=dark], .dark') ||
  (document.title.startsWith('Offline') && matchMedia('(prefers-color-scheme: dark)').matches)

const scan = async (page: Page, runOnly: readonly string[]): Promise<void> => {
  axe ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  // Through the debugger, not as a script of the page: its policy would refuse it. The elements are described below.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(`${await axe}; axe.configure({ noHtml: true })`)
  // A canceled request has ended as well.
  await page.evaluate(async () => {
    await Promise.allSettled(document.getAnimations().map((each) => each.finished))
  })
  // Only what is wrong is collected and described, because describing everything that is right takes longer.
  const options = { runOnly, resultTypes: ['violations'], preload: false, elementRef: true }
  const violations = await page.evaluate(`axe
    .run(document.querySelector('[role=dialog]') ?? document, ${JSON.stringify(options)})
    .then(({ violations }) =>
      violations.map(({ id, help, nodes }) => ({
        ...{ id, help },
        nodes: nodes.map(({ element, failureSummary }) => [element.outerHTML, failureSummary]),
      })))`)
  expect(violations).toEqual([])
}

/** Makes the page as narrow as a phone: nothing of it may stand out to the side or be too small for a finger. */
export const expectFitsPhone = async (page: Page): Promise<void> => {
  await page.setViewportSize(PHONE.viewport)
  await page.waitForFunction((width) => document.documentElement.scrollWidth <= width, PHONE.viewport.width)
  await scan(page, ['target-size', 'scrollable-region-focusable'])
}
