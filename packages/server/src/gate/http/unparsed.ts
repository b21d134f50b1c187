import type { Socket } from 'node:net'
import type { ConnectionError } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import { problemOf } from './problem.ts'

/** This leaves room for two full comma-separated lists in an address. */
export const MAX_HEADER_BYTES = 96 * 1024

const LINGER_MS = 1_000

const REASONS: Record<number, string> = { 400: 'Bad Request', 431: 'Request Header Fields Too Large' }

/** Responds to a message that is not HTTP, or whose header is too long, which no route and no hook ever sees. */
export const refuseUnparsed = (error: ConnectionError, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const code = error.code === 'HPE_HEADER_OVERFLOW' ? 'headers_too_large' : 'invalid_request'
  const problem = problemOf(new AppError(code, { cause: error }), 'unparsed')
  const body = JSON.stringify(problem)
  const head = [
    `HTTP/1.1 ${problem.status} ${REASONS[problem.status]}`,
    'Content-Type: application/problem+json',
    'X-Content-Type-Options: nosniff',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  // Closing at once might lose the response, but a caller that never closes its half must not keep the connection.
  const timer = setTimeout(() => socket.destroy(), LINGER_MS)
  socket.resume().once('close', () => clearTimeout(timer))
}
