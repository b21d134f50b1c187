import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { expect, inject, onTestFinished } from 'vitest'
import { collectAnswers } from './answers.ts'
import { launchChromium } from './chromium.ts'
import { openDemo, PASSWORD, type Person } from './demo.ts'

export interface TestBrowser extends AsyncDisposable {
  /** A page of a signed-in or an anonymous user, at 1280 x 800 unless another size is given. */
  open(path: string, person?: Person | { readonly userName: string }, options?: BrowserContextOptions): Promise<Page>
}

export const WIDE = { viewport: { width: 1280, height: 800 } }
export const PHONE = { viewport: { width: 360, height: 740 } }

/** One for all files that a process runs: it takes longer to start than a page to load, and ends with the process. */
let chromium: Promise<Browser> | undefined

/** Contexts of its own in Chromium. What a page reports as an error, refused by its policy for example, is looked at by `expectNoErrors`. */
export const startBrowser = async (): Promise<TestBrowser> => {
  chromium ??= launchChromium(inject('chromium'))
  const browser = await chromium
  const shared = new Map<string, Promise<BrowserContext>>()
  const contexts: BrowserContext[] = []
  const newContext = async (options: BrowserContextOptions): Promise<BrowserContext> => {
    const { baseUrl } = await openDemo()
    const context = await browser.newContext({ baseURL: baseUrl, reducedMotion: 'reduce', ...WIDE, ...options })
    contexts.push(context)
    return context
  }
  /** One person's pages share what the browser has loaded, as theirs do. */
  const contextOf = (userName: string, options: BrowserContextOptions): Promise<BrowserContext> => {
    const key = JSON.stringify([userName, options])
    const context = shared.get(key) ?? newContext(options)
    shared.set(key, context)
    return context
  }
  const openAnonymously = async (options: BrowserContextOptions): Promise<Page> => {
    const context = await newContext(options)
    afterTest(() => context.close())
    return context.newPage()
  }
  /** Pages that tests have left: a new one, with a process of its own, costs as much again as what is shown on it. */
  const left = new Map<BrowserContext, Page[]>()
  const openSignedIn = async (userName: string, options: BrowserContextOptions): Promise<Page> => {
    const context = await contextOf(userName, options)
    await signIn(context, userName)
    const pages = left.get(context) ?? []
    left.set(context, pages)
    const page = pages.pop() ?? (await context.newPage())
    afterTest(async () => {
      if (page.isClosed()) return
      await leave(page, options)
      pages.push(page)
    })
    return page
  }
  return {
    async open(path, person, options = {}) {
      const userName = typeof person === 'string' ? (await openDemo()).people[person] : person?.userName
      const page = await (userName === undefined ? openAnonymously(options) : openSignedIn(userName, options))
      collectErrors(page)
      collectAnswers(page)
      await page.goto(path)
      return page
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(contexts.map((context) => context.close()))
    },
  }
}

/** The cookies of users who signed in before, because checking a password takes as long as loading a page. */
const sessions = new Map<string, Awaited<ReturnType<BrowserContext['cookies']>>>()

const signIn = async (context: BrowserContext, userName: string): Promise<void> => {
  if ((await context.cookies()).length === 0) await context.addCookies(sessions.get(userName) ?? [])
  if ((await context.request.get('/api/session')).ok()) return
  const answer = await context.request.post('/api/session', { data: { userName, password: PASSWORD } })
  expect(answer.status()).toBe(201)
  sessions.set(userName, await context.cookies())
}

/** Closes pages that would keep polling while other tests run. Pages that all tests of a file share stay until their context is closed. */
const afterTest = (clear: () => Promise<void>): void => {
  try {
    onTestFinished(clear)
  } catch {
    // In `beforeAll` there is no test to wait for.
  }
}

/** Clears the page after a test. */
const leave = async (page: Page, { viewport }: BrowserContextOptions): Promise<void> => {
  for (const event of ['console', 'pageerror', 'request', 'response'] as const) page.removeAllListeners(event)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.goto('/favicon.svg')
  await page.evaluate('sessionStorage.clear()')
  await page.emulateMedia({ colorScheme: null })
  await page.setViewportSize(viewport ?? WIDE.viewport)
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
interface AxeResults {
  readonly violations: readonly { id: string; help: string; nodes: readonly { html: string; failureSummary?: string }[] }[]
}

/**
 * Scans the page as it is, or the dialog that is open on it, for what WCAG 2.2 A and AA forbid: all of it in light colors, and the
 * colors in dark ones.
 */
export const expectAccessible = async (page: Page): Promise<void> => {
  await scan(page, ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.waitForFunction(() => document.documentElement.dataset.mantineColorScheme === 'dark')
  await scan(page, ['color-contrast', 'link-in-text-block'])
  await page.emulateMedia({ colorScheme: 'light' })
}

const scan = async (page: Page, runOnly: readonly string[]): Promise<void> => {
  axe ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  // Through the debugger, not as a script of the page: its policy would refuse it.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(await axe)
  // A canceled request has ended as well.
  await page.evaluate(async () => {
    await Promise.allSettled(document.getAnimations().map((each) => each.finished))
  })
  // Only violations are collected, because describing the passing elements takes longer.
  const options = { runOnly, resultTypes: ['violations'], preload: false }
  const { violations } = (await page.evaluate(
    `axe.run(document.querySelector('[role=dialog]') ?? document, ${JSON.stringify(options)})`,
  )) as AxeResults
  expect(
    violations.map(({ id, help, nodes }) => ({
      id,
      help,
      nodes: nodes.map(({ html, failureSummary }) => [html, failureSummary]),
    })),
  ).toEqual([])
}

/** Makes the page as narrow as a phone: nothing of it may stand out to the side or be too small for a finger. */
export const expectFitsPhone = async (page: Page): Promise<void> => {
  await page.setViewportSize(PHONE.viewport)
  await page.waitForFunction((width) => document.documentElement.scrollWidth <= width, PHONE.viewport.width)
  await scan(page, ['target-size', 'scrollable-region-focusable'])
}
