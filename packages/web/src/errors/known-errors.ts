import { msg, t } from '@lingui/core/macro'
import type { ErrorCode } from '@rollcall/contract'
import { LANGUAGE } from '../language/language.ts'
import { laterWords } from '../language/later-words.ts'
import { isForPrograms } from './for-programs.ts'
import { WITH_DETAIL } from './with-detail.ts'

/**
 * Each error of the service. It writes English, which stays as it is for readers of English unless it is for programs, and for
 * codes that are newer than the app.
 */
export const ERROR_WORDS: Readonly<Record<ErrorCode, string>> = laterWords({
  sign_in_failed: msg`The user name or password is wrong.`,
  sign_in_expired: msg`The sign-in has expired or was completed already. Start again on the sign-in page.`,
  sign_in_refused: msg`The sign-in with the identity provider is refused. Ask an administrator of your organization.`,
  single_sign_on_required: msg`Sign in with the identity provider of your organization.`,
  provider_answer_invalid: msg`The answer of the identity provider is not valid. Start again on the sign-in page.`,
  provider_unavailable: msg`The identity provider cannot be reached. Try again in a few minutes.`,
  break_glass_missing: msg`Passwords can be turned off only while a global administrator has a password and a break-glass account.`,
  session_missing: msg`You are not signed in.`,
  session_invalid: msg`The session has ended. Sign in again.`,
  csrf_token_invalid: msg`This page belongs to another session. Reload it.`,
  logout_token_invalid: msg`The logout token is not valid.`,
  too_many_attempts: msg`Too many sign-in attempts are waiting. Try again in a moment.`,
  account_link_invalid: msg`The link does not work anymore: it works once, for 24 hours. Ask for a new one.`,
  unsubscribe_link_invalid: msg`The link does not work. Sign in and choose under your profile which mail you want.`,
  screen_link_invalid: msg`The link of the kiosk screen was revoked, has expired or is incomplete. An administrator can create another one.`,
  set_up_code_invalid: msg`The set-up code is wrong. Copy it from the link that the service printed at its first start.`,
  set_up_done: msg`The organization is already set up. Ask a global administrator for an account.`,
  passkey_invalid: msg`The answer of the device cannot be verified. Start again.`,
  passkeys_unavailable: msg`Passkeys cannot be used here. Sign in with a password, or ask the operator of this service.`,
  mail_unavailable: msg`Mail cannot be sent: there is no mail server, or the person has no e-mail address. Copy a link and pass it on.`,
  push_unavailable: msg`Devices are not notified here: the operator of this service has not set it up.`,
  role_not_allowed: msg`Your role does not allow this.`,
  last_administrator: msg`The organization would have no global administrator left. Give the role to another person first.`,
  credentials_missing: msg`Credentials are missing.`,
  credentials_invalid: msg`The credentials are not valid.`,
  wrong_scheme: msg`This is the wrong kind of credentials for the address.`,
  token_invalid: msg`The token is not valid.`,
  token_expired: msg`The token has expired.`,
  basic_not_enabled: msg`The key does not allow Basic authentication.`,
  hmac_not_enabled: msg`The key does not allow authentication by token.`,
  blocked: msg`The key is blocked. Ask the operator of this service.`,
  key_expired: msg`The key has expired. An administrator can rotate it.`,
  key_rotation_limit: msg`Two keys of this rotation are live already. Revoke the older one first.`,
  rate_limited: msg`There were too many calls. Try again in a moment.`,
  too_many_streams: msg`Too many live pages are open. Close one of them, then try again.`,
  invalid_json: msg`What was sent is not valid JSON.`,
  invalid_text: msg`The text contains characters that cannot be stored. Remove them.`,
  invalid_body: msg`Something that was entered is not valid. Nothing was changed.`,
  invalid_parameter: msg`Something that was asked for is not valid.`,
  invalid_request: msg`This is not possible in this form.`,
  unknown_parameter: msg`The address asks for something that is not known.`,
  range_too_large: msg`These are too many days. Choose fewer.`,
  cursor_of_another_timeline: msg`The service was restored from a backup, and this place in the change feed is from before. Start from the beginning.`,
  body_too_large: msg`This is too large to be sent: at most 8 MiB are possible.`,
  headers_too_large: msg`The address is too long. Choose fewer things at a time.`,
  unsupported_media_type: msg`The kind of file is not supported.`,
  unsupported_encoding: msg`The encoding of what was sent is not supported.`,
  not_acceptable: msg`None of the accepted formats is available.`,
  not_found: msg`This address does not exist.`,
  method_not_allowed: msg`This cannot be done at this address.`,
  entity_not_found: msg`This does not exist, or not anymore.`,
  name_taken: msg`The name is taken. Choose another one.`,
  conflict: msg`This does not fit the current state.`,
  precondition_failed: msg`This was changed by someone else meanwhile. Reload the page, then change it again.`,
  import_guard: msg`The import guard rejects a change of this size. Nothing was changed.`,
  group_origin: msg`The group can be changed only where it comes from.`,
  user_origin: msg`The person comes from a provider. Change them in the directory that provisions them.`,
  user_inactive: msg`The person is inactive. Only active people can plan, book and sign in.`,
  user_erased: msg`The person was erased, and cannot be changed or restored.`,
  event_private: msg`The event is private. Only its organizer and the invited people see who is invited.`,
  desk_taken: msg`The desk is taken on this day. Choose another desk or day.`,
  desk_assigned: msg`The desk is assigned to another person.`,
  zone_full: msg`The zone is full on this day. Choose another zone or day.`,
  zone_kind_in_use: msg`The zone has bookings from today on. Cancel or move them first.`,
  zone_capacity_in_use: msg`The zone has more bookings than the new capacity. Cancel or move some first.`,
  bay_taken: msg`The parking space is taken on this day. Choose another one.`,
  no_free_bay: msg`No parking space is free on this day.`,
  space_taken: msg`The room is taken at this time. Choose another room or time.`,
  place_inactive: msg`The place is not in use. Choose another one.`,
  day_closed: msg`The building is closed on this day.`,
  day_in_past: msg`The day is over.`,
  outside_booking_window: msg`The day is too far ahead to book.`,
  check_in_not_today: msg`A booking is confirmed on its own day.`,
  nothing_booked: msg`Nothing is booked on this day. Book first.`,
  booked_elsewhere: msg`There is another booking on this day already.`,
  not_an_office_day: msg`Plan the day as an office day first.`,
  time_off: msg`On this day you are off, so it cannot be planned here.`,
  internal: msg`Something went wrong on our side. Try again.`,
  unavailable: msg`The service is unavailable right now. Try again in a moment.`,
})

/** An error of the service in the language of the app; undefined for a code that is newer than the app. */
export const knownError = (code: string, detail?: string): string | undefined => {
  const words = Object.hasOwn(ERROR_WORDS, code) ? ERROR_WORDS[code as ErrorCode] : undefined
  return words && detail && WITH_DETAIL.has(code) ? t`${words} The service says: “${detail}”` : words
}

/** The error as the app says it; undefined where people read what the service says. */
export const errorForPeople = (code: string, detail?: string): string | undefined =>
  LANGUAGE === 'en' && !isForPrograms(code, detail) ? undefined : knownError(code, detail)
