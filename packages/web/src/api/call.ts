import { PATHS } from 'virtual:endpoints'
import type { ENDPOINTS, Operation } from '@rollcall/contract'
import type { Static, TSchema } from 'typebox'
import { ApiError } from './api-error.ts'

/** The CSRF token of the session; every changing call sends it. */
export const csrfToken = { current: '' }

type Part<O extends Operation, Name extends string> = (typeof ENDPOINTS)[O] extends {
  readonly [N in Name]: infer S extends TSchema
}
  ? { [N in Name]: Static<S> }
  : { [N in Name]?: undefined }

type QueryOf<O extends Operation> = (typeof ENDPOINTS)[O] extends { readonly query: infer Q extends TSchema }
  ? Record<never, never> extends Static<Q>
    ? { query?: Static<Q> }
    : { query: Static<Q> }
  : { query?: undefined }

/** Parameters of the path, query and body of an operation, as its schemas say. */
export type Input<O extends Operation> = Part<O, 'params'> &
  Part<O, 'body'> &
  QueryOf<O> & {
    signal?: AbortSignal | undefined
    /** The ETag of the version that is to be changed. */
    ifMatch?: string
    /** The secret of a kiosk screen, which calls instead of the signed-in user. */
    bearer?: string
  }
export type Answer<O extends Operation> = (typeof ENDPOINTS)[O] extends { readonly response: infer R extends TSchema }
  ? Static<R>
  : never

type Query = Readonly<Record<string, unknown>>

/** The address of an operation on this server with its query; empty parameters are left out. */
export const addressOf = (operation: Operation, params: Record<string, unknown> = {}, query: Query = {}): string => {
  const path = PATHS[operation][1].replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  }
  return search.size > 0 ? `${path}?${search}` : path
}

interface Given {
  readonly params?: Query
  readonly query?: Query
  readonly body?: unknown
  readonly signal?: AbortSignal
  readonly ifMatch?: string
  readonly bearer?: string
}

/**
 * Calls an operation as the signed-in user.
 * @throws ApiError with the problem of the service, or with the code `network` if the service does not respond
 */
export const call = async <O extends Operation>(operation: O, input?: Input<O>): Promise<Answer<O>> => {
  const { params, query, body, signal, ifMatch, bearer } = (input ?? {}) as Given
  const [method] = PATHS[operation]
  const headers: Record<string, string> = { accept: 'application/json' }
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (ifMatch !== undefined) headers['if-match'] = ifMatch
  if (bearer !== undefined) headers.authorization = `Bearer ${bearer}`
  if (method !== 'GET') headers['x-csrf-token'] = csrfToken.current
  const response = await fetch(addressOf(operation, params, query), {
    method,
    headers,
    credentials: bearer === undefined ? 'same-origin' : 'omit',
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  }).catch((error: unknown) => {
    throw error instanceof DOMException && error.name === 'AbortError' ? error : ApiError.network(error)
  })
  if (!response.ok) throw await ApiError.of(response)
  return (await response.json()) as Answer<O>
}

/** An id that makes a repeated call safe. On plain HTTP the browser cannot make one, so the service does. */
export const newId = (): string | undefined => (window.isSecureContext ? crypto.randomUUID() : undefined)
