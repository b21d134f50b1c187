import pg from 'pg'

export interface Listener extends AsyncDisposable {
  /** Calls back on every notification of the channel; with `undefined` when some may have been missed. */
  on(channel: string, callback: (payload: string | undefined) => void): Promise<void>
}

const RECONNECT_MS = 1_000

/**
 * One connection that listens for changes made by other nodes. While it is away, and once more when it is back,
 * everybody is told that notifications may have been missed, so caches err on the side of forgetting.
 */
export const startListener = async (url: string): Promise<Listener> => {
  const callbacks = new Map<string, (payload: string | undefined) => void>()
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let closed = false

  const forgetAll = () => {
    for (const callback of callbacks.values()) callback(undefined)
  }

  const connect = async (): Promise<void> => {
    const next = new pg.Client({ connectionString: url, application_name: 'rollcall listener', keepAlive: true })
    next.on('notification', ({ channel, payload }) => callbacks.get(channel)?.(payload))
    // 'error' is followed by 'end' once connected; only 'end' reconnects.
    next.on('error', () => {})
    await next.connect()
    next.on('end', lost)
    for (const channel of callbacks.keys()) await next.query(`listen ${pg.escapeIdentifier(channel)}`)
    client = next
  }

  const lost = () => {
    client = undefined
    if (closed) return
    forgetAll()
    retry = setTimeout(() => connect().then(forgetAll, lost), RECONNECT_MS)
  }

  await connect()
  return {
    async on(channel, callback) {
      callbacks.set(channel, callback)
      await client?.query(`listen ${pg.escapeIdentifier(channel)}`)
    },
    async [Symbol.asyncDispose]() {
      closed = true
      clearTimeout(retry)
      await client?.end()
    },
  }
}
