import type { ENDPOINTS, Format, Operation } from '@rollcall/contract'
import type { Static, TSchema } from 'typebox'

/** Options of one call. */
export interface CallOptions {
  signal?: AbortSignal
  /** Further request headers, for example `correlationId`. */
  headers?: Record<string, string>
}

type QueryOf<E> = E extends { readonly query: infer Q extends TSchema } ? Static<Q> : Record<never, never>
type AnswerOf<E> = E extends { readonly response: infer R extends TSchema } ? Static<R> : never

/** Rows come as JSON, from which they are read one by one. */
type RowsQuery<E> = Omit<QueryOf<E>, 'format'>

/** The query may be left out when nothing in it is required. */
type Arguments<Q> = Record<never, never> extends Q ? [query?: Q, options?: CallOptions] : [query: Q, options?: CallOptions]
type BodyOptions<E> = CallOptions & { query?: QueryOf<E> }

type WithParams<E, A extends unknown[]> = E extends { readonly params: infer P extends TSchema } ? [params: Static<P>, ...A] : A

/** Rows come as objects, whatever format they are sent in, so there is no format to ask for. */
type Method<E> = E extends { readonly body: infer B extends TSchema }
  ? (...args: WithParams<E, [body: Static<B>, options?: BodyOptions<E>]>) => Promise<AnswerOf<E>>
  : E extends { readonly streamed: true }
    ? (...args: WithParams<E, Arguments<RowsQuery<E>>>) => AsyncIterable<AnswerOf<E>>
    : (...args: WithParams<E, Arguments<QueryOf<E>>>) => Promise<AnswerOf<E>>

/** Media type of answers that never end: there is nothing that a method could give back. */
export const EVENT_STREAM = 'text/event-stream'

/** Operations that have a method. Event streams are left out: they are for an EventSource. */
type Called = {
  [O in Operation]: (typeof ENDPOINTS)[O] extends { readonly mediaType: typeof EVENT_STREAM } ? never : O
}[Operation]

/** Operations that answer with rows. */
export type RowsOperation = {
  [O in Operation]: (typeof ENDPOINTS)[O] extends { readonly streamed: true } ? O : never
}[Operation]

export interface OpenOptions extends CallOptions {
  /** How the rows are to be written; `json` by default. Services may not know the others: `contentType` tells what came. */
  format?: Format
  /** `etag` of an earlier answer: where nothing has changed since, nothing is sent. */
  ifNoneMatch?: string | undefined
}

/** An answer with rows as the service sends it, for those who keep or pass on the bytes. */
export interface OpenRows {
  /** Nothing has changed since `ifNoneMatch`, and there are no bytes. */
  readonly notModified: boolean
  readonly etag: string | undefined
  readonly contentType: string
  /** How many rows to expect, where the service knew before it read them. */
  readonly rowCount: number | undefined
  /** To be read to the end or returned early, which closes the connection. A failure midway throws and is not retried. */
  readonly bytes: AsyncGenerator<Uint8Array, void, undefined>
}

interface Streams {
  /** Opens a dataset without parsing it. Retried until the first byte, as all calls are. */
  open<O extends RowsOperation>(operation: O, query?: RowsQuery<(typeof ENDPOINTS)[O]>, options?: OpenOptions): Promise<OpenRows>
}

/** One method for each operation of the API that ends, typed by its schemas: parameters of the path first, where it has some. */
export type RollcallClient = Streams & { readonly [O in Called]: Method<(typeof ENDPOINTS)[O]> }
