import type { Socket } from 'node:net'
import pg from 'pg'

/** A database that is gone without a word, with its machine or the network to it, is noticed within half a minute. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const

/** Longer than PostgreSQL takes to end a statement by itself. */
const GRACE_MS = 5_000

const socketOf = (client: pg.ClientBase): Socket | undefined =>
  client instanceof pg.Client ? (client.connection as unknown as { stream: Socket }).stream : undefined

/** Ends the connection; whoever waits for it is told that the database is away. */
export const abandon = (client: pg.ClientBase): void => {
  socketOf(client)?.destroy(new Error('Connection terminated: the database does not answer'))
}

/** The same the other way: what the session of a node that is gone has locked is free again within a minute, not after two hours. */
const NOTICE_LOSS = 'set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3'

/**
 * Lets neither side wait for ever for the other. With `statementMs`, PostgreSQL ends statements that wait too long, for locks or for a
 * slow disk; where nothing comes from it at all, the connection is given up, so that what hangs does not keep everybody else from the
 * database. By a statement, since poolers refuse connections that ask for settings in their first message.
 */
export const boundSilence = async (client: pg.ClientBase, statementMs?: number): Promise<void> => {
  if (statementMs !== undefined) socketOf(client)?.setTimeout(statementMs + GRACE_MS, () => abandon(client))
  await client.query(statementMs === undefined ? NOTICE_LOSS : `${NOTICE_LOSS}; set statement_timeout = ${statementMs}`)
}
