import type { RefreshRun } from '@rollcall/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../src/language/language.ts'
import { pseudo } from '../../src/language/pseudo.ts'
import { NAVIGATION } from '../../src/shell/navigation.ts'
import { addMonths, monthName, shortDay, shortWeekday, weekdayName, weekOf } from '../../src/time/days.ts'
import { expectNoErrors, goWithin, startBrowser, type TestBrowser, WIDE } from '../support/browser.ts'
import { loaded } from '../support/loaded.ts'

let browser: TestBrowser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser?.[Symbol.asyncDispose]())

/** A page in this language; options of its own keep it from the pages of other tests. */
const openIn = async (language: string, path: string, locale = 'en-IE'): Promise<Page> => {
  const page = await browser.open('/robots.txt', 'global-administrator', { ...WIDE, locale })
  await page.evaluate((chosen) => localStorage.setItem('rollcall.language', chosen), language)
  await page.goto(path)
  return page
}

/** What people read or hear on the page, apart from code, drawings and what they typed. */
const readWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const texts: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      if (!element || element.closest('code, kbd, pre, style, script, noscript, textarea, time')) continue
      if (element.checkVisibility()) texts.push(node.textContent ?? '')
    }
    for (const element of document.querySelectorAll('[aria-label], [placeholder], [title]'))
      for (const name of ['aria-label', 'placeholder', 'title']) texts.push(element.getAttribute(name) ?? '')
    return texts
  })

/** Texts that are wider than the button, link, heading or label around them, which hides the rest. */
const readCut = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, a, th, label, [role=tab], h1, h2, h3')]
      .flatMap((element) => [element, ...element.querySelectorAll<HTMLElement>('*')])
      .filter((element) => element.checkVisibility() && element.textContent?.endsWith('·'))
      // What only screen readers read is one pixel wide.
      .filter((element) => getComputedStyle(element).overflowX !== 'visible' && element.clientWidth > 1)
      .filter((element) => {
        const text = document.createRange()
        text.selectNodeContents(element)
        return text.getBoundingClientRect().width > element.clientWidth + 1
      })
      .map((element) => element.textContent ?? ''),
  )

/**
 * From now on keeps the answers of the service on the page itself, before the app has them: asked for later, one may
 * be gone, and the next may lack what the page still shows.
 */
const keepAnswers = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const { fetch } = window
    const answers: string[] = []
    Object.assign(window, {
      answers,
      fetch: async (...input: Parameters<typeof fetch>) => {
        const response = await fetch(...input)
        if (response.headers.get('content-type')?.includes('json')) answers.push(await response.clone().text())
        return response
      },
    })
  })
}

/** All words of the kept answers: names of people, places and attributes, the ends of ids, and the service's own sentences. */
const readData = async (page: Page): Promise<Set<string>> => {
  const words = new Set<string>()
  const collect = (value: unknown): void => {
    if (typeof value === 'string') for (const word of wordsOf(shownOf(value))) words.add(word)
    else if (value && typeof value === 'object') for (const each of Object.values(value)) collect(each)
    if (value && typeof value === 'object' && 'attributes' in value) collect(Object.keys(value.attributes ?? {}))
  }
  for (const answer of await page.evaluate<string[]>('answers')) collect(JSON.parse(answer))
  return words
}

/** Pages show only the end of an id, which may begin within what looks like a word. */
const shownOf = (value: string): string =>
  /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(value) ? `${value} ${value.slice(-8)}` : value

const wordsOf = (text: string): string[] => text.match(/\p{L}{2,}/gu) ?? []

/** The same in every language: names of things and formats, units, and what the browser joins lists with. */
const KEPT = /^(?:Rollcall|CSV|PNG|NDJSON|SCIM|OpenID|SAML|JSON|API|UTC|GMT|HTTP|Basic|and|or|min|Ctrl)$/

