import type pg from 'pg'
import { sqlState } from '../../platform/errors.ts'
import type { EventKey } from './event-kind.ts'

const NO_PARTITION = '23514'
const DEADLOCK = '40P01'
const MAX_ATTEMPTS = 5

/**
 * Runs the insert. If the first event of a month finds no partition, it creates the partition and runs the insert again. It also
 * retries after PostgreSQL canceled the insert to resolve a deadlock with a replay or with the creation of a partition.
 */
export const withPartitions = async <T>(pool: pg.Pool, events: readonly EventKey[], run: () => Promise<T>): Promise<T> => {
  let isPartitionMissing = false
  for (let attempt = 1; ; attempt++) {
    try {
      if (isPartitionMissing) await ensurePartitions(pool, events)
      return await run()
    } catch (error) {
      const state = sqlState(error)
      if (attempt === MAX_ATTEMPTS || (state !== NO_PARTITION && state !== DEADLOCK)) throw error
      isPartitionMissing ||= state === NO_PARTITION
    }
  }
}

const ensurePartitions = async (pool: pg.Pool, events: readonly EventKey[]): Promise<void> => {
  const months = [...new Set(events.map(({ utcDay }) => `${utcDay.slice(0, 7)}-01`))].sort()
  for (const month of months) await pool.query('select ensure_event_partitions($1)', [month])
}
