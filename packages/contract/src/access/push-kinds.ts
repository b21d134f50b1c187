import { MAIL_KINDS } from './mail-kinds.ts'

interface Kind {
  /** Completes the sentence "Notifications about …". */
  readonly about: string
  /** How long it is of use: a push service that cannot deliver it by then drops it. */
  readonly hours: number
  /** Whether the push service wakes a device for it that saves its battery (RFC 8030 §5.3). */
  readonly isUrgent: boolean
}

/** Everything that devices of people show. What is also mailed has the same name. */
export const PUSH_KINDS = {
  'check-in-due': { about: MAIL_KINDS['check-in-due'].about, hours: 1, isUrgent: true },
  'booking-released': { about: MAIL_KINDS['booking-released'].about, hours: 12, isUrgent: false },
  'booking-lost': {
    about: 'a booking that others canceled, for example because the building is closed',
    hours: 72,
    isUrgent: false,
  },
  'event-invitation': { about: 'an invitation to a workplace event', hours: 72, isUrgent: false },
  'new-sign-in': { about: MAIL_KINDS['new-sign-in'].about, hours: 24, isUrgent: true },
  report: { about: MAIL_KINDS.report.about, hours: 24, isUrgent: false },
  'event-canceled': { about: 'a workplace event that you accepted and that is canceled', hours: 72, isUrgent: false },
} as const satisfies Record<string, Kind>

export type PushKind = keyof typeof PUSH_KINDS
export const PUSH_KIND_NAMES = Object.keys(PUSH_KINDS) as PushKind[]

/** Browsers of one person that are notified. */
export const MAX_PUSH_DEVICES = 10
/** A device on which the person has not opened the app for so long is notified no more. */
export const PUSH_DEVICE_KEPT_DAYS = 90
