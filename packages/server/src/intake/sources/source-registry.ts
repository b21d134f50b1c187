import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import { sqlState } from '../../platform/errors.ts'
import type { Listener } from '../../platform/notifications/listener.ts'

export interface SourceRegistry {
  /** Returns the number of the source; a new source gets one. */
  numberOf(orgId: string, sourceId: string): Promise<number>
}

const MAX_SOURCES = 50_000

/** Nothing is sent on it: it only reports that the connection was lost. */
const CHANNEL = 'rollcall_sources'

/**
 * Caches the numbers of sources. A source keeps its number forever, unless a standby without its row becomes primary and gives the
 * number to another source. So a lost connection to the database clears the cache.
 */
export const createSourceRegistry = async (pool: pg.Pool, listener: Listener): Promise<SourceRegistry> => {
  const cache = new LRUCache<string, number>({ maxSize: MAX_SOURCES, sizeCalculation: () => 1 })
  await listener.on(CHANNEL, () => cache.clear())
  return {
    async numberOf(orgId, sourceId) {
      const name = `${orgId} ${sourceId}`
      const known = cache.get(name)
      if (known !== undefined) return known
      const sourceNo = (await selectSource(pool, orgId, sourceId)) ?? (await insertSource(pool, orgId, sourceId))
      cache.set(name, sourceNo)
      return sourceNo
    },
  }
}

const selectSource = async (pool: pg.Pool, orgId: string, sourceId: string): Promise<number | undefined> => {
  const text = 'select source_no from sources where org_id = $1 and source_id = $2'
  const { rows } = await pool.query<{ source_no: number }>(text, [orgId, sourceId])
  return rows[0]?.source_no
}

/** Adds a source. Two first calls may choose the same number; then the one that fails retries. */
const insertSource = async (pool: pg.Pool, orgId: string, sourceId: string): Promise<number> => {
  for (;;) {
    try {
      const { rows } = await pool.query<{ source_no: number }>(
        `insert into sources (org_id, source_no, source_id)
         select $1, coalesce(max(source_no), 0) + 1, $2 from sources where org_id = $1
         on conflict (org_id, source_id) do nothing
         returning source_no`,
        [orgId, sourceId],
      )
      const sourceNo = rows[0]?.source_no ?? (await selectSource(pool, orgId, sourceId))
      if (sourceNo !== undefined) return sourceNo
    } catch (error) {
      if (sqlState(error) !== '23505') throw error
    }
  }
}
