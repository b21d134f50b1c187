import { LANGUAGE, type Language } from './language.ts'

/** Long words of headings, with the places where they may break: browsers hyphenate only languages whose dictionary they have. */
const WORDS: Readonly<Record<Language, readonly string[]>> = {
  en: [],
  de: [
    ...['Anwesenheits|quote', 'Arbeits|platz|tage', 'Arbeits|plätze', 'Begeg|nungs|quote', 'Benutzer|name', 'Mit|glieder'],
    ...['Nicht|erscheinen', 'Präsenz|meldungen', 'Stamm|gebäude', 'Stamm|gruppe', 'Wochen|spitze'],
  ],
  fr: ['Per|sonnes', 'es|pec|tée'],
}

const SOFT_HYPHEN = '\u00AD'
const BREAKS = WORDS[LANGUAGE].map((word) => [word.replaceAll('|', ''), word.replaceAll('|', SOFT_HYPHEN)] as const)

/** The heading with soft hyphens, so that a table with many columns fits. Only for what is shown: no file or request has them. */
export const breakable = (heading: string): string =>
  BREAKS.reduce((text, [plain, broken]) => text.replaceAll(plain, broken), heading)
