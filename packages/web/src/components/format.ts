/** All pages are in English, whatever the language of the browser: a comma between thousands, a point before decimals. */
export const LOCALE = 'en'

const AMOUNT = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 2 })

/** A number with at most two decimals. */
export const showNumber = (value: number): string => AMOUNT.format(value)

const PLURALS: Readonly<Record<string, string>> = { person: 'people', entry: 'entries' }

/** The words for this many: `unknown person` for one, `unknown people` otherwise. */
const pluralOf = (count: number, one: string): string => {
  if (count === 1) return one
  const [last = ''] = /\S+$/.exec(one) ?? []
  return one.slice(0, -last.length) + (PLURALS[last] ?? `${last}s`)
}

/** `1 person`, `59 people`, `1,200 desks`. */
export const countOf = (count: number, one: string): string => `${showNumber(count)} ${pluralOf(count, one)}`

interface Named {
  readonly firstName?: string | null
  readonly lastName?: string | null
  readonly userName?: string | null
}

/** First and last name, or the userName of a user without names. */
export const personName = ({ firstName, lastName, userName }: Named): string =>
  [firstName, lastName].filter(Boolean).join(' ') || userName || 'No one'
