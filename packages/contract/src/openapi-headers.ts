import type { Variant } from './endpoint.ts'

type Json = Record<string, unknown>

const CSRF_HEADER: Json = {
  name: 'X-CSRF-Token',
  in: 'header',
  required: false,
  description: 'csrfToken of GET /api/session: required with a session cookie, ignored with a bearer token.',
  schema: { type: 'string', examples: ['q0x7bq5vSg9rD1m0bqzKqg'] },
}

const IF_MATCH_HEADER: Json = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description: 'The ETag that the caller knows: the change is refused if there is a newer one.',
  schema: { type: 'string', examples: ['"1"'] },
}

/** Browsers send the cookie automatically, so writes also need a CSRF token as proof of intent. */
export const requestHeaders = ({ endpoint, scheme }: Variant): Json[] => [
  ...(scheme === 'session' && endpoint.method !== 'GET' ? [CSRF_HEADER] : []),
  ...(endpoint.conditional ? [IF_MATCH_HEADER] : []),
]
