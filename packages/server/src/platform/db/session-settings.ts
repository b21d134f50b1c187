import type pg from 'pg'
import { boundSilence } from './silence.ts'

/** With these settings, PostgreSQL releases the locks of a node that is gone within a minute instead of two hours. */
const DETECT_LOST_CLIENT = 'set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3'

/** Compiling a statement of a refresh or a chart takes PostgreSQL up to as long as running it, and the others are too short for it. */
const NEVER_COMPILE = 'set jit = off'

/**
 * Prepares a new connection. With `statementMs`, PostgreSQL ends statements that wait too long for locks or a slow disk, and the
 * connection is closed if it does not. The settings are sent by a statement, because poolers refuse connections that ask for settings in
 * their first message.
 */
export const prepareSession = async (client: pg.ClientBase, statementMs?: number): Promise<void> => {
  if (statementMs !== undefined) boundSilence(client, statementMs)
  const bound = statementMs === undefined ? '' : `; set statement_timeout = ${statementMs}`
  await client.query(`${NEVER_COMPILE}; ${DETECT_LOST_CLIENT}${bound}`)
}
