import type { TObject, TSchema } from 'typebox'
import type { Role } from './access/roles.ts'
import type { ErrorCode } from './errors.ts'

/** One operation of the API, as data. The server, the client, the documents and the tests are made from it. */
export interface Endpoint {
  /** Unique name in lower camel case: OpenAPI operationId and method name of the client. */
  readonly operation: string
  readonly method: 'GET' | 'POST' | 'PUT'
  /** Canonical path; each is also served with a trailing slash. */
  readonly path: string
  readonly tag: 'access' | 'submissions' | 'warehouse' | 'discovery'
  readonly summary: string
  readonly description: string
  /** Who may call it; `public` needs no credentials. Anything else has a second variant: path + `/basic`. */
  readonly roles: readonly Role[] | 'public'
  readonly query?: TObject
  readonly body?: TSchema
  /** Takes its body form-encoded as well, as RFC 6749 wants it. */
  readonly form?: boolean
  /** The answer. */
  readonly response: TSchema
  /** Its status; 200 when absent. */
  readonly status?: 200 | 201
  /** Answers row by row as a JSON array of `response` items, with ETag and conditional requests. */
  readonly streamed?: boolean
  /** Media type of the answer where it is not JSON. */
  readonly mediaType?: string
  /** Codes it may answer beyond those that every endpoint may. */
  readonly errors?: readonly ErrorCode[]
}

export const endpoint = <const E extends Endpoint>(definition: E): E => definition

export type Scheme = 'none' | 'bearer' | 'basic'

/** A path as it is served: a protected endpoint has one for Bearer and one for Basic (contract §2). */
export interface Variant {
  readonly endpoint: Endpoint
  readonly path: string
  readonly scheme: Scheme
}

export const variants = (endpoint: Endpoint): Variant[] =>
  endpoint.roles === 'public'
    ? [{ endpoint, path: endpoint.path, scheme: 'none' }]
    : [
        { endpoint, path: endpoint.path, scheme: 'bearer' },
        { endpoint, path: `${endpoint.path}/basic`, scheme: 'basic' },
      ]
