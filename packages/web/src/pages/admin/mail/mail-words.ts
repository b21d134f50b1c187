import { msg } from '@lingui/core/macro'
import type { Answer } from '../../../api/call.ts'
import { laterWords } from '../../../language/later-words.ts'
import type { MailStatus } from './mail-view.ts'

export type Mail = Answer<'listMails'>['items'][number]

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
