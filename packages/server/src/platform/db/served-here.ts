import { type RawBuilder, sql } from 'kysely'
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
