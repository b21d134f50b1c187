import type { Subject } from './subject.ts'

/** As many files of 16 MB as the embedded PostgreSQL keeps. */
const FILES = 64

/**
 * Makes files of PostgreSQL's log that are used again from now on, as in a database that has run for a while. While a new one is
 * made nothing is committed, so a new database is slower until it has written a gigabyte.
 */
export const recycleLog = async ({ pool }: Pick<Subject, 'pool'>): Promise<void> => {
  for (let file = 0; file < FILES; file++) {
    await pool.query(`select pg_logical_emit_message(true, 'bench', '')`)
    await pool.query('select pg_switch_wal()')
  }
  await pool.query('checkpoint')
}
