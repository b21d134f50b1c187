import type { FastifyInstance, InjectOptions } from 'fastify'

/** Responses of these have no body, and `Response` refuses one. */
const WITHOUT_BODY = new Set([204, 304])

/** Calls the service in its own process, without the network: the same routes, checks and answers as for any other caller. */
export const fetchFrom =
  (app: FastifyInstance): typeof fetch =>
  async (input, init = {}) => {
    init.signal?.throwIfAborted()
    const { pathname, search } = new URL(String(input))
    const answer = await app.inject({
      method: (init.method ?? 'GET') as NonNullable<InjectOptions['method']>,
      url: pathname + search,
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(typeof init.body === 'string' ? { payload: init.body } : {}),
    })
    const headers = Object.entries(answer.headers).flatMap(([name, value]) =>
      [value].flat().flatMap((each): [string, string][] => (each === undefined ? [] : [[name, String(each)]])),
    )
    const body = WITHOUT_BODY.has(answer.statusCode) ? null : new Uint8Array(answer.rawPayload)
    return new Response(body, { status: answer.statusCode, headers })
  }
