/** The reader's kind of English, which is what the pages are written in. Systems without one give tags that are none. */
export const LOCALE = navigator.languages.find((language) => /^en(-[A-Za-z]{2})?$/.test(language)) ?? 'en-GB'

const AMOUNT = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 2 })

/** A number with at most two decimals. */
export const showNumber = (value: number): string => AMOUNT.format(value)
