import { MAIL_LANGUAGES, type MailLanguage, type PushKind } from '@rollcall/contract'
import type { ClaimedPush } from './push-store.ts'

/** What a notification says, and the page that a click opens. */
interface PushContent {
  readonly title: string
  readonly body: string
  readonly path: string
}

/** Facts as the text names them. */
interface Facts {
  /** The time of the building. */
  readonly time: string
  /** The desk or zone and its building, or only the building. */
  readonly place: string
  readonly day: string
  /** The day in words. */
  readonly date: string
  /** The name of the event. */
  readonly event: string
  /** The name of the view of a report, and its id. */
  readonly view: string
  readonly reportId: string
  /** From where someone signed in. */
  readonly address: string
}

type Texts = Readonly<Record<PushKind, (facts: Facts) => readonly [title: string, body: string]>>

const TEXTS: Readonly<Record<MailLanguage, Texts>> = {
  en: {
    'check-in-due': ({ time, place }) => [`Check in by ${time}`, `Or else your booking is released for others: ${place}.`],
    'booking-released': ({ time, place }) => ['Your booking was released', `${place}: not confirmed by ${time}.`],
    'booking-lost': ({ date, place }) => [`You lost your booking on ${date}`, `${place}. Look why, and choose another desk.`],
    'event-invitation': ({ event, date, time, place }) => [`Invitation to ${event}`, `${date}, ${time}, ${place}`],
    'new-sign-in': ({ address }) => ['A new sign-in', `From ${address}. Was it not you? Change your password.`],
    report: ({ view }) => [`Your report is ready: ${view}`, 'Open it to see the numbers.'],
    'event-canceled': ({ event, date, time, place }) => [`Canceled: ${event}`, `It was planned for ${date}, ${time}, ${place}.`],
  },
  de: {
    'check-in-due': ({ time, place }) => [
      `Checken Sie bis ${time} Uhr ein`,
      `Sonst wird Ihre Buchung für andere freigegeben: ${place}.`,
    ],
    'booking-released': ({ time, place }) => ['Ihre Buchung wurde freigegeben', `${place}: bis ${time} Uhr nicht bestätigt.`],
    'booking-lost': ({ date, place }) => [
      `Ihre Buchung am ${date} ist entfallen`,
      `${place}. Sehen Sie nach, warum, und wählen Sie einen anderen Arbeitsplatz.`,
    ],
    'event-invitation': ({ event, date, time, place }) => [`Einladung: ${event}`, `${date}, ${time}, ${place}`],
    'new-sign-in': ({ address }) => ['Eine neue Anmeldung', `Von ${address}. Waren Sie es nicht? Ändern Sie Ihr Passwort.`],
    report: ({ view }) => [`Ihr Bericht ist fertig: ${view}`, 'Öffnen Sie ihn für die Zahlen.'],
    'event-canceled': ({ event, date, time, place }) => [`Abgesagt: ${event}`, `Geplant war: ${date}, ${time}, ${place}.`],
  },
  fr: {
    'check-in-due': ({ time, place }) => [
      `Confirmez votre arrivée avant ${time}`,
      `Sinon, votre réservation sera libérée pour d’autres\u202f: ${place}.`,
    ],
    'booking-released': ({ time, place }) => ['Votre réservation a été libérée', `${place}\u202f: non confirmée avant ${time}.`],
    'booking-lost': ({ date, place }) => [
      `Vous avez perdu votre réservation du ${date}`,
      `${place}. Voyez pourquoi et choisissez un autre poste.`,
    ],
    'event-invitation': ({ event, date, time, place }) => [`Invitation\u202f: ${event}`, `${date}, ${time}, ${place}`],
    'new-sign-in': ({ address }) => [
      'Une nouvelle connexion',
      `Depuis ${address}. Ce n’était pas vous\u202f? Changez votre mot de passe.`,
    ],
    report: ({ view }) => [`Votre rapport est prêt\u202f: ${view}`, 'Ouvrez-le pour voir les chiffres.'],
    'event-canceled': ({ event, date, time, place }) => [
      `Annulé\u202f: ${event}`,
      `Il était prévu le ${date}, ${time}, ${place}.`,
    ],
  },
}

const PATHS: Readonly<Record<PushKind, (facts: Facts) => string>> = {
  'check-in-due': () => '/me',
  'booking-released': () => '/me',
  'booking-lost': ({ day }) => `/me/desk?day=${day}`,
  'event-invitation': () => '/me/events',
  'event-canceled': () => '/me/events',
  'new-sign-in': () => '/profile',
  report: ({ reportId }) => `/analytics/reports/${reportId}`,
}

const DATES = Object.fromEntries(
  MAIL_LANGUAGES.map((language) => [
    language,
    new Intl.DateTimeFormat(language, { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' }),
  ]),
)
/** Names may be long, and a message has 4 kB at most, of which the device shows two lines. */
const MAX_NAME = 80
const short = (text: string): string => (text.length > MAX_NAME ? `${text.slice(0, MAX_NAME - 1)}…` : text)

/** Writes a notification in the language of its reader. */
export const pushContent = ({ kind, details, language }: Pick<ClaimedPush, 'kind' | 'details' | 'language'>): PushContent => {
  const known = MAIL_LANGUAGES.find((each) => each === language) ?? MAIL_LANGUAGES[0]
  const { day, time, node, building, event, view, reportId, address } = details
  const facts: Facts = {
    time: time ?? '',
    place: [node, building].flatMap((name) => (name ? [short(name)] : [])).join(', '),
    day: day ?? '',
    date: day ? (DATES[known]?.format(new Date(`${day}T00:00Z`)) ?? day) : '',
    event: short(event ?? ''),
    view: short(view ?? ''),
    reportId: reportId ?? '',
    address: address ?? '',
  }
  const [title, body] = TEXTS[known][kind](facts)
  return { title, body, path: PATHS[kind](facts) }
}
