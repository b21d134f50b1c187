import { ENDPOINTS, type Endpoint, FORMAT_TYPES } from '@rollcall/contract'
import { createAuthorization } from './auth/authorization.ts'
import { type Call, perform } from './call.ts'
import { piecesOf } from './http/body.ts'
import { consumeJson, consumeLater, consumeText, rowsOf } from './http/consume.ts'
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

/** A client of one service with one key. It holds no connection of its own: nothing needs to be closed. */
export const createClient = (given: ClientOptions): RollcallClient => {
  const options = resolveOptions(given)
  const authorization = createAuthorization(options)
  const whole = (call: Call) =>
    perform<unknown>(options, authorization, call, call.endpoint.mediaType ? consumeText : consumeJson)

  async function* rows(call: Call) {
    yield* rowsOf(await perform(options, authorization, call, consumeLater))
  }

  const open = async (operation: RowsOperation, query?: Query, given: OpenOptions = {}): Promise<OpenRows> => {
    const { format = 'json', ifNoneMatch, headers, signal } = given
    const conditional: Record<string, string> = ifNoneMatch === undefined ? {} : { 'if-none-match': ifNoneMatch }
    const callOptions = { headers: { accept: FORMAT_TYPES[format], ...conditional, ...headers }, ...(signal ? { signal } : {}) }
    const call = { endpoint: ENDPOINTS[operation], query, options: callOptions, conditional: true }
    const answer = await perform(options, authorization, call, consumeLater)
    const { status, headers: told } = answer.response
    const rowCount = told.get('warehouse-row-count')
    const notModified = status === NOT_MODIFIED
    if (notModified) answer.deadline.release()
    return {
      notModified,
      etag: told.get('etag') ?? undefined,
      contentType: told.get('content-type') ?? '',
      rowCount: rowCount === null ? undefined : Number(rowCount),
      bytes: piecesOf(answer),
    }
  }

  const onPath = (endpoint: Endpoint, params: Params | undefined) => {
    if (endpoint.body)
      return (body: unknown, { query, ...rest }: CallOptions & { query?: Query } = {}) =>
        whole({ endpoint, params, query, body, options: rest })
    if (endpoint.streamed)
      return (query?: Query, callOptions?: CallOptions) => rows({ endpoint, params, query, options: callOptions })
    return (query?: Query, callOptions?: CallOptions) => whole({ endpoint, params, query, options: callOptions })
  }

  const methodOf = (endpoint: Endpoint) =>
    endpoint.params
      ? (params: Params, ...rest: unknown[]) => (onPath(endpoint, params) as (...args: unknown[]) => unknown)(...rest)
      : onPath(endpoint, undefined)

  const methods = Object.entries<Endpoint>(ENDPOINTS)
    .filter(([, { mediaType }]) => mediaType !== EVENT_STREAM)
    .map(([operation, endpoint]) => [operation, methodOf(endpoint)])
  // The table types the methods, the loop makes them: the compiler cannot see that both follow the same table.
  return { ...Object.fromEntries(methods), open } as RollcallClient
}
