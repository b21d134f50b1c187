import type { ErrorCode } from '@rollcall/contract'
import { WITH_DETAIL } from './with-detail.ts'

/** What the service says about these is always about the call. */
const ABOUT_THE_CALL: ReadonlySet<string> = new Set<ErrorCode>([
  ...(['session_missing', 'session_invalid', 'csrf_token_invalid', 'booked_elsewhere'] as const),
  ...(['invalid_json', 'invalid_text', 'invalid_body', 'invalid_parameter', 'unknown_parameter', 'precondition_failed'] as const),
  ...(['not_found', 'method_not_allowed', 'not_acceptable', 'unsupported_media_type', 'unsupported_encoding'] as const),
  'headers_too_large',
])

/** Names of the API: fields, roles, headers, addresses and commands. */
const NAMES =
  /`|\b[a-z]+[A-Z]|\b[a-z]+-administrator\b|\b(?:Retry-After|ETag|If-Match)\b|\breference (?:at|lists)\b|\bentity\b|\brollcall |[?&]\w+=/

/** Whether an English sentence of the service is of use only to programs that call it, so that people need other words. */
export const isForPrograms = (code: string, sentence = ''): boolean =>
  ABOUT_THE_CALL.has(code) || (!WITH_DETAIL.has(code) && NAMES.test(sentence))