/** Names of days and months come from the browser; the calendar has the first two letters of weekdays. */
const DATES = new Set([
  ...weekOf('2026-01-05').flatMap((day) => [weekdayName(day), shortWeekday(day), weekdayName(day).slice(0, 2)]),
  ...Array.from({ length: 12 }, (_, month) => addMonths('2026-01-01', month)).flatMap((day) => [
    ...wordsOf(monthName(day)),
    ...wordsOf(shortDay(day)),
  ]),
])

/** Each language is called by its own name; the audit log has those that the pages of other tests change to. */
const NAMES = new Set<string>(Object.values(LANGUAGES))

const isTranslated = (word: string): boolean => /[^a-z]/i.test(word) || KEPT.test(word) || DATES.has(word) || NAMES.has(word)

describe('the words', () => {
  it('are all from the catalog, and fit where they stand when they are two fifths longer', async () => {
    const page = await openIn('pseudo', '/')
    await keepAnswers(page)
    await page.reload()
    for (const { to } of NAVIGATION.flatMap(({ links }) => links)) {
      await goWithin(page, to, pseudo('Page not found'))
      await loaded(page)
      const left = async () => {
        const words = await readWords(page)
        const data = await readData(page)
        return [to, ...words.filter((text) => wordsOf(text).some((word) => !isTranslated(word) && !data.has(word)))]
      }
      await expect.poll(left, { interval: 50 }).toEqual([to])
      expect.soft([to, await readCut(page)]).toEqual([to, []])
    }
    expectNoErrors(page)
  })
})

it('shows everything in the language that is chosen, from then on', async () => {
  const page = await openIn('en', '/profile')
  await page.getByText('Deutsch', { exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Profil', exact: true }).waitFor()
  expect(await page.evaluate(() => [document.documentElement.lang, localStorage.getItem('rollcall.language')])).toEqual([
    'de',
    'de',
  ])
  const preferences = await page.request.get('/api/users/me/mail-preferences')
  expect(await preferences.json()).toMatchObject({ language: 'de' })
  // Its words come in another file.
  await goWithin(page, '/admin/users', 'Seite nicht gefunden')
  await page.getByRole('heading', { level: 1, name: 'Benutzer' }).waitFor()
  await page.goto('/me/time-off')
  await page.getByRole('heading', { level: 1, name: 'Abwesenheit' }).waitFor()

  // The menu of the name has the languages too.
  await page
    .getByRole('banner')
    .getByRole('button', { name: /\w+ \w+/ })
    .last()
    .click()
  await page.getByRole('menuitem', { name: 'Français' }).click()
  await page.waitForFunction(() => document.documentElement.lang === 'fr')
  expect(await (await page.request.get('/api/users/me/mail-preferences')).json()).toMatchObject({ language: 'fr' })
  expectNoErrors(page)
})

it.each([
  ['de', '.'],
  ['fr', '\u202f'],
] as const)('writes numbers of the service as the language does: %s', async (language, mark) => {
  const page = await openIn(language, '/data/refresh-runs')
  const { items } = (await (await page.request.get('/api/refresh-runs?limit=50')).json()) as { items: RefreshRun[] }
  const { runNo, rows } = items.find((run) => run.status === 'succeeded' && run.rows > 999) as RefreshRun
  const heading = page.getByRole('rowheader', { name: String(runNo), exact: true })
  await heading.waitFor()
  const cells = await page.getByRole('row').filter({ has: heading }).getByRole('cell').allTextContents()
  const written = String(rows).replaceAll(/\B(?=(?:\d{3})+$)/g, mark)
  expect(written).toMatch(new RegExp(`^\\d{1,3}[${mark}]\\d{3}`))
  expect(cells).toContain(written)
  expectNoErrors(page)
})

it('begins in the language of the browser, where the app has it', async () => {
  const german = await browser.open('/profile', 'employee', { ...WIDE, locale: 'de-AT' })
  await german.getByRole('heading', { level: 1, name: 'Profil', exact: true }).waitFor()
  const finnish = await browser.open('/profile', 'employee', { ...WIDE, locale: 'fi-FI' })
  await finnish.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
  expectNoErrors(german)
})
