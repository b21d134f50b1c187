import { ERRORS, type ErrorCode } from '@rollcall/contract'
import { expect, it } from 'vitest'
import { isForPrograms } from './for-programs.ts'

it('sentences of the service that name parts of its API are not for people', () => {
  const areForPrograms: readonly (readonly [ErrorCode, string?])[] = [
    ...(
      ['invalid_body', 'invalid_parameter', 'sign_in_failed', 'session_missing', 'precondition_failed', 'name_taken'] as const
    ).map((code) => [code, ERRORS[code].detail] as const),
    ['invalid_body'],
    ['role_not_allowed', ERRORS.role_not_allowed.detail],
    ['role_not_allowed', 'This is for the host, and for: workplace-administrator or global-administrator.'],
    ['day_in_past', 'Choose today or later; past days are for: workplace-administrator or global-administrator.'],
    ['entity_not_found', 'There is no location with the id in locationId.'],
    ['unavailable', 'Too much is being submitted at once. Send the same call again after Retry-After.'],
    ['booked_elsewhere', 'D-2 is booked today, not D-3. Send move: true to move.'],
  ]
  for (const [code, detail] of areForPrograms) expect([code, isForPrograms(code, detail)]).toEqual([code, true])
})

it('sentences that say to people what is in the way stay', () => {
  const areForPeople: readonly (readonly [ErrorCode, string?])[] = [
    ...(['desk_taken', 'zone_full', 'day_in_past', 'outside_booking_window', 'last_administrator'] as const).map(
      (code) => [code, ERRORS[code].detail] as const,
    ),
    ['role_not_allowed', 'This is for global administrators. Your roles: employee.'],
    ['conflict', 'You have 20 favorite desks already. Remove one first.'],
    ['range_too_large', 'endDate may be at most 30 days after startDate.'],
    ['rate_limited'],
    ['sign_in_failed', 'This passkey does not sign in here. Sign in with your password, or ask an administrator for a link.'],
  ]
  for (const [code, detail] of areForPeople) expect([code, isForPrograms(code, detail)]).toEqual([code, false])
})
