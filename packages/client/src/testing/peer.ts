import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A request received by the peer. */
export interface Seen {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: string
}

export type Handler = (seen: Seen, response: ServerResponse, count: number) => void | Promise<void>

const readBody = async (request: IncomingMessage): Promise<string> => {
  let body = ''
  for await (const chunk of request.setEncoding('utf8')) body += chunk
  return body
}

/** Starts a real HTTP server for one test, to which the client connects. */
export const startPeer = async (handler: Handler): Promise<{ baseUrl: string; seen: Seen[] }> => {
  const seen: Seen[] = []
  const server = createServer(async (request, response) => {
    const entry = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: await readBody(request),
    }
    seen.push(entry)
    await handler(entry, response, seen.filter(({ path }) => path === entry.path).length)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen }
}

export const answer = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}
