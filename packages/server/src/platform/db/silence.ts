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

/** With these settings, PostgreSQL releases the locks of a node that is gone within a minute instead of two hours. */
const DETECT_LOST_CLIENT = 'set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3'

/**
 * Limits how long each side waits for the other. With `statementMs`, PostgreSQL ends statements that wait too long for locks or a
 * slow disk. If PostgreSQL sends nothing at all, the connection is closed, so that one hanging call does not block all others.
 * The settings are sent by a statement, because poolers refuse connections that ask for settings in their first message.
 */
export const boundSilence = async (client: pg.ClientBase, statementMs?: number): Promise<void> => {
  if (statementMs !== undefined) socketOf(client)?.setTimeout(statementMs + GRACE_MS, () => abandon(client))
  await client.query(
    statementMs === undefined ? DETECT_LOST_CLIENT : `${DETECT_LOST_CLIENT}; set statement_timeout = ${statementMs}`,
  )
}
