import type { Group } from '@rollcall/contract'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { lockDirectory } from '../db/directory-lock.ts'
import { type Around, changeEntity, createEntity, listEntities } from '../entities/entity-service.ts'
import { begins, type Values } from '../entities/entity-table.ts'
import { AppError } from '../errors.ts'
import type { Page } from '../http/paging.ts'
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

/** A group of an administrator. @throws AppError as createEntity */
export const createGroup = (db: Db, orgId: string, given: Values): Promise<Group> =>
  createEntity(db, GROUPS, orgId, { ...given, origin: 'administrator' }, underLock(orgId))

/** @throws AppError as changeEntity, group_origin, invalid_body when the group would stand above itself */
export const changeGroup = (db: Db, orgId: string, groupId: string, given: Values): Promise<Group> =>
  changeEntity(db, GROUPS, orgId, groupId, given, async (trx, write, id) => {
    await lockDirectory(trx, orgId)
    await assertOrigin(trx, orgId, id)
    if (typeof given.parentGroupId === 'string') await assertNoCycle(trx, orgId, id, given.parentGroupId)
    await write()
  })

/** Together with an import or a hierarchy submission it could make a cycle, so each waits for the other. */
const underLock =
  (orgId: string): Around =>
  async (trx, write) => {
    await lockDirectory(trx, orgId)
    await write()
  }

const SOURCES: Readonly<Record<string, string>> = {
  attribute: 'user attributes (POST /v1/user-attributes and the attribute mappings)',
  hierarchy: 'the hierarchy submission (POST /v1/group-relationships)',
}

const assertOrigin = async (trx: Db, orgId: string, groupId: string): Promise<void> => {
  const group = await trx
    .selectFrom('groups')
    .select('origin')
    .where('org_id', '=', orgId)
    .where('id', '=', groupId)
    .executeTakeFirst()
  if (!group || group.origin === 'administrator') return
  throw new AppError('group_origin', { detail: `The group comes from ${SOURCES[group.origin]}, and only those may change it.` })
}

/** Climbs from the parent: as many steps as the hierarchy is deep; `union` ends a walk that comes back to where it was. */
const assertNoCycle = async (trx: Db, orgId: string, groupId: string, parentId: string): Promise<void> => {
  const { rows } = await sql`
    with recursive above (id) as (
      select ${parentId}::uuid
      union
      select g.parent_id
      from above a
      join groups g on g.org_id = ${orgId} and g.id = a.id
      where g.parent_id is not null
    )
    select from above where id = ${groupId}`.execute(trx)
  if (rows.length === 0) return
  const fault = { pointer: '/parentGroupId', message: 'makes the group stand above itself', code: 'group_cycle' }
  throw new AppError('invalid_body', { errors: [fault] })
}
