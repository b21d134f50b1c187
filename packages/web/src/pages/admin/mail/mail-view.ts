import { msg } from '@lingui/core/macro'
import type { Answer } from '../../../api/call.ts'
import { laterWords } from '../../../language/later-words.ts'

export type Mail = Answer<'listMails'>['items'][number]

export const STATUSES = ['waiting', 'failed', 'sent'] as const
export type MailStatus = (typeof STATUSES)[number]

export interface MailView {
  /** Only mail of this status. */
  readonly status?: MailStatus
}

export const readMailView = ({ status }: Readonly<Record<string, unknown>>): MailView => {
  const known = STATUSES.find((each) => each === status)
  return known ? { status: known } : {}
}

export const STATUS_WORDS: Readonly<Record<MailStatus, string>> = laterWords({
  waiting: msg`Waiting`,
  failed: msg`Failed`,
  sent: msg`Sent`,
})

export const KIND_WORDS: Readonly<Record<Mail['kind'], string>> = laterWords({
  invitation: msg`Invitation`,
  'password-reset': msg`New password: link`,
  'password-changed': msg`Password changed`,
  'passkey-added': msg`Passkey added`,
  'new-sign-in': msg`New sign-in`,
  'check-in-due': msg`Check-in reminder`,
  'booking-released': msg`Released booking`,
  report: msg`Report of a saved view`,
  test: msg`Test`,
})
