import type { AuditEntry } from '@rollcall/contract'
import { type RawBuilder, sql } from 'kysely'
import { ENTRY_COLUMNS, ENTRY_NAMES } from '../../gate/audit/entry-columns.ts'
import type { PageRequest } from '../../gate/parameters/paging.ts'
import type { Db } from '../../platform/db/database.ts'

interface AuditFilter {
  readonly action?: string | undefined
  readonly actorType?: string | undefined
  readonly actorId?: string | undefined
  readonly entityType?: string | undefined
  readonly entityId?: string | undefined
  readonly from?: Date | undefined
  readonly to?: Date | undefined
}

interface Row extends AuditEntry {
  /** The position in the list, to the microsecond. */
  readonly position: string
}

const conditionsOf = ({ action, actorType, actorId, entityType, entityId, from, to }: AuditFilter): RawBuilder<unknown>[] => [
  ...(action === undefined ? [] : [sql`e.action = ${action}`]),
  ...(actorType === undefined ? [] : [sql`e.actor_type = ${actorType}`]),
  ...(actorId === undefined ? [] : [sql`e.actor_id = ${actorId}`]),
  ...(entityType === undefined ? [] : [sql`e.entity_type = ${entityType}`]),
  ...(entityId === undefined ? [] : [sql`e.entity_id = ${entityId}`]),
  ...(from === undefined ? [] : [sql`e.at >= ${from}`]),
  ...(to === undefined ? [] : [sql`e.at < ${to}`]),
]

/**
 * Returns the entries of a page and one more, the newest first, from one range of an index: by time, or by action, actor or entity and
 * time. Names of users and keys are looked up for the entries of the page only.
 */
export const selectEntries = async (
  db: Db,
  orgId: string,
  filter: AuditFilter,
  { limit, after }: PageRequest,
): Promise<Row[]> => {
  const afterLast = after ? [sql`(e.at, e.entry_no) < (${after[0]}::timestamptz, ${after[1]}::int8)`] : []
  const conditions = [...conditionsOf(filter), ...afterLast].map((condition) => sql`and ${condition}`)
  const { rows } = await sql<Row>`
    select e.entry_no as "entryNo", iso_timestamp(e.at) as timestamp, ${sql.raw(ENTRY_COLUMNS)},
      to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as position
    from (
      select *
      from audit_log e
      where e.org_id = ${orgId} ${sql.join(conditions, sql` `)}
      order by e.at desc, e.entry_no desc
      limit ${limit + 1}
    ) e ${sql.raw(ENTRY_NAMES)}
    order by e.at desc, e.entry_no desc`.execute(db)
  return rows
}
