import type { Answer } from '../../../api/call.ts'

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

export const STATUS_WORDS: Readonly<Record<MailStatus, string>> = { waiting: 'Waiting', failed: 'Failed', sent: 'Sent' }

export const KIND_WORDS: Readonly<Record<Mail['kind'], string>> = {
  invitation: 'Invitation',
  'password-reset': 'New password: link',
  'password-changed': 'Password changed',
  'passkey-added': 'Passkey added',
  'new-sign-in': 'New sign-in',
  'check-in-due': 'Check-in reminder',
  'booking-released': 'Released booking',
  report: 'Report of a saved view',
  test: 'Test',
}
