import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** A health check that has not asked for this long does not ask at all. */
const CHECK_MEMORY_MS = 60_000

/** How a node leaves the load balancer in front of it before it closes its port. */
export interface Draining {
  /** Whether the node is about to stop: it serves still, and is no longer ready. */
  readonly isDraining: boolean
  /** Notes that a health check asks whether the node is ready. */
  noteCheck(): void
  /**
   * Serves on for this long while health checks learn that the node is not ready, so that load balancers send their calls elsewhere.
   * Returns at once if no health check has asked lately: then nothing would notice.
   */
  drain(forMs: number): Promise<void>
}

export const createDraining = (): Draining => {
  let isDraining = false
  let checkedAt = Number.NEGATIVE_INFINITY
  return {
    get isDraining() {
      return isDraining
    },
    noteCheck() {
      checkedAt = performance.now()
    },
    async drain(forMs) {
      if (performance.now() - checkedAt > CHECK_MEMORY_MS) return
      isDraining = true
      await delay(forMs)
    },
  }
}

/**
 * Makes a stop wait for requests in progress, but not for idle connections. While the node drains or closes, responses ask callers
 * to close the connection, so that no caller sends a call on a connection that is being closed. Those whose last response was sent
 * before are closed when they are idle.
 */
export const registerDraining = (app: FastifyInstance, draining: Draining): void => {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isClosing || draining.isDraining) reply.header('connection', 'close')
    done(null, payload)
  })
  app.addHook('onResponse', (_request, _reply, done) => {
    if (isClosing) setImmediate(() => app.server.closeIdleConnections())
    done()
  })
}
