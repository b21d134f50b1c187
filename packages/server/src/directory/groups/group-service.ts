import type { FieldErrorCode, Group } from '@rollcall/contract'
import { sql } from 'kysely'
import type { Page } from '../../gate/parameters/paging.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { lockDirectory } from '../../platform/transactions/directory-lock.ts'
import { changeEntity, createEntity, listEntities } from '../entities/entity-service.ts'
import { begins, type Values } from '../entities/entity-table.ts'
import { MAX_LEVELS } from '../hierarchy/hierarchy-levels.ts'
import { groupsInUse } from '../hierarchy/hierarchy-service.ts'
import { GROUPS } from './group-table.ts'

interface GroupQuery {
  readonly limit?: number
  readonly cursor?: string
  readonly groupType?: string
  readonly status?: Group['status']
  readonly parentGroupId?: string
  readonly search?: string
}

export const listGroups = (db: Db, orgId: string, { search, ...query }: GroupQuery): Promise<Page<Group>> =>
  listEntities(db, GROUPS, orgId, { ...query }, search === undefined ? [] : [begins('e.name', search)])

/**
 * Creates a group whose origin is an administrator.
 * @throws AppError as createEntity, invalid_body when the group would be too deep
 */
export const createGroup = (db: Db, orgId: string, given: Values): Promise<Group> =>
  createEntity(db, GROUPS, orgId, { ...given, origin: 'administrator' }, async (trx, write, id) => {
    // A simultaneous import or hierarchy submission could complete a cycle, so they wait for each other.
    await lockDirectory(trx, orgId)
    if (typeof given.parentGroupId === 'string') await assertParent(trx, orgId, id, given.parentGroupId)
    await write()
  })

/**
 * @throws AppError as changeEntity, group_origin, invalid_body when the group would be its own ancestor, or when it or a descendant
 * would be too deep
 */
export const changeGroup = (db: Db, orgId: string, groupId: string, given: Values): Promise<Group> =>
  changeEntity(db, GROUPS, orgId, groupId, given, async (trx, write, id) => {
    await lockDirectory(trx, orgId)
    await assertOrigin(trx, orgId, id, given)
    if (typeof given.parentGroupId === 'string') await assertParent(trx, orgId, id, given.parentGroupId)
    await write()
  })

const SOURCES: Readonly<Record<string, string>> = {
  attribute: 'user attributes (POST /v1/user-attributes and the attribute mappings)',
  hierarchy: 'the hierarchy submission (POST /v1/group-relationships)',
  provisioning: 'a provider (SCIM)',
}

const assertOrigin = async (trx: Db, orgId: string, groupId: string, given: Values): Promise<void> => {
  const group = await trx
    .selectFrom('groups')
    .select('origin')
    .where('org_id', '=', orgId)
    .where('id', '=', groupId)
    .executeTakeFirst()
  if (!group || group.origin === 'administrator') return
  const hasOnlyStatus = Object.entries(given).every(([field, value]) => field === 'status' || value === undefined)
  if (group.origin === 'attribute' && hasOnlyStatus) return assertEmpty(trx, orgId, groupId, given.status)
  throw new AppError('group_origin', { detail: `The group comes from ${SOURCES[group.origin]}, and only those may change it.` })
}

/** Allows an administrator to set an empty group from attributes inactive: only a person can know that it is not needed. */
const assertEmpty = async (trx: Db, orgId: string, groupId: string, status: unknown): Promise<void> => {
  if (status !== 'inactive' || (await groupsInUse(trx, orgId, [groupId])).size === 0) return
  throw new AppError('group_origin', {
    detail: `The group comes from ${SOURCES.attribute} and has members. It can be set inactive once no active user belongs to it.`,
  })
}

/** Follows the groups above the parent and below the group, one step beyond the maximum depth, which detects every violation. */
const assertParent = async (trx: Db, orgId: string, groupId: string, parentId: string): Promise<void> => {
  const { rows } = await sql<{ above: number; below: number; isCycle: boolean }>`
    with recursive above (id, level) as (
      select ${parentId}::uuid, 1
      union all
      select g.parent_id, a.level + 1
      from above a
      join groups g on g.org_id = ${orgId} and g.id = a.id
      where g.parent_id is not null and a.level <= ${MAX_LEVELS}
    ),
    below (id, level) as (
      select ${groupId}::uuid, 1
      union all
      select g.id, b.level + 1
      from below b
      cross join lateral (select id from groups where org_id = ${orgId} and parent_id = b.id offset 0) g
      where b.level <= ${MAX_LEVELS}
    )
    select (select max(level) from above) as above, (select max(level) from below) as below,
      exists (select from above where id = ${groupId}) as "isCycle"`.execute(trx)
  const { above, below, isCycle } = rows[0] as (typeof rows)[number]
  if (isCycle) refuseParent('group_cycle', 'would make the group its own ancestor')
  if (above + below > MAX_LEVELS) {
    refuseParent('group_too_deep', `puts the group, or one below it, deeper than ${MAX_LEVELS} levels`)
  }
}

const refuseParent = (code: FieldErrorCode, message: string): never => {
  throw new AppError('invalid_body', { errors: [{ pointer: '/parentGroupId', message, code }] })
}
