import { sql } from 'kysely'
import { arrayLiteral } from '../db/array-literal.ts'
import type { Db } from '../db/database.ts'

/** In which state some tables of an organisation are, all together. */
export interface TableState {
  /** How often anything in them was changed: only ever goes up, so it names the state. */
  readonly revision: number
  readonly changedAt: number
  /** When the organisation was created, which tells apart what was restored from a backup. */
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

/** How far a location is published. */
export interface LocationState {
  readonly id: string
  /** Its local day. */
  readonly today: string
  readonly publishedThrough: string | null
  readonly publishedAt: Date | null
}

/** All locations of the organisation, and the one that stands for none, in the organisation's time zone. */
export const listLocationStates = async (db: Db, orgId: string): Promise<LocationState[]> => {
  const { rows } = await sql<LocationState>`
    select l.location_id as id, (now() at time zone l.time_zone)::date as today, p.published_through as "publishedThrough",
      p.published_at as "publishedAt"
    from publishing_locations l
    left join published_locations p on p.org_id = ${orgId} and p.location_id = l.location_id
    where l.org_id = ${orgId}
    order by l.location_id
  `.execute(db)
  return rows
}
