/**
 * The only table of error codes (contract §1). `code` is stable and part of the API: codes are added, never renamed. `detail` is
 * the default; a throw site may pass a more specific one.
 */
interface ErrorEntry {
  status: number
  title: string
  detail: string
}

const entry = (status: number, title: string, detail: string): ErrorEntry => ({ status, title, detail })

export const ERRORS = {
  invalid_json: entry(400, 'The body is not valid JSON', 'Send one JSON document encoded as UTF-8.'),
  invalid_text: entry(
    400,
    'The body contains text that cannot be stored',
    'Remove NUL characters (\\u0000) and unpaired surrogates from the strings listed in `errors`.',
  ),
  invalid_body: entry(
    400,
    'The body does not match the schema',
    'Nothing was changed. Fix the fields listed in `errors` and send the call again.',
  ),
  invalid_parameter: entry(400, 'A query parameter is not valid', 'Fix the parameters listed in `errors`.'),
  unknown_parameter: entry(
    400,
    'A query parameter is not known',
    'Remove the parameter, or correct its name: `errors` lists the closest known name.',
  ),
  range_too_large: entry(
    400,
    'The range of days is too large',
    'Request fewer days at a time: `detail` gives the limit and the next range to request.',
  ),
  cursor_of_another_timeline: entry(
    400,
    'The cursor belongs to another timeline of the change feed',
    'An older backup of the service was restored after this cursor was issued. Call without a cursor. Then load everything again, or compare each segment with your copy by revision, rowCount and sha256, read the segments that differ, and delete those that are not listed. `rollcall load incremental` does this automatically.',
  ),
  passkey_invalid: entry(
    400,
    'The answer of the device cannot be verified',
    'Start again. A challenge works for five minutes, at the address of the web app.',
  ),
  invalid_request: entry(400, 'The request is not valid', 'Check the request against the reference at /docs.'),
  credentials_missing: entry(
    401,
    'Credentials are missing',
    'Send an Authorization header: a Bearer token on this path, or Basic credentials on the same path with /basic.',
  ),
  wrong_scheme: entry(
    401,
    'The wrong authentication scheme for this path',
    'Plain paths take a Bearer token; the same path followed by /basic takes Basic credentials.',
  ),
  credentials_invalid: entry(
    401,
    'The credentials are not valid',
    'Check the key id, its secret and, for a hash, that your clock is within 300 s of ours. A revoked key stays invalid.',
  ),
  token_invalid: entry(401, 'The token is not valid', 'Get a new token from POST /v1/auth or POST /v1/auth/token.'),
  token_expired: entry(401, 'The token has expired', 'Get a new token from POST /v1/auth or POST /v1/auth/token.'),
  session_missing: entry(
    401,
    'Not signed in',
    'Sign in with POST /api/session and send its cookie, or send a bearer token of a key that has all permissions.',
  ),
  session_invalid: entry(401, 'The session has ended', 'Sign in again with POST /api/session.'),
  sign_in_failed: entry(
    401,
    'The user name or password is wrong',
    'Check both. If several organizations share this service, send the name of yours in `organization`.',
  ),
  sign_in_expired: entry(
    400,
    'The sign-in has expired, was completed already, or started in another browser',
    'Start again on the sign-in page.',
  ),
  logout_token_invalid: entry(
    400,
    'The logout token is not valid',
    'Send a logout token of this provider that was not used before (OpenID Connect Back-Channel Logout 1.0 §2.4).',
  ),
  sign_in_refused: entry(
    403,
    'The sign-in with the identity provider is refused',
    'Ask an administrator of your organization: `detail` says why.',
  ),
  provider_answer_invalid: entry(
    403,
    'The answer of the identity provider is not valid',
    'Start again on the sign-in page. If it happens again, an administrator should test the identity provider.',
  ),
  set_up_code_invalid: entry(
    403,
    'The set-up code is wrong',
    'Copy it from the link that the service printed at its first start, or print it again: npx rollcall org set-up.',
  ),
  account_link_invalid: entry(
    403,
    'The link does not work',
    'It works once, for 24 hours, and ends when the password changes. Ask for a new one at the sign-in, or ask an administrator.',
  ),
  unsubscribe_link_invalid: entry(403, 'The link does not work', 'Sign in and choose under your profile which mail you want.'),
  screen_link_invalid: entry(
    401,
    'The link of the kiosk screen does not work',
    'It was revoked, has expired or is incomplete. An administrator can create another one.',
  ),
  csrf_token_invalid: entry(
    403,
    'The CSRF token is missing or belongs to another session',
    'Send the csrfToken from GET /api/session in the X-CSRF-Token header.',
  ),
  role_not_allowed: entry(
    403,
    'Your role does not allow this operation',
    'Use one of the roles that the reference lists for this operation.',
  ),
  event_private: entry(403, 'The event is private', 'Only the organizer and the invitees can see who is invited.'),
  basic_not_enabled: entry(
    403,
    'Basic authentication is not enabled for this key',
    'Use a bearer token on the path without /basic, or ask an administrator for a key that allows basic.',
  ),
  hmac_not_enabled: entry(
    403,
    'Token authentication is not enabled for this key',
    'Use Basic credentials on the path with /basic, or ask an administrator for a key that allows hmac.',
  ),
  blocked: entry(403, 'The key is blocked', 'Contact the operator of this service.'),
  key_expired: entry(403, 'The key has expired', 'Ask an administrator to rotate the key.'),
  not_found: entry(404, 'The path does not exist', 'Check the path against the reference at /docs.'),
  entity_not_found: entry(404, 'The entity does not exist', 'Check the id.'),
  method_not_allowed: entry(405, 'The method is not allowed on this path', 'Use one of the methods in the Allow header.'),
  not_acceptable: entry(406, 'None of the accepted formats is available', 'Send Accept: application/json, or omit the header.'),
  conflict: entry(409, 'The request conflicts with the current state', 'Read the current state and try again.'),
  name_taken: entry(409, 'The name is taken', 'Choose another name, or change the entity that has it.'),
  group_origin: entry(
    409,
    'The group can only be changed by its origin',
    'Change it where it comes from: the hierarchy submission, or the user attribute that created it.',
  ),
  user_origin: entry(
    409,
    'The person comes from a provider',
    'Change the person in the directory that provisions them, or disconnect the provider.',
  ),
  user_inactive: entry(409, 'The user is inactive', 'Only active users can plan, book and sign in.'),
  user_erased: entry(
    409,
    'The user was erased',
    'An erased user cannot be changed or restored. A person who returns is a new user with a new id.',
  ),
  desk_taken: entry(409, 'The desk is taken', 'Another user has booked it for this day. Choose another desk or another day.'),
  zone_full: entry(409, 'The zone is full', 'Its whole capacity is booked for this day. Choose another zone or another day.'),
  bay_taken: entry(
    409,
    'The parking bay is taken',
    'Another user has booked it for this day. Choose another bay or another day.',
  ),
  no_free_bay: entry(
    409,
    'No parking bay is free',
    'All bays of the building are booked for this day. Choose another building or another day.',
  ),
  space_taken: entry(
    409,
    'The room is taken',
    'Another event uses the room at that time. Choose another room or time: `detail` gives the time.',
  ),
  place_inactive: entry(
    409,
    'The place is not in use',
    'The desk, or the zone, level or location it belongs to, is inactive. Choose another place.',
  ),
  desk_assigned: entry(
    409,
    'The desk is assigned to another user',
    'It can be booked only on days when its assignee is not in, and only if the organization releases assigned desks.',
  ),
  day_closed: entry(
    409,
    'The building is closed on this day',
    'It is a holiday of the building, or the building is closed. Choose another day or building.',
  ),
  zone_kind_in_use: entry(
    409,
    'The zone has bookings',
    'The type of a zone can change only when it has no bookings from today on. Cancel or move them first.',
  ),
  zone_capacity_in_use: entry(
    409,
    'The zone has more bookings than the new capacity',
    'Cancel or move bookings of today and later first, or choose a capacity that holds them.',
  ),
  day_in_past: entry(
    409,
    'The day is in the past',
    'Users can plan and book today and later. Ask an administrator to correct a past day.',
  ),
  outside_booking_window: entry(
    409,
    'The day is too far ahead',
    'Choose a day within the booking window of the location, which starts on its local today.',
  ),
  check_in_not_today: entry(
    409,
    'The check-in is not for today',
    'A booking is confirmed on its own day, as the clock of its building has it.',
  ),
  nothing_booked: entry(409, 'Nothing is booked on this day', 'Book a desk, a zone or the building first.'),
  booked_elsewhere: entry(
    409,
    'The person has another booking on this day',
    'Send move: true to move the booking to this desk and check in.',
  ),
  not_an_office_day: entry(409, 'The day is not an office day', 'Plan the day as an office day first.'),
  time_off: entry(409, 'The person is off on this day', 'First cancel the time off in the system that announced it.'),
  single_sign_on_required: entry(
    409,
    'The organization signs in with its identity provider',
    'Sign in with the identity provider of the organization. Only break-glass accounts have passwords, links and passkeys that work.',
  ),
  set_up_done: entry(
    409,
    'The organization is already set up',
    'It already has an account: ask a global administrator for yours.',
  ),
  break_glass_missing: entry(
    409,
    'There is no break-glass account',
    'Passwords can be turned off only while an active global administrator has a password and a break-glass account, to correct the identity provider with.',
  ),
  last_administrator: entry(
    409,
    'The organization would have no global administrator left',
    'Give the role to another user first.',
  ),
  import_guard: entry(
    409,
    'The import guard rejects a change of this size',
    'Nothing was changed. Check that the data is complete; to apply it anyway, repeat the call with ?force=true.',
  ),
  mail_unavailable: entry(
    409,
    'Mail cannot be sent',
    'This service has no mail server, or the person has no e-mail address. Copy a link instead and pass it on.',
  ),
  push_unavailable: entry(
    409,
    'Devices are not notified here',
    'The operator of this service has switched notifications off, or has not set its public address.',
  ),
  passkeys_unavailable: entry(
    409,
    'Passkeys cannot be used here',
    'Sign in with a password, or ask the operator of this service.',
  ),
  key_rotation_limit: entry(
    409,
    'Two keys of this rotation are already live',
    'Revoke the older key of the pair before rotating again.',
  ),
  body_too_large: entry(
    413,
    'The body is too large',
    'A body may have at most 8 MiB (8388608 bytes) after decoding. Split it into several calls.',
  ),
  precondition_failed: entry(
    412,
    'The resource was changed meanwhile',
    'Read it again, and repeat the change with its new ETag in If-Match.',
  ),
  unsupported_media_type: entry(415, 'The media type of the body is not supported', 'Send Content-Type: application/json.'),
  unsupported_encoding: entry(
    415,
    'The content encoding of the body is not supported',
    'Use gzip, deflate, br or zstd, or send the body without Content-Encoding.',
  ),
  headers_too_large: entry(
    431,
    'The headers of the request are too large',
    'URL and headers may have at most 96 KiB together. Shorten comma-separated lists in the URL or split the call, and drop cookies and headers that are not needed.',
  ),
  too_many_streams: entry(429, 'Too many streams are open', 'Close a stream that is no longer needed, then try again.'),
  too_many_attempts: entry(429, 'Too many sign-in attempts are waiting', 'Wait as long as Retry-After says, then try once.'),
  rate_limited: entry(429, 'The rate limit of this key is reached', 'Wait as long as Retry-After says.'),
  internal: entry(
    500,
    'Something went wrong on our side',
    'Try again. If the error persists, send the `instance` of this response to the operator.',
  ),
  provider_unavailable: entry(
    503,
    'The identity provider cannot be reached',
    'Try again in a few minutes. Signing in with it works again as soon as it answers.',
  ),
  unavailable: entry(
    503,
    'The service is unavailable right now',
    'Nothing was lost. Send the same call again after Retry-After; repeating is always safe.',
  ),
} as const satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof ERRORS
