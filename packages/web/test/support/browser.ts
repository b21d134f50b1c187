import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { type DemoService, PASSWORD } from './demo-service.ts'

export type Person = keyof DemoService['people']

export interface TestBrowser extends AsyncDisposable {
  /** A page of somebody who is signed in, or of nobody, at 1280 x 800 where nothing else is said. */
  open(path: string, person?: Person, options?: BrowserContextOptions): Promise<Page>
}

const WIDE = { viewport: { width: 1280, height: 800 } }
export const PHONE: BrowserContextOptions = { viewport: { width: 360, height: 740 } }

/** A Chromium of its own. What a page reports as an error, refused by its policy for example, is looked at by `expectNoErrors`. */
export const startBrowser = async (): Promise<TestBrowser> => {
  const browser = await chromium.launch({ executablePath: inject('chromiumPath'), args: ['--no-sandbox', '--disable-gpu'] })
  return {
    open: (path, person, options) => open(browser, path, person, options),
    [Symbol.asyncDispose]: () => browser.close(),
  }
}

const errors = new WeakMap<Page, string[]>()

const open = async (browser: Browser, path: string, person?: Person, options: BrowserContextOptions = {}): Promise<Page> => {
  const { baseUrl, people } = inject('demo')
  const context = await browser.newContext({ baseURL: baseUrl, reducedMotion: 'reduce', ...WIDE, ...options })
  if (person) {
    const answer = await context.request.post('/api/session', { data: { userName: people[person], password: PASSWORD } })
    expect(answer.status()).toBe(201)
  }
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
