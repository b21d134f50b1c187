/** Characters between and around names that carry no meaning. */
const SPACE = '[ ,\\t\\n\\v\\f\\r\\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff]'

const PUNCTUATION = /[\x21-\x2f\x3a-\x40\x5b-\x60\x7b-\x7e]/g

/**
 * Returns the text as given, with composed and with decomposed accents. Normalizing each stored text instead would take ten times
 * as long.
 */
const variantsOf = (text: string): string[] => [...new Set([text, text.normalize('NFC'), text.normalize('NFD')])]

const escaped = (text: string): string =>
  text.replaceAll(PUNCTUATION, (character) => `\\${character}`).replaceAll(/\s+/g, `${SPACE}+`)

const anyOf = (texts: readonly string[]): string => `(${texts.flatMap(variantsOf).map(escaped).join('|')})`

/** Matches no text. */
const NOTHING = '.^'

/** Drops texts that are too short, because they would match almost anything. */
const trimmed = (texts: readonly (string | null)[], minLength: number): string[] =>
  texts.flatMap((text) => text?.trim() ?? []).filter((text) => text.length >= minLength)

/**
 * Returns a PostgreSQL regular expression that matches texts equal to one of these, ignoring case (with `~*`), spaces and commas.
 */
export const isOneOf = (texts: readonly (string | null)[]): string => {
  const known = trimmed(texts, 1)
  return known.length === 0 ? NOTHING : `^${SPACE}*${anyOf(known)}${SPACE}*$`
}

/** Returns one that finds any of these as whole words within a text. */
export const hasOneOf = (texts: readonly (string | null)[]): string => {
  const known = trimmed(texts, 2)
  return known.length === 0 ? NOTHING : `(^|\\W)${anyOf(known)}($|\\W)`
}
