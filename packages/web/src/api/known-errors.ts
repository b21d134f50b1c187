import { msg } from '@lingui/core/macro'
import type { ErrorCode } from '@rollcall/contract'
import { laterWords } from '../language/later-words.ts'

/** What people meet while they plan, book and sign in. The service writes English; all else stays as it wrote it. */
const WORDS: Partial<Readonly<Record<ErrorCode, string>>> = laterWords({
  sign_in_failed: msg`The user name or password is wrong.`,
  sign_in_expired: msg`The sign-in has expired or was completed already. Start again on the sign-in page.`,
  too_many_attempts: msg`Too many sign-in attempts are waiting. Try again in a moment.`,
  account_link_invalid: msg`The link does not work anymore: it works once, for 24 hours. Ask for a new one.`,
  passkey_invalid: msg`The answer of the device cannot be verified. Start again.`,
  role_not_allowed: msg`Your role does not allow this.`,
  name_taken: msg`The name is taken. Choose another one.`,
  precondition_failed: msg`This was changed by someone else meanwhile. Reload the page, then change it again.`,
  desk_taken: msg`The desk is taken on this day. Choose another desk or day.`,
  desk_assigned: msg`The desk is assigned to another person.`,
  zone_full: msg`The zone is full on this day. Choose another zone or day.`,
  bay_taken: msg`The parking space is taken on this day. Choose another one.`,
  no_free_bay: msg`No parking space is free on this day.`,
  space_taken: msg`The room is taken at this time. Choose another room or time.`,
  place_inactive: msg`The place is not in use. Choose another one.`,
  day_closed: msg`The building is closed on this day.`,
  day_in_past: msg`The day is over.`,
  outside_booking_window: msg`The day is too far ahead to book.`,
  not_an_office_day: msg`Plan the day as an office day first.`,
  time_off: msg`On this day you are off, so it cannot be planned here.`,
  internal: msg`Something went wrong on our side. Try again.`,
  unavailable: msg`The service is unavailable right now. Try again in a moment.`,
})

/** An error of the service in the language of the app, if it is a common one. */
export const knownError = (code: string): string | undefined => WORDS[code as ErrorCode]
