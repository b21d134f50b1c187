import type { AuditAction, Group, GroupMember } from '@rollcall/contract'
import { sql } from 'kysely'
import { type Change, recordChanges } from '../../gate/audit/audit-log.ts'
import { type Page, pageRequest, toPage } from '../../gate/parameters/paging.ts'
import { underRules } from '../../platform/db/constraints.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'
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
const FROM_ATTRIBUTE = 'A user attribute created this membership: it ends when the attribute changes, or is mapped differently.'

interface Membership {
  readonly userId: string
  readonly byAttribute: boolean
}

/** Those of the users who are members, by the primary key of the memberships. */
const selectMembers = async (
  trx: Db,
  orgId: string,
  groupId: string,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, Membership>> => {
  const { rows } = await sql<Membership>`
    select user_id as "userId", by_attribute as "byAttribute"
    from group_members
    where org_id = ${orgId} and group_id = ${groupId} and user_id = any (${arrayLiteral(userIds)}::uuid[])`.execute(trx)
  return new Map(rows.map((row) => [row.userId, row]))
}

const isOfProvider = async (trx: Db, orgId: string, groupId: string): Promise<boolean> => {
  const { rows } = await sql`
    select from provisioned_groups where org_id = ${orgId} and group_id = ${groupId}`.execute(trx)
  return rows.length > 0
}

/** What is refused of a change of members, by user. */
export type RefuseMembers = (refused: ReadonlyMap<string, string>) => void

/** For a call about one user. */
const refuseOne: RefuseMembers = (refused) => {
  for (const detail of refused.values()) throw new AppError('group_origin', { detail })
}

/**
 * Adds members, and records it; existing memberships stay unchanged.
 * @returns the number of new members
 * @throws AppError entity_not_found; group_origin when the group comes from a provider
 */
export const addMembers = async (
  trx: Db,
  orgId: string,
  groupId: string,
  userIds: readonly string[],
  refuse: RefuseMembers = refuseOne,
): Promise<number> => {
  const added = await insertMembers(trx, orgId, groupId, userIds, refuse)
  await recordMembers(trx, orgId, groupId, 'group.member-add', added, (userId) => ({ after: { userId } }))
  return added.length
}

/** Makes the user a member as part of another act. @throws AppError entity_not_found, group_origin */
export const joinGroup = async (db: Db, orgId: string, groupId: string, userId: string): Promise<void> => {
  await underRules(insertMembers(db, orgId, groupId, [userId], refuseOne))
}

/** Adds a member as an act of its own. @throws AppError entity_not_found, group_origin */
export const addMember = (db: Db, orgId: string, groupId: string, userId: string): Promise<number> =>
  underRules(transact(db, (trx) => addMembers(trx, orgId, groupId, [userId])))

const insertMembers = async (
  db: Db,
  orgId: string,
  groupId: string,
  userIds: readonly string[],
  refuse: RefuseMembers,
): Promise<string[]> => {
  if (await isOfProvider(db, orgId, groupId)) {
    const members = await selectMembers(db, orgId, groupId, userIds)
    refuse(new Map(userIds.filter((id) => !members.has(id)).map((id) => [id, FROM_PROVIDER])))
    return []
  }
  const { rows } = await sql<{ id: string }>`
    insert into group_members (org_id, group_id, user_id)
    select ${orgId}, ${groupId}, id
    from unnest(${arrayLiteral(userIds)}::uuid[]) as given (id)
    on conflict do nothing
    returning user_id as id`.execute(db)
  return rows.map(({ id }) => id)
}

const recordMembers = async (
  trx: Db,
  orgId: string,
  groupId: string,
  action: AuditAction,
  userIds: readonly string[],
  change: (userId: string) => Pick<Change, 'before' | 'after'>,
): Promise<void> => {
  if (userIds.length === 0) return
  const { groupName } = await getEntity(trx, GROUPS, orgId, groupId)
  const entity = { type: 'group', id: groupId, name: groupName }
  await recordChanges(
    trx,
    orgId,
    userIds.map((userId) => ({ action, entity, ...change(userId) })),
  )
}

/**
 * Ends the memberships of these users, and records it. Users whose primary group it was have none afterwards. Call it under the lock of the
 * directory.
 * @returns the number of members who left
 * @throws AppError entity_not_found; group_origin when an attribute or a provider made one a member
 */
export const removeMembers = async (
  trx: Db,
  orgId: string,
  groupId: string,
  userIds: readonly string[],
  refuse: RefuseMembers = refuseOne,
): Promise<number> => {
  await getEntity(trx, GROUPS, orgId, groupId)
  const members = [...(await selectMembers(trx, orgId, groupId, userIds)).values()]
  const isProvided = await isOfProvider(trx, orgId, groupId)
  const refused = members.filter(({ byAttribute }) => isProvided || byAttribute)
  refuse(new Map(refused.map(({ userId }) => [userId, isProvided ? FROM_PROVIDER : FROM_ATTRIBUTE])))
  const ids = members.map(({ userId }) => userId)
  await sql`
    delete from group_members
    where org_id = ${orgId} and group_id = ${groupId} and user_id = any (${arrayLiteral(ids)}::uuid[])`.execute(trx)
  await sql`
    update users
    set primary_group_id = null, updated_at = now()
    where org_id = ${orgId} and id = any (${arrayLiteral(ids)}::uuid[]) and primary_group_id = ${groupId}`.execute(trx)
  await recordMembers(trx, orgId, groupId, 'group.member-remove', ids, (userId) => ({ before: { userId } }))
  return ids.length
}

/**
 * Ends a membership as an act of its own.
 * @throws AppError entity_not_found; group_origin when an attribute or a provider created it
 */
export const leaveGroup = (db: Db, orgId: string, groupId: string, userId: string): Promise<void> =>
  transact(db, async (trx) => {
    await lockDirectory(trx, orgId)
    if ((await removeMembers(trx, orgId, groupId, [userId])) === 0) {
      throw new AppError('entity_not_found', { detail: 'The user is not a member of the group.' })
    }
  })
