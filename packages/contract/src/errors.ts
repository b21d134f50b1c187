/**
 * The one table of error codes (contract §1). `code` is stable and part of the API: codes are added, never
 * renamed. `detail` is the default; a throw site may say something more exact.
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
    'The body holds text that cannot be stored',
    'Remove NUL characters (\\u0000) and unpaired surrogates from the strings named in errors.',
  ),
  invalid_body: entry(
    400,
    'The body does not match the schema',
    'Nothing was done. Mend the places named in errors and send the call again.',
  ),
  invalid_parameter: entry(400, 'A query parameter is not valid', 'Mend the parameters named in errors.'),
  unknown_parameter: entry(
    400,
    'A query parameter is not known',
    'Remove the parameter, or correct its name: see errors for the nearest known one.',
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
    'Nobody is signed in',
    'Sign in with POST /api/session and send its cookie, or send a bearer token of a key that has all permissions.',
  ),
  session_invalid: entry(401, 'The session has ended', 'Sign in again with POST /api/session.'),
  sign_in_failed: entry(
    401,
    'User name or password is not right',
    'Check both. Where several organisations share this service, name yours in organization.',
  ),
  csrf_token_invalid: entry(
    403,
    'The CSRF token is missing or not that of the session',
    'Send the csrfToken of GET /api/session as X-CSRF-Token header.',
  ),
  role_not_allowed: entry(
    403,
    'The role of the caller does not allow the operation',
    'Call it with one of the roles that the reference lists for this operation.',
  ),
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
  not_found: entry(404, 'There is no such path', 'Check the path against the reference at /docs.'),
  entity_not_found: entry(404, 'There is no such entity', 'Check the id.'),
  method_not_allowed: entry(405, 'The method is not allowed on this path', 'Use a method of the Allow header.'),
  not_acceptable: entry(
    406,
    'None of the accepted formats is available',
    'Send Accept: application/json, or leave the header out.',
  ),
  conflict: entry(409, 'The request conflicts with the present state', 'Read the present state and try again.'),
  user_inactive: entry(409, 'The user is inactive', 'Only active users can plan, book and sign in.'),
  last_administrator: entry(
    409,
    'The organisation would have no global administrator left',
    'Give the role to somebody else first.',
  ),
  import_guard: entry(
    409,
    'The import guard refuses to remove so much',
    'Nothing was changed. Check that the data is complete; to replace it all the same, repeat the call with ?force=true.',
  ),
  key_rotation_limit: entry(
    409,
    'Two keys of this rotation are live already',
    'Revoke the older key of the pair before rotating again.',
  ),
  body_too_large: entry(
    413,
    'The body is too large',
    'A body may have at most 8 MiB (8388608 bytes) after decoding. Send it in several calls.',
  ),
  unsupported_media_type: entry(415, 'The media type of the body is not supported', 'Send Content-Type: application/json.'),
  unsupported_encoding: entry(
    415,
    'The content encoding of the body is not supported',
    'Use gzip, deflate, br or zstd, or send the body without Content-Encoding.',
  ),
  rate_limited: entry(429, 'The rate limit of this key is reached', 'Wait as long as Retry-After says.'),
  internal: entry(
    500,
    'Something went wrong on our side',
    'Try again; if it happens again, give the operator the instance of this answer.',
  ),
  unavailable: entry(
    503,
    'The service cannot answer right now',
    'Nothing was lost. Send the same call again after Retry-After; repeating is always safe.',
  ),
} as const satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof ERRORS
