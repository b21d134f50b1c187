import { sql } from 'kysely'
import { scimError } from '../../gate/scim/scim-error.ts'
import type { Db } from '../../platform/db/database.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'
import type { GroupChange } from './group-changes.ts'

/**
 * Adds and removes members, and returns whether any membership changed. Those that stay are not touched.
 * @throws AppError with scimType invalidValue for a member who is no user
 */
export const changeMembers = async (
  trx: Db,
  orgId: string,
  groupId: string,
  { replacesMembers, added, removed }: GroupChange,
): Promise<boolean> => {
  const ids = arrayLiteral([...added])
  if (added.size > 0) await assertUsers(trx, orgId, ids)
  const leaving = replacesMembers
    ? sql`user_id <> all (${ids}::uuid[])`
    : sql`user_id = any (${arrayLiteral([...removed])}::uuid[])`
  let changes = 0
  if (replacesMembers || removed.size > 0) changes += await removeMembers(trx, orgId, groupId, leaving)
  if (added.size > 0) {
    const { numAffectedRows } = await sql`
      insert into group_members (org_id, group_id, user_id)
      select ${orgId}::uuid, ${groupId}::uuid, user_id
      from unnest(${ids}::uuid[]) as a (user_id)
      where not exists (
        select from group_members m where m.org_id = ${orgId} and m.group_id = ${groupId} and m.user_id = a.user_id
      )
      order by user_id
      on conflict do nothing`.execute(trx)
    changes += Number(numAffectedRows ?? 0)
  }
  return changes > 0
}

/** Whose primary group it was has none afterwards. */
const removeMembers = async (trx: Db, orgId: string, groupId: string, leaving: ReturnType<typeof sql>): Promise<number> => {
  const { rows } = await sql<{ user_id: string }>`
    delete from group_members
    where org_id = ${orgId} and group_id = ${groupId} and ${leaving}
    returning user_id`.execute(trx)
  if (rows.length === 0) return 0
  await sql`
    update users
    set primary_group_id = null, updated_at = now()
    where org_id = ${orgId} and primary_group_id = ${groupId}
      and id = any (${arrayLiteral(rows.map((row) => row.user_id))}::uuid[])`.execute(trx)
  return rows.length
}

const assertUsers = async (trx: Db, orgId: string, ids: string): Promise<void> => {
  const { rows } = await sql<{ id: string }>`
    select a.id
    from unnest(${ids}::uuid[]) as a (id)
    where not exists (select from users u where u.org_id = ${orgId} and u.id = a.id and u.erased_at is null)
    limit 1`.execute(trx)
  if (rows[0]) throw scimError('invalidValue', `There is no user ${rows[0].id}, who should be a member.`)
}
