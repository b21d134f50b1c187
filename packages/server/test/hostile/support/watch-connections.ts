import { createHook } from 'node:async_hooks'

/** A TCP connection that is being made, or a name that is being looked up, as Node makes them for whatever asks: see `lib/net.js`. */
interface Attempt {
  readonly address?: string
  readonly port?: number
  readonly hostname?: string
}

const KINDS = new Set(['TCPCONNECTWRAP', 'GETADDRINFOREQWRAP'])
const LOCAL = new Set(['localhost', '127.0.0.1', '::1'])

/** Records the hosts to which this process connects, by `http`, `fetch`, bare sockets or database drivers. */
export const watchConnections = () => {
  const attempts: Attempt[] = []
  const hook = createHook({
    init(_id, type, _trigger, resource) {
      // Its purpose is set right after it was made.
      if (KINDS.has(type)) attempts.push(resource as Attempt)
    },
  })
  return {
    start: () => void hook.enable(),
    stop: () => void hook.disable(),
    /** Each once: `address:port`, and names that are not of this machine. */
    asked(): string[] {
      const names = attempts.flatMap(({ hostname }) => (hostname === undefined || LOCAL.has(hostname) ? [] : hostname))
      const ends = attempts.flatMap(({ address, port }) => (port === undefined ? [] : `${address}:${port}`))
      return [...new Set([...names, ...ends])]
    },
  }
}
