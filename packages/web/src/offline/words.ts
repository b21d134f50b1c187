import type { Language } from '../language/language.ts'

interface OfflineWords {
  readonly title: string
  readonly heading: string
  readonly about: string
  readonly asOf: (moment: string) => string
  readonly again: string
  readonly week: string
}

/** The page has all of its words, because it can fetch no file of them. */
export const OFFLINE_WORDS: Readonly<Record<Language, OfflineWords>> = {
  en: {
    title: 'Offline',
    heading: 'You are offline',
    about: 'Rollcall cannot be reached. It opens by itself once it can.',
    asOf: (moment) => `This is your week as of ${moment}. To change it, connect to the network.`,
    again: 'Try again',
    week: 'Your week',
  },
  de: {
    title: 'Offline',
    heading: 'Sie sind offline',
    about: 'Rollcall ist nicht erreichbar. Sobald es wieder erreichbar ist, öffnet es sich von selbst.',
    asOf: (moment) => `Das ist Ihre Woche, Stand ${moment}. Um sie zu ändern, verbinden Sie sich mit dem Netz.`,
    again: 'Erneut versuchen',
    week: 'Ihre Woche',
  },
  fr: {
    title: 'Hors ligne',
    heading: 'Vous êtes hors ligne',
    about: 'Rollcall est injoignable. L’application s’ouvrira d’elle-même dès que possible.',
    asOf: (moment) => `Voici votre semaine, dernière mise à jour\u202f: ${moment}. Pour la modifier, connectez-vous au réseau.`,
    again: 'Réessayer',
    week: 'Votre semaine',
  },
}
