import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A forwarded request. */
export interface Passed {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  status: number
}

/** The change to a response; undefined: none. */
export type Fault = (upstream: () => Promise<Answer>, response: ServerResponse) => Promise<void> | void

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

export interface SpyingProxy extends AsyncDisposable {
  readonly baseUrl: string
  readonly passed: Passed[]
}

/** A proxy between a client and the service that records requests and may spoil responses. */
export const startProxy = async (
  target: string,
  choose: (passed: Passed) => Fault | undefined = () => undefined,
): Promise<SpyingProxy> => {
  const passed: Passed[] = []
  const server = createServer(async (incoming, response) => {
    const { pathname: path, searchParams: query } = new URL(incoming.url ?? '', target)
    const entry: Passed = { method: incoming.method ?? '', path, query, status: 0 }
    passed.push(entry)
    const upstream = async () => {
      const answer = await ask(target, incoming)
      entry.status = answer.status
      return answer
    }
    try {
      await (choose(entry) ?? passOn)(upstream, response)
    } catch {
      response.destroy()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passed,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const ask = (target: string, incoming: IncomingMessage): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { method, headers } = incoming
    const outgoing = request(new URL(incoming.url ?? '', target), { method, headers, agent: false }, async (answer) => {
      try {
        const body = Buffer.concat(await Array.fromAsync(answer as AsyncIterable<Buffer>))
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body })
      } catch (error) {
        reject(error)
      }
    })
    outgoing.on('error', reject)
    incoming.pipe(outgoing)
  })

/** Node sets the headers of the connection and of the body length. */
const headersOf = ({ headers }: Answer): IncomingHttpHeaders => {
  const { connection: _connection, 'transfer-encoding': _encoding, 'content-length': _length, ...kept } = headers
  return kept
}

const passOn: Fault = async (upstream, response) => {
  const answer = await upstream()
  response.writeHead(answer.status, headersOf(answer)).end(answer.body)
}

/** Rejects the request like an overloaded service. */
export const refusal =
  (status: number, retryAfter?: string): Fault =>
  (_, response) => {
    response
      .writeHead(status, { 'content-type': 'application/problem+json', ...(retryAfter ? { 'retry-after': retryAfter } : {}) })
      .end('{"title":"Not now"}')
  }

export const resetBefore: Fault = (_, response) => {
  response.socket?.resetAndDestroy()
}

const partOf = ({ body }: Answer, share: number): Buffer => body.subarray(0, Math.floor(body.length * share))

export const resetAfter =
  (share: number): Fault =>
  async (upstream, response) => {
    const answer = await upstream()
    response.writeHead(answer.status, headersOf(answer))
    response.write(partOf(answer, share), () => response.socket?.resetAndDestroy())
  }

/** Ends the body early in a way that is valid HTTP. */
export const endAfter =
  (share: number): Fault =>
  async (upstream, response) => {
    const answer = await upstream()
    response.writeHead(answer.status, headersOf(answer)).end(partOf(answer, share))
  }

export const garbage: Fault = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end('<html><body>Please sign in to the network</body></html>')
}
