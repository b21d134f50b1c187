/** The languages of the app, in their own words. */
export const LANGUAGES = { en: 'English', de: 'Deutsch', fr: 'Français' } as const
export type Language = keyof typeof LANGUAGES

const KEY = 'rollcall.language'

export const isLanguage = (value: unknown): value is Language => typeof value === 'string' && Object.hasOwn(LANGUAGES, value)

/** A kiosk screen has the language of its address, which follows what the service says. */
const ofLink = (): string | null =>
  window.location.pathname === '/kiosk' ? new URLSearchParams(window.location.search).get('language') : null

const kept = typeof window === 'undefined' ? null : (ofLink() ?? localStorage.getItem(KEY))

/** English with accents, to see what was not translated and what longer words do to a page. */
export const IS_PSEUDO = kept === 'pseudo'

/** What was chosen in this browser, or the first language of its own that the app has. */
const languageOf = (kept: string | null, ofBrowser: readonly string[]): Language =>
  [kept, ...ofBrowser].map((tag) => tag?.slice(0, 2)).find(isLanguage) ?? 'en'

/**
 * The language of everything that is shown, numbers and dates too. It stays the same until the page is loaded again, so that words
 * and formats can be constants.
 */
export const LANGUAGE: Language = typeof window === 'undefined' ? 'en' : languageOf(kept, navigator.languages)

/** Loads a kiosk screen again if it has another language by now; null: that of the browser. */
export const showScreenIn = (language: string | null): void => {
  if (IS_PSEUDO || language === ofLink() || (language !== null && !isLanguage(language))) return
  const search = language === null ? '' : `?${new URLSearchParams({ language })}`
  window.location.replace(`/kiosk${search}${window.location.hash}`)
}

/** Shows everything in this language from now on, in this browser. */
export const chooseLanguage = (language: Language): void => {
  localStorage.setItem(KEY, language)
  window.location.reload()
}
