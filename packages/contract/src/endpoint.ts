import type { TObject, TSchema } from 'typebox'
import type { Role } from './access/roles.ts'
import type { UserRole } from './access/user-roles.ts'
import type { ErrorCode } from './errors.ts'

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
export const TAGS = [
  'access',
  'submissions',
  'warehouse',
  'sessions',
  'planning',
  'places',
  'people',
  'gatherings',
  'administration',
  'analytics',
  'live',
  'discovery',
] as const

/** One operation of the API, as data. The server, the client, the documents and the tests are made from it. */
export interface Endpoint {
  /** Unique name in lower camel case: OpenAPI operationId and method name of the client. */
  readonly operation: string
  readonly method: (typeof METHODS)[number]
  /** Canonical path, with parameters in braces; each is also served with a trailing slash. */
  readonly path: string
  readonly tag: (typeof TAGS)[number]
  readonly summary: string
  readonly description: string
  /** Which keys may call it; `public` needs no credentials. Anything else has a second variant, path + `/basic`, unless `people` may call it. */
  readonly roles: readonly Role[] | 'public'
  /**
   * Which signed-in users may call it, for whomever and whatever: an operation of the application API, for a session cookie or
   * a bearer token on the one path. A key counts as a global administrator who is nobody in particular.
   */
  readonly people?: readonly UserRole[]
  /**
   * Which signed-in users may read it as well, by session cookie on the plain path. Only of what is read: a key stays what calls
   * it otherwise, and an Authorization header wins over a cookie.
   */
  readonly viewers?: readonly UserRole[]
  /** Also everybody who is signed in, where the path parameter userId is their own id or `me`. */
  readonly self?: true
  /** Parameters of the path. */
  readonly params?: TObject
  readonly query?: TObject
  readonly body?: TSchema
  /** Takes its body form-encoded as well, as RFC 6749 wants it. */
  readonly form?: boolean
  /** The answer. */
  readonly response: TSchema
  /** Its status; 200 when absent. */
  readonly status?: 200 | 201
  /** Answers row by row in any of the formats of a dataset, where `response` is a row, with ETag and conditional requests. */
  readonly streamed?: boolean
  /** Media type of the answer where it is not JSON. */
  readonly mediaType?: string
  /** Codes it may answer beyond those that every endpoint may. */
  readonly errors?: readonly ErrorCode[]
}

export const endpoint = <const E extends Endpoint>(definition: E): E => definition

/** Keys that may call the application API. */
export const AUTOMATION: readonly Role[] = ['all-permissions']

export type Scheme = 'none' | 'bearer' | 'basic' | 'session'

/** A path as it is served: a protected endpoint has one for Bearer and one for Basic (contract §2). */
export interface Variant {
  readonly endpoint: Endpoint
  readonly path: string
  readonly scheme: Scheme
}

export const variants = (endpoint: Endpoint): Variant[] => {
  const { path } = endpoint
  if (endpoint.roles === 'public') return [{ endpoint, path, scheme: 'none' }]
  if (endpoint.people) return [{ endpoint, path, scheme: 'session' }]
  return [
    { endpoint, path, scheme: 'bearer' },
    { endpoint, path: `${path}/basic`, scheme: 'basic' },
  ]
}

/** Which signed-in users may call a variant that is for keys. */
export const viewersOf = ({ endpoint, scheme }: Variant): readonly UserRole[] =>
  scheme === 'bearer' ? (endpoint.viewers ?? []) : []

/** Names of the parameters of a path, in their order. */
export const pathParameters = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string)
