import type { ENDPOINTS, Format, Operation } from '@rollcall/contract'
import type { Static, TSchema } from 'typebox'

/** Options of one call. */
export interface CallOptions {
  signal?: AbortSignal
  /** Additional request headers, for example `correlationId`. */
  headers?: Record<string, string>
}

type QueryOf<E> = E extends { readonly query: infer Q extends TSchema } ? Static<Q> : Record<never, never>
type AnswerOf<E> = E extends { readonly response: infer R extends TSchema } ? Static<R> : never

/** Rows are always requested as JSON and parsed one by one. */
type RowsQuery<E> = Omit<QueryOf<E>, 'format'>

/** The query is optional if it has no required parameter. */
type Arguments<Q> = Record<never, never> extends Q ? [query?: Q, options?: CallOptions] : [query: Q, options?: CallOptions]
type BodyOptions<E> = CallOptions & { query?: QueryOf<E> }

type WithParams<E, A extends unknown[]> = E extends { readonly params: infer P extends TSchema } ? [params: Static<P>, ...A] : A

/** Rows are returned as objects, so these methods have no format parameter. */
type Method<E> = E extends { readonly body: infer B extends TSchema }
  ? (...args: WithParams<E, [body: Static<B>, options?: BodyOptions<E>]>) => Promise<AnswerOf<E>>
  : E extends { readonly streamed: true }
    ? (...args: WithParams<E, Arguments<RowsQuery<E>>>) => AsyncIterable<AnswerOf<E>>
    : (...args: WithParams<E, Arguments<QueryOf<E>>>) => Promise<AnswerOf<E>>

/** Media type of endless responses, for which a method could never return. */
export const EVENT_STREAM = 'text/event-stream'

/** Operations with a client method: all except event streams, which need an EventSource, and those of kiosk screens. */
type Called = {
  [O in Operation]: (typeof ENDPOINTS)[O] extends { readonly mediaType: typeof EVENT_STREAM } | { readonly screens: true }
    ? never
    : O
}[Operation]

/** Operations that return rows. */
export type RowsOperation = {
  [O in Operation]: (typeof ENDPOINTS)[O] extends { readonly streamed: true } ? O : never
}[Operation]

export interface OpenOptions extends CallOptions {
  /** Format of the rows; `json` by default. A service may not support other formats: check `contentType`. */
  format?: Format
  /** `etag` of an earlier response: if nothing has changed since, no rows are sent. */
  ifNoneMatch?: string | undefined
}

/** The raw bytes of a response with rows, for callers that store or forward them. */
export interface OpenRows {
  /** True if nothing has changed since `ifNoneMatch`; there are no bytes then. */
  readonly notModified: boolean
  readonly etag: string | undefined
  readonly contentType: string
  /** Expected number of rows, if the service knew it in advance. */
  readonly rowCount: number | undefined
  /** Must be read to the end or returned early, which closes the connection. A failure midway throws and is not retried. */
  readonly bytes: AsyncGenerator<Uint8Array, void, undefined>
}

interface Streams {
  /** Opens a dataset without parsing it. Like all calls, it is retried until the first byte. */
  open<O extends RowsOperation>(operation: O, query?: RowsQuery<(typeof ENDPOINTS)[O]>, options?: OpenOptions): Promise<OpenRows>
}

/** One method per operation, typed by its schemas. Path parameters come first. */
export type RollcallClient = Streams & { readonly [O in Called]: Method<(typeof ENDPOINTS)[O]> }
