import pg from 'pg'
import { abandon, KEEP_ALIVE } from '../db/silence.ts'

export interface Listener extends AsyncDisposable {
  /** Registers a callback for every notification of the channel; its argument is `undefined` when some may have been missed. */
  on(channel: string, callback: (payload: string | undefined) => void): Promise<void>
  /** Whether notifications arrive. While they do not, no other program knows that this one uses the database. */
  isListening(): boolean
}

/** Names the connections that listen: each program that uses the database has one. */
export const LISTENER_NAME = 'rollcall listener'

/** On this channel a number is sent, and every node answers once it has heard everything before it: it takes a lock of that number. */
export const BARRIER_CHANNEL = 'rollcall_barrier'
/** The first key of these advisory locks; the second one is the number. */
export const BARRIER_LOCK = 1_668_246_896

const RECONNECT_MS = 1_000
const CONNECT_MS = 5_000
/** How often the connection is checked, and how long the reply may take: a broken connection looks like a quiet one. */
const CHECK_MS = 10_000

const listenTo = (channel: string): string => `listen ${pg.escapeIdentifier(channel)}`

/** Ends the connection if it does not answer. */
const checkConnection = async (client: pg.Client, withinMs: number): Promise<void> => {
  const timer = setTimeout(() => abandon(client), withinMs)
  await client.query('select').catch(() => {})
  clearTimeout(timer)
}

/** The lock stays until the next question or the end of the connection, which has no other locks. */
const answerBarrier = async (client: pg.Client, question: number): Promise<void> => {
  try {
    await client.query('select pg_advisory_unlock_all()')
    await client.query('select pg_advisory_lock_shared($1::int, $2::int)', [BARRIER_LOCK, question])
  } catch {
    // The connection is lost, or the question is none.
  }
}

/** Closes a connection that may be broken already. */
const end = (client: pg.Client): Promise<void> => client.end().catch(() => {})

/**
 * Opens one connection that listens for changes by other nodes. While it is broken, and once more after it is restored, all
 * listeners learn that notifications may have been missed, so that they clear their caches.
 */
export const startListener = async (url: string, checkMs = CHECK_MS): Promise<Listener> => {
  const callbacks = new Map<string, ((payload: string | undefined) => void)[]>()
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let connecting: Promise<void> = Promise.resolve()
  let closed = false

  const notifyAll = () => {
    for (const callback of [...callbacks.values()].flat()) callback(undefined)
  }

  const connect = async (): Promise<void> => {
    const next = new pg.Client({
      connectionString: url,
      application_name: LISTENER_NAME,
      ...KEEP_ALIVE,
      connectionTimeoutMillis: CONNECT_MS,
    })
    next.on('notification', ({ channel, payload }) => {
      if (channel === BARRIER_CHANNEL) void answerBarrier(next, Number(payload))
      for (const callback of callbacks.get(channel) ?? []) callback(payload)
    })
    // After the connection is made, 'error' is followed by 'end'.
    next.on('error', () => {})
    try {
      await next.connect()
      await next.query(listenTo(BARRIER_CHANNEL))
      for (const channel of callbacks.keys()) await next.query(listenTo(channel))
    } catch (error) {
      end(next)
      throw error
    }
    client = next
    const checking = setInterval(() => void checkConnection(next, checkMs), checkMs)
    next.on('end', () => {
      clearInterval(checking)
      client = undefined
      notifyAll()
      reconnect()
    })
  }

  const reconnect = () => {
    if (closed) return
    retry = setTimeout(() => {
      connecting = connect().then(notifyAll, reconnect)
    }, RECONNECT_MS)
  }

  await connect()
  return {
    async on(channel, callback) {
      callbacks.set(channel, [...(callbacks.get(channel) ?? []), callback])
      // If the connection is lost meanwhile, the next one listens to every channel.
      await client?.query(listenTo(channel)).catch((error) => {
        if (client) throw error
      })
    },
    isListening: () => client !== undefined,
    async [Symbol.asyncDispose]() {
      closed = true
      clearTimeout(retry)
      await connecting
      if (client) await end(client)
    },
  }
}
