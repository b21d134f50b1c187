import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { expect, inject, onTestFinished } from 'vitest'
import { launchChromium } from './chromium.ts'
import { PASSWORD, type Person } from './demo.ts'

export interface TestBrowser extends AsyncDisposable {
  /** A page of somebody who is signed in, or of nobody, at 1280 x 800 where nothing else is said. */
  open(path: string, person?: Person, options?: BrowserContextOptions): Promise<Page>
}

const WIDE = { viewport: { width: 1280, height: 800 } }
export const PHONE: BrowserContextOptions = { viewport: { width: 360, height: 740 } }

/** A Chromium of its own. What a page reports as an error, refused by its policy for example, is looked at by `expectNoErrors`. */
export const startBrowser = async (): Promise<TestBrowser> => {
  const browser = await launchChromium(inject('chromium'))
  return {
    open: (path, person, options) => open(browser, path, person, options),
    [Symbol.asyncDispose]: () => browser.close(),
  }
}

/** Cookies of who signed in before: a password takes as long to check as a page to load. */
const sessions = new Map<string, Awaited<ReturnType<BrowserContext['cookies']>>>()

const signIn = async (context: BrowserContext, person: Person): Promise<void> => {
  await context.addCookies(sessions.get(person) ?? [])
  if ((await context.request.get('/api/session')).ok()) return
  const data = { userName: inject('demo').people[person], password: PASSWORD }
  const answer = await context.request.post('/api/session', { data })
  expect(answer.status()).toBe(201)
  sessions.set(person, await context.cookies())
}

/** What stays open goes on asking for news while other tests run. Before all tests of a file there is none to wait for. */
const closeAfterTest = (context: BrowserContext): void => {
  try {
    onTestFinished(() => context.close())
  } catch {
    // Whoever opened it closes it, at the latest with the browser.
  }
}

const errors = new WeakMap<Page, string[]>()

const open = async (browser: Browser, path: string, person?: Person, options: BrowserContextOptions = {}): Promise<Page> => {
  const { baseUrl } = inject('demo')
  const context = await browser.newContext({ baseURL: baseUrl, reducedMotion: 'reduce', ...WIDE, ...options })
  closeAfterTest(context)
  if (person) await signIn(context, person)
  const page = await context.newPage()
  const found: string[] = []
  errors.set(page, found)
  page.on('pageerror', (error) => found.push(String(error)))
  page.on('console', (message) => {
    // The browser's own words for an answer such as 404, which tests look at themselves.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) found.push(message.text())
  })
  await page.goto(path)
  return page
}

export const expectNoErrors = (page: Page): void => expect(errors.get(page)).toEqual([])

let axe: Promise<string> | undefined
interface AxeResults {
  readonly violations: readonly { id: string; help: string; nodes: readonly { html: string; failureSummary?: string }[] }[]
}

/** Scans the page as it is for what WCAG 2.2 A and AA forbid. */
export const expectAccessible = async (page: Page): Promise<void> => {
  axe ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  // Through the debugger, not as a script of the page: its policy would refuse it.
  await page.evaluate(await axe)
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
  const { violations } = (await page.evaluate(`axe.run({ runOnly: ${JSON.stringify(tags)} })`)) as AxeResults
  expect(
    violations.map(({ id, help, nodes }) => ({
      id,
      help,
      nodes: nodes.map(({ html, failureSummary }) => [html, failureSummary]),
    })),
  ).toEqual([])
}
