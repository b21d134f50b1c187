import type { Socket } from 'node:net'
import pg from 'pg'

/** These settings detect within half a minute that a database, its machine or the network has failed silently. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const

/** This is longer than PostgreSQL takes to end a statement itself. */
const GRACE_MS = 5_000

const socketOf = (client: pg.ClientBase): Socket | undefined =>
  client instanceof pg.Client ? (client.connection as unknown as { stream: Socket }).stream : undefined

/** SQLSTATE of a write that a server refuses because it only reads, such as a standby. */
const READ_ONLY = '25006'

/**
 * Ends connections that refuse to write, once they are given back. The server behind them will not change its mind, but the address
 * may lead to another one by now.
 */
export const replaceReadOnly = (pool: pg.Pool): void => {
  const refusing = new WeakSet<pg.ClientBase>()
  pool.on('connect', (client) => {
    if (!(client instanceof pg.Client)) return
    client.connection.on('errorMessage', ({ code }: { code?: string }) => {
      if (code === READ_ONLY) refusing.add(client)
    })
  })
  pool.on('release', (_error, client) => {
    if (refusing.has(client)) void (client as unknown as pg.Client).end()
  })
}

/** Ends the connection; the caller that waits for it learns that the database is unavailable. */
export const abandon = (client: pg.ClientBase): void => {
  socketOf(client)?.destroy(new Error('Connection terminated: the database does not answer'))
}

/**
 * Closes the connection if PostgreSQL sends nothing for longer than it lets a statement take, so that one hanging call does not block all
 * others.
 */
export const boundSilence = (client: pg.ClientBase, statementMs: number): void => {
  socketOf(client)?.setTimeout(statementMs + GRACE_MS, () => abandon(client))
}
