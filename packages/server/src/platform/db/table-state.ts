import { sql } from 'kysely'
import { arrayLiteral } from '../sql/array-literal.ts'
import type { Db } from './database.ts'
import { executePrepared } from './prepared.ts'

/** Names the combined state of some tables of an organization. */
export interface TableState {
  /** Counts the changes in these tables: it only goes up, so it identifies the state. */
  readonly revision: number
  readonly changedAt: number
  /** When the organization was created, which distinguishes a database that was restored from a backup. */
  readonly createdAt: number
}

/** Every read of the warehouse asks this, so the statement is prepared: planning it takes longer than running it. */
export const readTableState = async (db: Db, orgId: string, tables: readonly string[]): Promise<TableState> => {
  const statement = sql<TableState>`
    select coalesce(sum(r.revision), 0)::int8 as revision,
      (extract(epoch from coalesce(max(r.changed_at), o.created_at)) * 1000)::int8 as "changedAt",
      (extract(epoch from o.created_at) * 1000)::int8 as "createdAt"
    from organizations o
    left join table_revisions r on r.org_id = o.id and r.table_name = any (${arrayLiteral(tables)})
    where o.id = ${orgId}
    group by o.created_at
  `
  const [state] = await executePrepared(db, 'state of tables', statement)
  return state as TableState
}
