/** What people put between and around names, and mean nothing by. */
const SPACE = '[ ,\\t\\n\\v\\f\\r\\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff]'

const PUNCTUATION = /[\x21-\x2f\x3a-\x40\x5b-\x60\x7b-\x7e]/g

/** With accents as they came, in one character and apart. To do that to each stored text would take ten times as long. */
const variantsOf = (text: string): string[] => [...new Set([text, text.normalize('NFC'), text.normalize('NFD')])]

const escaped = (text: string): string =>
  text.replaceAll(PUNCTUATION, (character) => `\\${character}`).replaceAll(/\s+/g, `${SPACE}+`)

const anyOf = (texts: readonly string[]): string => `(${texts.flatMap(variantsOf).map(escaped).join('|')})`

/** Nothing comes before the beginning. */
const NOTHING = '.^'

/** Texts of fewer letters are found in anything. */
const trimmed = (texts: readonly (string | null)[], minLength: number): string[] =>
  texts.flatMap((text) => text?.trim() ?? []).filter((text) => text.length >= minLength)

/** A regular expression of PostgreSQL that finds texts that are one of these, but for case, spaces and commas: with `~*`. */
export const isOneOf = (texts: readonly (string | null)[]): string => {
  const known = trimmed(texts, 1)
  return known.length === 0 ? NOTHING : `^${SPACE}*${anyOf(known)}${SPACE}*$`
}

/** One that finds these as whole words in any text. */
export const hasOneOf = (texts: readonly (string | null)[]): string => {
  const known = trimmed(texts, 2)
  return known.length === 0 ? NOTHING : `(^|\\W)${anyOf(known)}($|\\W)`
}
