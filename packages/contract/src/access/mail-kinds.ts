interface Kind {
  /** Completes the sentence "Mail about …". */
  readonly about: string
  /** Whether people get it whether they want it or not, because they could not use their account safely without. */
  readonly isNecessary: boolean
}

/** Everything that people are mailed about. */
export const MAIL_KINDS = {
  invitation: { about: 'an invitation to choose the password of a new account', isNecessary: true },
  'password-reset': { about: 'a link to choose a new password', isNecessary: true },
  'password-changed': { about: 'a password that was changed', isNecessary: true },
  'passkey-added': { about: 'a passkey that was added', isNecessary: true },
  'new-sign-in': { about: 'a sign-in from an address and a browser that are new', isNecessary: false },
  'check-in-due': { about: 'a booking that is released soon unless it is confirmed', isNecessary: false },
  'booking-released': { about: 'a booking that was released because it was not confirmed', isNecessary: false },
  report: { about: 'a report of a saved view that you subscribed to', isNecessary: false },
  test: { about: 'a test that an administrator asked for', isNecessary: true },
} as const satisfies Record<string, Kind>

export type MailKind = keyof typeof MAIL_KINDS
export const MAIL_KIND_NAMES = Object.keys(MAIL_KINDS) as MailKind[]

export { MAIL_LANGUAGES, type MailLanguage } from '../languages.ts'

/** The attempts to send a mail end after this time. */
export const MAIL_GIVES_UP_HOURS = 24
/** How long administrators see mail that was sent or given up. */
export const MAIL_KEPT_DAYS = 30
