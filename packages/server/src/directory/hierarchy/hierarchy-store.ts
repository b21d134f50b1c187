import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { ChangedGroup, NewGroup, StoredGroup } from './hierarchy-plan.ts'

export const selectGroups = async (db: Db, orgId: string): Promise<StoredGroup[]> => {
  const { rows } = await sql<StoredGroup>`
    select g.id, g.type, g.name, g.parent_id, g.origin, g.status,
      g.origin = 'attribute' and exists (
        select from attribute_mappings m where m.org_id = g.org_id and m.attribute = 'manager' and m.group_type = g.type
      ) as "isReportingLine"
    from groups g
    where g.org_id = ${orgId}`.execute(db)
  return rows
}

/** Returns the groups among these that an active user belongs to. */
export const selectInUse = async (db: Db, orgId: string, groupIds: readonly string[]): Promise<Set<string>> => {
  if (groupIds.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    with candidates as materialized (
      select value::uuid as id
      from json_array_elements_text(${JSON.stringify(groupIds)}::json)
    )
    select m.group_id as id
    from candidates c
    join group_members m on m.org_id = ${orgId} and m.group_id = c.id
    join users u on u.org_id = m.org_id and u.id = m.user_id
    where u.status = 'active'
    union
    select u.primary_group_id
    from candidates c
    join users u on u.org_id = ${orgId} and u.primary_group_id = c.id
    where u.status = 'active'
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}

export const selectGuard = async (db: Db, orgId: string): Promise<number | null> => {
  const { hierarchy_guard_percent } = await db
    .selectFrom('organizations')
    .select('hierarchy_guard_percent')
    .where('id', '=', orgId)
    .executeTakeFirstOrThrow()
  return hierarchy_guard_percent
}

export const updateGuard = async (db: Db, orgId: string, percent: number | null): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('organizations')
    .set({ hierarchy_guard_percent: percent })
    .where('id', '=', orgId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Inserts groups whose parents may be among them: the foreign key is checked at the end of the transaction. */
export const insertGroups = async (db: Db, orgId: string, groups: readonly NewGroup[]): Promise<void> => {
  if (groups.length === 0) return
  await sql`
    insert into groups (org_id, id, name, type, parent_id, origin)
    select ${orgId}::uuid, id, name, type, parent_id, 'hierarchy'
    from json_to_recordset(${JSON.stringify(groups)}::json) as g (id uuid, name text, type text, parent_id uuid)
    order by type, name
  `.execute(db)
}

export const updateGroups = async (db: Db, orgId: string, groups: readonly ChangedGroup[]): Promise<void> => {
  if (groups.length === 0) return
  await sql`
    update groups g
    set parent_id = c.parent_id, status = c.status, updated_at = statement_timestamp()
    from json_to_recordset(${JSON.stringify(groups)}::json) as c (id uuid, parent_id uuid, status text)
    where g.org_id = ${orgId} and g.id = c.id
  `.execute(db)
}
