import { type Endpoint, type Scheme, type Variant, viewersOf } from './endpoint.ts'
import type { ErrorCode } from './errors.ts'

/** Error codes of every protected operation. */
const PROTECTED: readonly ErrorCode[] = [
  'wrong_scheme',
  'credentials_invalid',
  'role_not_allowed',
  'blocked',
  'key_expired',
  'rate_limited',
]
const TOKEN: readonly ErrorCode[] = ['token_invalid', 'token_expired']

const OF_SCHEME: Record<Scheme, readonly ErrorCode[]> = {
  none: [],
  bearer: ['credentials_missing', ...PROTECTED, ...TOKEN],
  basic: ['credentials_missing', ...PROTECTED, 'basic_not_enabled'],
  session: ['session_missing', 'session_invalid', 'csrf_token_invalid', ...PROTECTED, ...TOKEN],
  screen: ['credentials_missing', 'screen_link_invalid', 'blocked', 'rate_limited'],
}

/** Whether a parameter can be invalid: any query parameter, or a day in the path. An invalid id in the path is merely unknown. */
const hasParameters = ({ params, query }: Endpoint): boolean =>
  Object.keys(query?.properties ?? {}).length > 0 ||
  Object.values((params?.properties ?? {}) as Record<string, { format?: string }>).some(({ format }) => format === 'date')

/** All error codes of a variant of an operation: its own, and those that its parameters, body and scheme imply. */
export const errorCodes = (variant: Variant): ErrorCode[] => {
  const { endpoint, scheme } = variant
  return [
    ...new Set<ErrorCode>([
      'unknown_parameter',
      ...(hasParameters(endpoint) ? (['invalid_parameter'] as const) : []),
      ...(endpoint.params ? (['entity_not_found'] as const) : []),
      ...(endpoint.method === 'GET' ? (['not_acceptable'] as const) : []),
      'headers_too_large',
      'internal',
      'unavailable',
      ...(endpoint.body ? (['invalid_json', 'invalid_text', 'invalid_body', 'invalid_request'] as const) : []),
      ...(endpoint.body ? (['body_too_large', 'unsupported_media_type', 'unsupported_encoding'] as const) : []),
      ...OF_SCHEME[scheme],
      ...(viewersOf(variant).length > 0 ? (['session_invalid'] as const) : []),
      ...(endpoint.errors ?? []),
    ]),
  ]
}
