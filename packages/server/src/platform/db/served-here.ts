import { type RawBuilder, sql } from 'kysely'
import { isBeingMoved } from '../errors.ts'
import { arrayLiteral } from '../sql/array-literal.ts'
import type { Db } from './database.ts'

/**
 * Whether this database serves the organization of a column. Whatever covers the rows of all organizations asks this: a copy that
 * arrives from another cell, or was left behind, is no work of this one, and an organization that is about to leave takes no writes.
 */
export const servedHere = (orgColumn: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from organizations served where served.id = ${sql.ref(orgColumn)} and served.placement = 'here')`

/**
 * Returns those of the counts that may be written. Counts of an organization that is read-only for a moment are kept for the next
 * write; those of one that has left, at most of the last seconds, are dropped.
 */
export const writableHere = async <T>(
  trx: Db,
  items: readonly T[],
  orgIdOf: (item: T) => string,
  keep: (item: T) => void,
): Promise<readonly T[]> => {
  const { rows } = await sql<{ id: string; placement: string }>`
    select id, placement from organizations where id = any (${arrayLiteral([...new Set(items.map(orgIdOf))])}::uuid[])
  `.execute(trx)
  const placements = new Map(rows.map(({ id, placement }) => [id, placement]))
  for (const item of items) if (placements.get(orgIdOf(item)) === 'read-only') keep(item)
  return items.filter((item) => placements.get(orgIdOf(item)) === 'here')
}

/** The lock that writers of an organization share while it is moved to another cell, as in admit_moving_write(). */
export const movingLock = (orgId: string): string => `rollcall.moving.${orgId}`

/**
 * Does work that no transaction takes back, such as writing files that all cells share, only while this database serves the
 * organization. A move waits until it has ended, as for a transaction that writes: otherwise what this cell still writes could replace
 * what the next one has written meanwhile.
 * @returns undefined if the organization has left, or is about to leave; then the work was not done
 */
export const whileServedHere = async <T>(db: Db, orgId: string, work: (trx: Db) => Promise<T>): Promise<T | undefined> => {
  try {
    return await db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ isLocked: boolean }>`
        select pg_try_advisory_xact_lock_shared(hashtextextended(${movingLock(orgId)}, 0)) as "isLocked"
      `.execute(trx)
      if (!rows[0]?.isLocked) return undefined
      // Read after the lock, which keeps it as it is.
      const { rows: served } = await sql`select from organizations where id = ${orgId} and placement = 'here'`.execute(trx)
      return served.length > 0 ? await work(trx) : undefined
    })
  } catch (error) {
    if (isBeingMoved(error)) return undefined
    throw error
  }
}
