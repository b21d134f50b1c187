import type { ErrorCode } from '@rollcall/contract'

/** Errors with many causes: what the service says about this one helps, even in English. */
export const WITH_DETAIL: ReadonlySet<string> = new Set<ErrorCode>([
  'conflict',
  'import_guard',
  'invalid_request',
  'provider_answer_invalid',
  'range_too_large',
  'sign_in_refused',
])
