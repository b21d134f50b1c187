import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Telemetry } from '../../platform/telemetry/telemetry.ts'

/** The bytes that a reader must take within the time, as of streamed responses. */
const PART_BYTES = 1 << 17
const CHECKS = 6

/** The counters of Node below a socket: a response is one write, so those of the socket itself stand still until it is complete. */
interface Handled {
  readonly _handle?: { readonly bytesWritten: number; readonly writeQueueSize: number } | null
}

/** How far the reader of a connection was when it last took a part. */
interface Progress {
  readonly sent: number
  readonly at: number
}

/**
 * Cuts off connections whose readers do not take the response that waits for them in memory. It looks at connections a few times
 * within the given time, and costs requests nothing.
 */
export const registerSlowReaders = (app: FastifyInstance, telemetry: Telemetry, stallMs: number): void => {
  const open = new Set<Socket>()
  const waiting = new WeakMap<Socket, Progress>()
  app.server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })

  const check = (socket: Socket): void => {
    const { bytesWritten = 0, writeQueueSize = 0 } = (socket as unknown as Handled)._handle ?? {}
    if (writeQueueSize === 0) {
      waiting.delete(socket)
      return
    }
    const now = performance.now()
    const sent = bytesWritten - writeQueueSize
    const before = waiting.get(socket)
    if (!before || sent - before.sent >= PART_BYTES) {
      waiting.set(socket, { sent, at: now })
    } else if (now - before.at >= stallMs) {
      telemetry.connectionDropped(socket.remoteAddress)
      socket.destroy()
    }
  }
  const timer = setInterval(() => open.forEach(check), stallMs / CHECKS)
  app.addHook('onClose', async () => clearInterval(timer))
}
