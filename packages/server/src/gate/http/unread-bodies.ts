import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { BODY_LIMIT } from './body.ts'

/** How much of a body is still read after the response. */
export const DRAIN_BYTES = 8 * BODY_LIMIT

/**
 * Delivers a response that is sent before the whole body was read. If the connection closes while the caller still sends, the
 * caller sees a reset instead of the response. So the rest is read and discarded, within limits, before the connection closes.
 */
export const registerUnreadBodies = (app: FastifyInstance, drainMs: number): void => {
  app.addHook('onSend', ({ raw }, reply, payload, done) => {
    if (raw.complete) return done(null, payload)
    // Data that arrives together with the headers is only read after the hooks that refuse at once.
    setImmediate(() => {
      if (!raw.complete) {
        reply.header('connection', 'close')
        drainBeforeClose(raw, drainMs)
      }
      done(null, payload)
    })
  })
}

const drainBeforeClose = (raw: IncomingMessage, drainMs: number): void => {
  const { socket } = raw
  const close = () => void socket.destroy()
  // Node calls this to end the connection after a response, without waiting for the rest of the body.
  socket.destroySoon = () => {
    if (raw.complete) return void socket.end(close)
    const timer = setTimeout(close, drainMs)
    socket.once('close', () => clearTimeout(timer)).end()
    raw.once('end', close)
  }
  let bytes = 0
  raw.unpipe()
  raw.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > DRAIN_BYTES) close()
  })
  raw.resume()
}
