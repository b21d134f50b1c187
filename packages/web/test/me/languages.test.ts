import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../src/language/language.ts'
import { pseudo } from '../../src/language/pseudo.ts'
import { NAVIGATION } from '../../src/shell/navigation.ts'
import { addMonths, monthName, shortDay, shortWeekday, weekdayName, weekOf } from '../../src/time/days.ts'
import { expectNoErrors, goWithin, startBrowser, type TestBrowser, WIDE } from '../support/browser.ts'

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

/** Waits until nothing on the page is on its way. */
const settled = async (page: Page): Promise<void> => {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForFunction(() => !document.querySelector('main [role=status][aria-label]'))
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

/** All words of the answers of the service: names of people, places and attributes, and its own sentences. */
const collectData = (page: Page): Set<string> => {
  const words = new Set<string>()
  const collect = (value: unknown): void => {
    if (typeof value === 'string') for (const word of wordsOf(value)) words.add(word)
    else if (value && typeof value === 'object') for (const each of Object.values(value)) collect(each)
    if (value && typeof value === 'object' && 'attributes' in value) collect(Object.keys(value.attributes ?? {}))
  }
  page.on('response', async (response) => {
    if (!response.headers()['content-type']?.includes('json')) return
    // The browser may no longer have the answer when it is asked for it.
    const isRead = response.request().method() === 'GET'
    const again = async () => (isRead ? (await page.request.get(response.url())).json() : null)
    collect(
      await response
        .json()
        .catch(again)
        .catch(() => null),
    )
  })
  return words
}

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
    const data = collectData(page)
    await page.reload()
    for (const { to } of NAVIGATION.flatMap(({ links }) => links)) {
      await goWithin(page, to, pseudo('Page not found'))
      await settled(page)
      const left = async () => {
        const words = await readWords(page)
        return [to, ...words.filter((text) => wordsOf(text).some((word) => !isTranslated(word) && !data.has(word)))]
      }
      // An answer may still be on its way to `data`.
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
  expectNoErrors(page)
})

it('begins in the language of the browser, where the app has it', async () => {
  const german = await browser.open('/profile', 'employee', { ...WIDE, locale: 'de-AT' })
  await german.getByRole('heading', { level: 1, name: 'Profil', exact: true }).waitFor()
  const finnish = await browser.open('/profile', 'employee', { ...WIDE, locale: 'fi-FI' })
  await finnish.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
  expectNoErrors(german)
})
