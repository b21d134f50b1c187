import { ENDPOINTS, type Endpoint } from '@rollcall/contract'
import { createAuthorization } from './auth/authorization.ts'
import { type Call, perform } from './call.ts'
import { consumeAll, consumeLater, rowsOf } from './http/consume.ts'
import { type CallOptions, EVENT_STREAM, type RollcallClient } from './operations.ts'
import { type ClientOptions, resolveOptions } from './options.ts'

type Query = Record<string, unknown>
type Params = Record<string, string>

/** A client of one service with one key. It holds no connection of its own: nothing needs to be closed. */
export const createClient = (given: ClientOptions): RollcallClient => {
  const options = resolveOptions(given)
  const authorization = createAuthorization(options)
  const whole = (call: Call) => perform(options, authorization, call, consumeAll)

  async function* rows(call: Call) {
    yield* rowsOf(await perform(options, authorization, call, consumeLater))
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
  return Object.fromEntries(methods) as RollcallClient
}
