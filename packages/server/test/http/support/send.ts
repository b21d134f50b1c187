import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { assertDocumented } from './documented.ts'

export interface Sent {
  method?: string
  path: string
  headers?: OutgoingHttpHeaders
  /** Anything but text and bytes is sent as JSON. */
  body?: unknown
}

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
  text: string
  json<T = Record<string, unknown>>(): T
}

const encode = (body: unknown): string | Buffer | undefined =>
  body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)

/** One request exactly as given: no header is added but Host, Connection and the length or chunks of the body. */
export const send = (baseUrl: string, { method = 'GET', path, headers, body }: Sent): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(baseUrl)
    const payload = encode(body)
    const length = payload === undefined ? {} : { 'content-length': Buffer.byteLength(payload) }
    const outgoing = request({ hostname, port, method, path, headers: { ...length, ...headers } }, async (incoming) => {
      try {
        const bytes = await buffer(incoming)
        const text = bytes.toString('utf8')
        const answer = { status: incoming.statusCode ?? 0, headers: incoming.headers, body: bytes, text }
        assertDocumented(method, path, answer)
        resolve({ ...answer, json: <T>() => JSON.parse(text) as T })
      } catch (error) {
        reject(error)
      }
    })
    // An answer that comes before the body was taken ends the connection; then the answer counts.
    outgoing.on('error', reject)
    outgoing.end(payload)
  })

export const JSON_TYPE = { 'content-type': 'application/json' }

export const post = (baseUrl: string, path: string, body: unknown, headers: OutgoingHttpHeaders = {}): Promise<Answer> =>
  send(baseUrl, { method: 'POST', path, body, headers: { ...JSON_TYPE, ...headers } })

/** Returns the answer to these bytes, until the server ends the connection. */
export const sendRaw = (baseUrl: string, bytes: string | Buffer): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(baseUrl)
    const chunks: Buffer[] = []
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('error', reject)
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('utf8')))
  })
