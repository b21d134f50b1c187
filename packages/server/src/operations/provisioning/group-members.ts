import { sql } from 'kysely'
import { scimError } from '../../gate/scim/scim-error.ts'
import type { Db } from '../../platform/db/database.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'
import { discardPlans } from '../../platform/transactions/discard-plans.ts'
import type { GroupChange } from './group-changes.ts'

/** The users who became members, and those who no longer are. */
export interface MemberChanges {
  readonly joined: readonly string[]
  readonly left: readonly string[]
}

/**
 * Adds and removes members, and returns those whose membership changed. Others are not touched.
 * @throws AppError with scimType invalidValue for a member who is no user
 */
export const changeMembers = async (
  trx: Db,
  orgId: string,
  groupId: string,
  { replacesMembers, added, removed }: GroupChange,
): Promise<MemberChanges> => {
  const ids = arrayLiteral([...added])
  if (added.size > 0) await assertUsers(trx, orgId, ids)
  const leaving = replacesMembers
    ? sql`user_id <> all (${ids}::uuid[])`
    : sql`user_id = any (${arrayLiteral([...removed])}::uuid[])`
  const left = replacesMembers || removed.size > 0 ? await removeMembers(trx, orgId, groupId, leaving) : []
  if (added.size === 0) return { joined: [], left }
  // Provisioning may have created the users within the last minute, so that what is planned knows few of them.
  await discardPlans(trx, added.size)
  const { rows } = await sql<{ user_id: string }>`
      insert into group_members (org_id, group_id, user_id)
      select ${orgId}::uuid, ${groupId}::uuid, user_id
      from unnest(${ids}::uuid[]) as a (user_id)
      where not exists (
        select from group_members m where m.org_id = ${orgId} and m.group_id = ${groupId} and m.user_id = a.user_id
      )
      order by user_id
      on conflict do nothing
      returning user_id`.execute(trx)
  return { joined: rows.map((row) => row.user_id), left }
}

/** Whose primary group it was has none afterwards. */
const removeMembers = async (trx: Db, orgId: string, groupId: string, leaving: ReturnType<typeof sql>): Promise<string[]> => {
  const { rows } = await sql<{ user_id: string }>`
    delete from group_members
    where org_id = ${orgId} and group_id = ${groupId} and ${leaving}
    returning user_id`.execute(trx)
  const ids = rows.map((row) => row.user_id)
  if (ids.length === 0) return []
  await sql`
    update users
    set primary_group_id = null, updated_at = now()
    where org_id = ${orgId} and primary_group_id = ${groupId}
      and id = any (${arrayLiteral(ids)}::uuid[])`.execute(trx)
  return ids
}

const assertUsers = async (trx: Db, orgId: string, ids: string): Promise<void> => {
  const { rows } = await sql<{ id: string }>`
    select a.id
    from unnest(${ids}::uuid[]) as a (id)
    where not exists (select from users u where u.org_id = ${orgId} and u.id = a.id and u.erased_at is null)
    limit 1`.execute(trx)
  if (rows[0]) throw scimError('invalidValue', `There is no user ${rows[0].id}, who should be a member.`)
}
