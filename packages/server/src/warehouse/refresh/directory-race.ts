import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'
import { SEGMENT_TABLES } from '../segments/segment-dataset.ts'

/** Returns how often names were changed, as the snapshot of `db` sees it. */
export const readDirectoryRevision = async (db: Db, orgId: string): Promise<number> => {
  const { rows } = await sql<{ revision: number }>`
    select coalesce(sum(revision), 0)::int8 as revision
    from table_revisions
    where org_id = ${orgId} and table_name = any (${arrayLiteral(SEGMENT_TABLES)})
  `.execute(db)
  return rows[0]?.revision ?? 0
}

/**
 * If names were changed since the snapshot, or are being changed, makes the next refresh check these days again: a change of a
 * name marks the days known at that moment, which may not include these. It skips tables that are locked by a change instead of
 * waiting, and blocks others only until the transaction ends.
 */
export const markOvertakenDays = async (trx: Db, orgId: string, days: readonly string[], revision: number): Promise<void> => {
  const { rows } = await sql<{ revision: number }>`
    select revision
    from table_revisions
    where org_id = ${orgId} and table_name = any (${arrayLiteral(SEGMENT_TABLES)})
    for share skip locked
  `.execute(trx)
  if (rows.reduce((sum, row) => sum + row.revision, 0) === revision) return
  await sql`
    insert into day_change_ticks (org_id, topic, day, reason)
    select ${orgId}, 'directory', day, 'corrected'
    from unnest(${arrayLiteral(days)}::date[]) as d (day)
  `.execute(trx)
}
