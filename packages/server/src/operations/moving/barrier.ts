import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { BARRIER_CHANNEL, BARRIER_LOCK, LISTENER_NAME } from '../../platform/notifications/listener.ts'

const LOOK_EVERY_MS = 20
/** A node that has not heard by then hangs, and its connection is ended. */
const NODE_MS = 5_000
/** Longer than a node without notifications trusts what it knows of a key. */
const CACHE_MS = 5_000

const LISTENERS = `
  select pid from pg_stat_activity where datname = current_database() and application_name = $1`

const HEARD = `
  select pid
  from pg_locks
  where locktype = 'advisory' and objsubid = 2 and granted and classid = $1::int::oid and objid = $2::int::oid
    and database = (select oid from pg_database where datname = current_database())`

interface Answers {
  /** Nodes that heard. */
  readonly heard: number
  /** Nodes that did not, whose connections were ended. */
  readonly ended: number
}

/**
 * Returns once every node that uses the database has heard all notifications committed before. Each node answers by a lock that shows
 * the number of the question. The connection of a node that does not answer is ended, and by the time this returns, what that node
 * knew has expired. A node that has lost its connection is not asked, because it remembers no keys until it listens again.
 */
export const awaitNodes = async (pool: pg.Pool, nodeMs = NODE_MS): Promise<Answers> => {
  const client = await pool.connect()
  try {
    // A node shows only the last number, so there is one question at a time.
    await client.query(`select pg_advisory_lock(hashtextextended($1, 0))`, [BARRIER_CHANNEL])
    return await ask(client, nodeMs)
  } finally {
    client.release(true)
  }
}

const ask = async (client: pg.ClientBase, nodeMs: number): Promise<Answers> => {
  const question = Math.floor(Math.random() * 2 ** 31)
  await client.query('select pg_notify($1, $2)', [BARRIER_CHANNEL, String(question)])
  const pidsOf = async (text: string, values: unknown[]): Promise<Set<number>> =>
    new Set((await client.query<{ pid: number }>(text, values)).rows.map(({ pid }) => pid))
  const listeners = await pidsOf(LISTENERS, [LISTENER_NAME])
  const start = performance.now()
  for (;;) {
    const heard = await pidsOf(HEARD, [BARRIER_LOCK, question])
    const present = await pidsOf(LISTENERS, [LISTENER_NAME])
    const missing = [...listeners].filter((pid) => !heard.has(pid) && present.has(pid))
    if (missing.length === 0) return { heard: listeners.size, ended: 0 }
    if (performance.now() - start > nodeMs) {
      await client.query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [missing])
      await delay(CACHE_MS)
      return { heard: listeners.size - missing.length, ended: missing.length }
    }
    await delay(LOOK_EVERY_MS)
  }
}
