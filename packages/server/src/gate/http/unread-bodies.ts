import type { IncomingMessage } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { BODY_LIMIT } from './body.ts'

/** How much of a body is still read after its answer. */
export const DRAIN_BYTES = 8 * BODY_LIMIT

/**
 * Delivers an answer that is sent before all of its body was read. Closing a connection while the caller still sends resets it,
 * and the caller sees the reset instead of the answer. So the rest is read and dropped, within limits, before closing.
 */
export const registerUnreadBodies = (app: FastifyInstance, drainMs: number): void => {
  app.addHook('onSend', async ({ raw }, reply, payload) => {
    // Data that arrives together with the head is only read after the hooks that refuse at once.
    if (!raw.complete) await nextTurn()
    if (!raw.complete) {
      reply.header('connection', 'close')
      drainBeforeClose(raw, drainMs)
    }
    return payload
  })
}

const drainBeforeClose = (raw: IncomingMessage, drainMs: number): void => {
  const { socket } = raw
  const close = () => void socket.destroy()
  // With this Node ends the connection of a finished answer, without waiting for the rest of the body.
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
