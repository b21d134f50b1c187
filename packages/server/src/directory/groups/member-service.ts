import type { Group, GroupMember } from '@rollcall/contract'
import { sql } from 'kysely'
import { type Change, recordChange } from '../../gate/audit/audit-log.ts'
import { type Page, pageRequest, toPage } from '../../gate/parameters/paging.ts'
import { underRules } from '../../platform/db/constraints.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { lockDirectory } from '../../platform/transactions/directory-lock.ts'
import { transact } from '../../platform/transactions/transact.ts'
import { getEntity, listEntities } from '../entities/entity-service.ts'
import { GROUPS } from './group-table.ts'

/** Lists members by user id, by the primary key of the memberships. @throws AppError entity_not_found */
export const listMembers = async (
  db: Db,
  orgId: string,
  groupId: string,
  query: { limit?: number; cursor?: string },
): Promise<Page<GroupMember>> => {
  const page = pageRequest(query, ['uuid'])
  await getEntity(db, GROUPS, orgId, groupId)
  const { rows } = await sql<GroupMember>`
    select u.id as "userId", u.user_name as "userName", u.first_name as "firstName", u.last_name as "lastName", u.status,
      case
        when m.by_attribute then 'attribute'
        when exists (select from provisioned_groups p where p.org_id = m.org_id and p.group_id = m.group_id) then 'provisioning'
        else 'administrator'
      end as origin
    from group_members m
    join users u on u.org_id = m.org_id and u.id = m.user_id
    where m.org_id = ${orgId} and m.group_id = ${groupId} ${page.after ? sql`and m.user_id > ${page.after[0]}` : sql``}
    order by m.user_id
    limit ${page.limit + 1}`.execute(db)
  return toPage(
    page,
    rows,
    ({ userId }) => [userId],
    (row) => row,
  )
}

/** Lists the groups of a user, by the index of memberships on users. */
export const listGroupsOf = (
  db: Db,
  orgId: string,
  userId: string,
  query: { limit?: number; cursor?: string },
): Promise<Page<Group>> => {
  const isJoined = sql`e.id in (select m.group_id from group_members m where m.org_id = ${orgId} and m.user_id = ${userId})`
  return listEntities(db, GROUPS, orgId, { ...query }, [isJoined])
}

const FROM_PROVIDER = 'The group comes from a provider (SCIM), and only it changes the members.'

/** Returns whether a provider has made the user a member already. @throws AppError group_origin if it has not */
const isOfProvider = async (trx: Db, orgId: string, groupId: string, userId: string): Promise<boolean> => {
  const { rows } = await sql<{ isMember: boolean }>`
    select exists (
      select from group_members m where m.org_id = p.org_id and m.group_id = p.group_id and m.user_id = ${userId}
    ) as "isMember"
    from provisioned_groups p
    where p.org_id = ${orgId} and p.group_id = ${groupId}`.execute(trx)
  if (!rows[0]) return false
  if (!rows[0].isMember) throw new AppError('group_origin', { detail: FROM_PROVIDER })
  return true
}

/**
 * Adds a member; an existing membership stays unchanged.
 * @throws AppError entity_not_found; group_origin when the group comes from a provider
 */
export const joinGroup = async (db: Db, orgId: string, groupId: string, userId: string): Promise<void> => {
  await underRules(insertMember(db, orgId, groupId, userId))
}

/** Does the same as an act of its own. @throws AppError entity_not_found, group_origin */
export const addMember = (db: Db, orgId: string, groupId: string, userId: string): Promise<void> =>
  underRules(
    transact(db, async (trx) => {
      if (await insertMember(trx, orgId, groupId, userId)) await recordMember(trx, orgId, groupId, { after: { userId } })
    }),
  )

const insertMember = async (db: Db, orgId: string, groupId: string, userId: string): Promise<boolean> => {
  if (await isOfProvider(db, orgId, groupId, userId)) return false
  const { numAffectedRows } = await sql`
    insert into group_members (org_id, group_id, user_id)
    values (${orgId}, ${groupId}, ${userId})
    on conflict do nothing`.execute(db)
  return numAffectedRows === 1n
}

const recordMember = async (trx: Db, orgId: string, groupId: string, change: Pick<Change, 'before' | 'after'>): Promise<void> => {
  const { groupName } = await getEntity(trx, GROUPS, orgId, groupId)
  await recordChange(trx, orgId, { entity: { type: 'group', id: groupId, name: groupName }, ...change })
}

/**
 * Ends a membership. If the group was the primary group of the user, the user has none afterwards.
 * @throws AppError entity_not_found; group_origin when an attribute created it
 */
export const leaveGroup = (db: Db, orgId: string, groupId: string, userId: string): Promise<void> =>
  transact(db, async (trx) => {
    await lockDirectory(trx, orgId)
    const { rows } = await sql<{ by_attribute: boolean }>`
      select by_attribute
      from group_members
      where org_id = ${orgId} and group_id = ${groupId} and user_id = ${userId}`.execute(trx)
    const [member] = rows
    if (!member) throw new AppError('entity_not_found', { detail: 'The user is not a member of the group.' })
    if (await isOfProvider(trx, orgId, groupId, userId)) throw new AppError('group_origin', { detail: FROM_PROVIDER })
    if (member.by_attribute) {
      throw new AppError('group_origin', {
        detail: 'A user attribute created this membership: it ends when the attribute changes, or is mapped differently.',
      })
    }
    await sql`
      delete from group_members
      where org_id = ${orgId} and group_id = ${groupId} and user_id = ${userId}`.execute(trx)
    await sql`
      update users
      set primary_group_id = null, updated_at = now()
      where org_id = ${orgId} and id = ${userId} and primary_group_id = ${groupId}`.execute(trx)
    await recordMember(trx, orgId, groupId, { before: { userId } })
  })
