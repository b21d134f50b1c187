import { sql } from 'kysely'
import { arrayLiteral } from '../sql/array-literal.ts'
import type { Db } from './database.ts'

/** In which state some tables of an organization are, all together. */
export interface TableState {
  /** How often anything in them was changed: only ever goes up, so it names the state. */
  readonly revision: number
  readonly changedAt: number
  /** When the organization was created, which tells apart what was restored from a backup. */
  readonly createdAt: number
}

export const readTableState = async (db: Db, orgId: string, tables: readonly string[]): Promise<TableState> => {
  const { rows } = await sql<TableState>`
    select coalesce(sum(r.revision), 0)::int8 as revision,
      (extract(epoch from coalesce(max(r.changed_at), o.created_at)) * 1000)::int8 as "changedAt",
      (extract(epoch from o.created_at) * 1000)::int8 as "createdAt"
    from organizations o
    left join table_revisions r on r.org_id = o.id and r.table_name = any (${arrayLiteral(tables)})
    where o.id = ${orgId}
    group by o.created_at
  `.execute(db)
  return rows[0] as TableState
}
