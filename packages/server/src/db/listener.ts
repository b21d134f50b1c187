import pg from 'pg'

export interface Listener extends AsyncDisposable {
  /** Calls back, among others, on every notification of the channel; with `undefined` when some may have been missed. */
  on(channel: string, callback: (payload: string | undefined) => void): Promise<void>
}

/** By this the connections that listen are known: each program that uses the database has one. */
export const LISTENER_NAME = 'rollcall listener'

const RECONNECT_MS = 1_000
const CONNECT_MS = 5_000

const listenTo = (channel: string): string => `listen ${pg.escapeIdentifier(channel)}`

/** Closes a connection that may be broken already. */
const end = (client: pg.Client): Promise<void> => client.end().catch(() => {})

/**
 * One connection that listens for changes made by other nodes. While it is away, and once more when it is back,
 * everybody is told that notifications may have been missed, so caches err on the side of forgetting.
 */
export const startListener = async (url: string): Promise<Listener> => {
  const callbacks = new Map<string, ((payload: string | undefined) => void)[]>()
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let connecting: Promise<void> = Promise.resolve()
  let closed = false

  const forgetAll = () => {
    for (const callback of [...callbacks.values()].flat()) callback(undefined)
  }

  const connect = async (): Promise<void> => {
    const next = new pg.Client({
      connectionString: url,
      application_name: LISTENER_NAME,
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_MS,
    })
    next.on('notification', ({ channel, payload }) => {
      for (const callback of callbacks.get(channel) ?? []) callback(payload)
    })
    // Once connected, 'error' is followed by 'end'.
    next.on('error', () => {})
    try {
      await next.connect()
      for (const channel of callbacks.keys()) await next.query(listenTo(channel))
    } catch (error) {
      end(next)
      throw error
    }
    client = next
    next.on('end', () => {
      client = undefined
      forgetAll()
      reconnect()
    })
  }

  const reconnect = () => {
    if (closed) return
    retry = setTimeout(() => {
      connecting = connect().then(forgetAll, reconnect)
    }, RECONNECT_MS)
  }

  await connect()
  return {
    async on(channel, callback) {
      callbacks.set(channel, [...(callbacks.get(channel) ?? []), callback])
      // Where the connection is lost meanwhile, the next one listens to every channel.
      await client?.query(listenTo(channel)).catch((error) => {
        if (client) throw error
      })
    },
    async [Symbol.asyncDispose]() {
      closed = true
      clearTimeout(retry)
      await connecting
      if (client) await end(client)
    },
  }
}
