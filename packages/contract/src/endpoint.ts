import type { TObject, TSchema } from 'typebox'
import type { Audited } from './audit-actions.ts'
import type { ErrorCode } from './errors.ts'
import type { Role } from './roles.ts'
import type { UserRole } from './user-roles.ts'

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

/** What callers should stop using. It goes on working until the sunset at least. */
export interface Deprecation {
  /** The day since which callers should no longer use it. */
  readonly since: string
  /** The first day on which it may be gone, at least twelve months later; without it no end is planned. */
  readonly sunset?: string
  /** What to do instead, as a sentence. */
  readonly instead: string
}

/** One operation of the API, as data. The server, the client, the documents and the tests derive from it. */
export interface Endpoint {
  /** Unique name in lower camel case: OpenAPI operationId and method name of the client. */
  readonly operation: string
  readonly method: (typeof METHODS)[number]
  /** Canonical path, with parameters in braces; each is also served with a trailing slash. */
  readonly path: string
  readonly tag: (typeof TAGS)[number]
  readonly summary: string
  readonly description: string
  /**
   * Roles of keys that may call it; `public` needs no credentials. Other operations also have a second variant, path + `/basic`,
   * unless `people` or `screens` is set.
   */
  readonly roles: readonly Role[] | 'public'
  /**
   * Roles of signed-in users that may call it for any user or entity. The operation belongs to the application API and accepts a
   * session cookie or a bearer token on the same path. A key acts as a global administrator without a user id.
   */
  readonly people?: readonly UserRole[]
  /**
   * Roles of signed-in users that may also read it, with a session cookie on the plain path. For reads only. An Authorization
   * header wins over a cookie.
   */
  readonly viewers?: readonly UserRole[]
  /**
   * The act that a call is in the audit log, or in words why it is none. Required where the application API changes something, and for
   * reads about one person. What people do to themselves is no act. Datasets are acts only for signed-in people.
   */
  readonly audit?: Audited
  /** Kiosk screens call it, by the secret of their link, and no one else does. It is for reads only, and `roles` is empty. */
  readonly screens?: true
  /** Any signed-in user may call it if the path parameter userId is their own id or `me`. */
  readonly self?: true
  /** Path parameters. */
  readonly params?: TObject
  readonly query?: TObject
  readonly body?: TSchema
  /** Also accepts a form-encoded body, as RFC 6749 requires. */
  readonly form?: boolean
  /** Schema of the response body. */
  readonly response: TSchema
  /** Status of a successful response; 200 when absent. */
  readonly status?: 200 | 201 | 202
  /** Streams rows in any dataset format, with ETag and conditional requests; `response` is the schema of one row. */
  readonly streamed?: boolean
  /** Takes the version that the caller knows as If-Match. Responses with a version have it as ETag. */
  readonly conditional?: true
  /** Media type of the response if it is not JSON. */
  readonly mediaType?: string
  /** Responses announce it by headers, and uses are counted. */
  readonly deprecated?: Deprecation
  /** The same for parameters of the query, by name; only calls that use one get the headers. */
  readonly deprecatedQuery?: Readonly<Record<string, Deprecation>>
  /** Error codes in addition to those that every endpoint can return. */
  readonly errors?: readonly ErrorCode[]
}

export const endpoint = <const E extends Endpoint>(definition: E): E => definition

/** Keys that may call the application API. */
export const AUTOMATION: readonly Role[] = ['all-permissions']

export type Scheme = 'none' | 'bearer' | 'basic' | 'session' | 'screen'

/** A served path: a protected endpoint has one for bearer tokens and one for Basic (contract §2). */
export interface Variant {
  readonly endpoint: Endpoint
  readonly path: string
  readonly scheme: Scheme
}

export const variants = (endpoint: Endpoint): Variant[] => {
  const { path } = endpoint
  if (endpoint.roles === 'public') return [{ endpoint, path, scheme: 'none' }]
  if (endpoint.people) return [{ endpoint, path, scheme: 'session' }]
  if (endpoint.screens) return [{ endpoint, path, scheme: 'screen' }]
  return [
    { endpoint, path, scheme: 'bearer' },
    { endpoint, path: `${path}/basic`, scheme: 'basic' },
  ]
}

/** Roles of signed-in users that may read a variant meant for keys. */
export const viewersOf = ({ endpoint, scheme }: Variant): readonly UserRole[] =>
  scheme === 'bearer' ? (endpoint.viewers ?? []) : []

/** Names of the parameters of a path, in order. */
export const pathParameters = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string)

/** Whether an operation serves the web app. It rejects unknown fields of a body, so that a misspelled one does not seem to be set. */
export const isApplication = ({ path }: Endpoint): boolean => path.startsWith('/api/')
