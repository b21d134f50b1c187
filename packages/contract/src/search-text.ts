/** Letters that have no decomposition, as people type them without knowing the language. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ı: 'i' },
  // The sigma at the end of a word, which JavaScript chooses by itself.
  ς: 'σ',
}

const isPlain = (text: string): boolean => !/[^\0-\x7f]/.test(text)

/**
 * Returns the text as searches compare it: without the differences of letter case, accents and width, so that ramirez and Ramírez are
 * the same. The service does the same by a function of the database of this name.
 */
export const searchText = (text: string): string =>
  isPlain(text)
    ? text.toLowerCase()
    : text
        .normalize('NFKD')
        .toLowerCase()
        .replaceAll(/[ßæœøłđðħıς]/g, (letter) => LETTERS[letter] as string)
        .replaceAll(/[\u0300-\u036f]/g, '')
