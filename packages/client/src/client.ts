import { ENDPOINTS, type Endpoint, FORMAT_TYPES } from '@rollcall/contract'
import { createAuthorization } from './auth/authorization.ts'
import { type Call, perform } from './call.ts'
import { readChunks } from './http/body.ts'
import { consumeJson, consumeText, consumeUnread, rowsOf } from './http/consume.ts'
import { NOT_MODIFIED } from './http/exchange.ts'
import {
  type CallOptions,
  EVENT_STREAM,
  type OpenOptions,
  type OpenRows,
  type RollcallClient,
  type RowsOperation,
} from './operations.ts'
import { type ClientOptions, resolveOptions } from './options.ts'

type Query = Record<string, unknown>
type Params = Record<string, string>

/** A client of one service with one key. It holds no connection, so it needs no close. */
export const createClient = (given: ClientOptions): RollcallClient => {
  const options = resolveOptions(given)
  const authorization = createAuthorization(options)
  const whole = (call: Call) =>
    perform<unknown>(options, authorization, call, call.endpoint.mediaType ? consumeText : consumeJson)

  async function* rows(call: Call) {
    yield* rowsOf(await perform(options, authorization, call, consumeUnread))
  }

  const open = async (operation: RowsOperation, query?: Query, given: OpenOptions = {}): Promise<OpenRows> => {
    const { format = 'json', ifNoneMatch, headers, signal } = given
    const conditional: Record<string, string> = ifNoneMatch === undefined ? {} : { 'if-none-match': ifNoneMatch }
    const callOptions = { headers: { accept: FORMAT_TYPES[format], ...conditional, ...headers }, ...(signal ? { signal } : {}) }
    const call = { endpoint: ENDPOINTS[operation], query, options: callOptions, conditional: true }
    const answer = await perform(options, authorization, call, consumeUnread)
    const { status, headers: received } = answer.response
    const rowCount = received.get('warehouse-row-count')
    const notModified = status === NOT_MODIFIED
    if (notModified) answer.deadline.release()
    return {
      notModified,
      etag: received.get('etag') ?? undefined,
      contentType: received.get('content-type') ?? '',
      rowCount: rowCount === null ? undefined : Number(rowCount),
      bytes: readChunks(answer),
    }
  }

  const withPath = (endpoint: Endpoint, params: Params | undefined) => {
    if (endpoint.body)
      return (body: unknown, { query, ...rest }: CallOptions & { query?: Query } = {}) =>
        whole({ endpoint, params, query, body, options: rest })
    if (endpoint.streamed)
      return (query?: Query, callOptions?: CallOptions) => rows({ endpoint, params, query, options: callOptions })
    return (query?: Query, callOptions?: CallOptions) => whole({ endpoint, params, query, options: callOptions })
  }

  const methodOf = (endpoint: Endpoint) =>
    endpoint.params
      ? (params: Params, ...rest: unknown[]) => (withPath(endpoint, params) as (...args: unknown[]) => unknown)(...rest)
      : withPath(endpoint, undefined)

  const methods = Object.entries<Endpoint>(ENDPOINTS)
    .filter(([, { mediaType, screens }]) => mediaType !== EVENT_STREAM && !screens)
    .map(([operation, endpoint]) => [operation, methodOf(endpoint)])
  // The type comes from the table and the loop creates the methods; the compiler cannot see that both follow the same table.
  return { ...Object.fromEntries(methods), open } as RollcallClient
}
