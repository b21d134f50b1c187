import 'virtual:typeface.css'
import './page.css'
import { LANGUAGE } from '../language/language.ts'
import { COLORS, FONT_FAMILY } from '../look/tokens.ts'
import { todayIn } from '../time/days.ts'
import { type KeptDay, readKeptWeek } from './kept-week.ts'
import { OFFLINE_WORDS } from './words.ts'

/** The page that the service worker shows instead of each page that it cannot fetch. It has nothing that could be changed. */
const { style } = document.documentElement
style.setProperty('--font', FONT_FAMILY)
for (const name of ['page', 'raised', 'line', 'text', 'quiet', 'accent'] as const)
  style.setProperty(`--${name}`, `light-dark(${COLORS.light[name]}, ${COLORS.dark[name]})`)
const chosen = localStorage.getItem('mantine-color-scheme-value')
style.colorScheme = chosen === 'light' || chosen === 'dark' ? chosen : 'light dark'

const WORDS = OFFLINE_WORDS[LANGUAGE]
document.documentElement.lang = LANGUAGE
document.title = `${WORDS.title} · Rollcall`
const put = (selector: string, words: string): void => {
  const element = document.querySelector(selector)
  if (element) element.textContent = words
}
put('h1', WORDS.heading)
put('#about', WORDS.about)
put('#again', WORDS.again)
document.querySelector('#week')?.setAttribute('aria-label', WORDS.week)

const SECONDS_BETWEEN_TRIES = 5

const cell = (text: string): HTMLElement => Object.assign(document.createElement('span'), { textContent: text })

const rowOf = ({ day, name, plan, where }: KeptDay): HTMLElement => {
  const row = document.createElement('li')
  // The day of the device, which is the one that its reader means.
  if (day === todayIn()) row.ariaCurrent = 'date'
  row.append(cell(name), cell(plan), cell(where))
  return row
}

const showWeek = async (): Promise<void> => {
  const week = await readKeptWeek()
  const list = document.querySelector('#week') as HTMLElement
  if (!week) return
  const about = document.querySelector('#about') as HTMLElement
  about.textContent = WORDS.asOf(week.asOf)
  list.append(...week.days.map(rowOf))
  list.hidden = false
}

const tryAgain = (): void => window.location.reload()
document.querySelector('#again')?.addEventListener('click', tryAgain)
/** A service that comes back says nothing to browsers, and a network that does (`online`) not that the service answers. */
const openOnceItAnswers = async (): Promise<void> => {
  const answer = await fetch('/readyz', { cache: 'no-store' }).catch(() => undefined)
  if (answer?.ok) tryAgain()
}
setInterval(openOnceItAnswers, SECONDS_BETWEEN_TRIES * 1000)
await showWeek()
