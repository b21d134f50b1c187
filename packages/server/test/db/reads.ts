import type pg from 'pg'

/** The rows of a table that the only connection of the pool has read so far, by an index or from end to end. */
export const readsOf = async (pool: pg.Pool, table: string): Promise<number> => {
  await pool.query('select pg_stat_force_next_flush()')
  const { rows } = await pool.query('select seq_tup_read + idx_tup_fetch as reads from pg_stat_user_tables where relname = $1', [
    table,
  ])
  return Number(rows[0]?.reads)
}
