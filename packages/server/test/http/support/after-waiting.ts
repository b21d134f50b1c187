import { expect } from 'vitest'
import type { TestService } from '../../../src/testing/test-service.ts'

/** Makes a call that waits for what a statement locks. Returns its answer, and the time at which the lock was released. */
export const afterWaiting = async <T>(
  { database: { pool } }: TestService,
  [statement, ...values]: readonly [string, ...unknown[]],
  call: () => Promise<T>,
): Promise<{ answer: T; released: string }> => {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(statement, values)
    const answer = call()
    const waiting = 'select from pg_stat_activity where datname = current_database() and $1 = any (pg_blocking_pids(pid))'
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    await expect.poll(async () => (await pool.query(waiting, [rows[0]?.pid])).rowCount).toBe(1)
    const clock = 'select iso_timestamp(clock_timestamp()) as moment from pg_sleep(0.01)'
    const times = await client.query<{ moment: string }>(clock)
    await client.query('commit')
    return { answer: await answer, released: times.rows[0]?.moment as string }
  } finally {
    // After a failure it may still have the lock.
    client.release(true)
  }
}
