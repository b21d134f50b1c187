import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'

/** A script that failed by itself was not killed. */
export type Ending = 'done' | 'killed' | 'failed'

/**
 * Runs a script in its own process and ends it by kill -9: the given number of milliseconds after it has printed "ready", or as
 * soon as the moment has come by then. The script prints "done" after its work.
 */
export const runAndKill = async (
  script: string,
  args: readonly string[],
  moment: number | (() => Promise<boolean>),
): Promise<Ending> => {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    said += text
  })
  let isClosed = false
  const closed = once(child, 'close').then(() => {
    isClosed = true
  })
  while (!said.includes('ready') && !isClosed) await Promise.race([once(child.stdout, 'data'), closed])
  try {
    if (typeof moment === 'number') await Promise.race([delay(moment), closed])
    else while (!isClosed && !(await moment())) await Promise.race([delay(20), closed])
  } finally {
    child.kill('SIGKILL')
    await closed
  }
  if (said.includes('done')) return 'done'
  return child.signalCode === 'SIGKILL' ? 'killed' : 'failed'
}

/** Keeps everyone from writing to the table while the work runs, which can ask whether a writer waits. */
export const withTableLocked = async <T>(
  pool: pg.Pool,
  table: string,
  work: (isWaitedFor: () => Promise<boolean>) => Promise<T>,
): Promise<T> => {
  const holder = await pool.connect()
  try {
    await holder.query(`begin; lock table ${table} in exclusive mode`)
    return await work(async () => {
      const { rows } = await holder.query(
        `select from pg_locks
         where relation = $1::regclass and database = (select oid from pg_database where datname = current_database())
           and not granted`,
        [table],
      )
      return rows.length > 0
    })
  } finally {
    // Closed, so that the transaction ends in any case.
    holder.release(true)
  }
}
