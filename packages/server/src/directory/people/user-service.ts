import { formatRoles, GLOBAL_ADMINISTRATORS, USER_ROLE_NAMES, type User, type UserRole } from '@rollcall/contract'
import { findAdministratorRoles, keepAdministrator } from '../../gate/access/administrators.ts'
import { hasRole, type Principal } from '../../gate/access/principal.ts'
import { filterId } from '../../gate/parameters/filters.ts'
import type { Page } from '../../gate/parameters/paging.ts'
import { endSessionsOf } from '../../gate/sessions/session-service.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { lockDirectory } from '../../platform/transactions/directory-lock.ts'
import { changingUsers } from '../consequences/changing.ts'
import type { DirectoryConsequences } from '../consequences/directory-consequences.ts'
import { type Around, changeEntity, createEntity, listEntities } from '../entities/entity-service.ts'
import { findEntity, type Values } from '../entities/entity-table.ts'
import { joinGroup } from '../groups/member-service.ts'
import { OWNED_COLUMNS, type OwnedColumn, selectOwnedUsers } from '../providers/owned-users.ts'
import { isFoundBy, isMemberOf, USERS } from './user-table.ts'

export { nameBegins } from './user-table.ts'

interface UserQuery {
  readonly limit?: number
  readonly cursor?: string
  readonly status?: User['status']
  readonly primaryLocationId?: string
  readonly groupId?: string
  readonly search?: string
}

/** Lists users by userName; a page is read from the index of that order, of a location or of a name. */
export const listUsers = (db: Db, orgId: string, { groupId, search, ...query }: UserQuery): Promise<Page<User>> =>
  listEntities(db, USERS, orgId, { ...query }, [
    ...(groupId === undefined ? [] : [isMemberOf(filterId(groupId) as string)]),
    ...(search === undefined ? [] : [isFoundBy(search)]),
  ])

/** @throws AppError as createEntity */
export const createUser = (db: Db, orgId: string, given: Values): Promise<User> =>
  createEntity(db, USERS, orgId, given, withDirectory(orgId, given))

/**
 * A user who becomes inactive is signed out, and future days and bookings of that user are canceled.
 * @throws AppError as changeEntity, last_administrator, role_not_allowed, user_origin
 */
export const changeUser = (
  db: Db,
  consequences: DirectoryConsequences,
  caller: Principal,
  userId: string,
  given: Values,
): Promise<User> => {
  const { orgId } = caller
  return changeEntity(db, USERS, orgId, userId, given, async (trx, write, id) => {
    // Roles are given under the same lock, so that no user becomes an administrator between the check and the change.
    await lockDirectory(trx, orgId)
    if (!hasRole(caller, GLOBAL_ADMINISTRATORS)) await assertNoAdministrator(trx, orgId, id, given)
    await assertNotOwned(trx, orgId, id, given)
    const change = () => withDirectory(orgId, given)(trx, () => changingUsers(trx, consequences, orgId, [id], write), id)
    if (given.status !== 'inactive') return change()
    await keepAdministrator(trx, orgId, change)
    await endSessionsOf(trx, orgId, id)
  })
}

/** Workplace administrators could otherwise lock out an administrator, or change the name that an administrator signs in with. */
const assertNoAdministrator = async (trx: Db, orgId: string, userId: string, given: Values): Promise<void> => {
  const stored = await findEntity(trx, USERS, orgId, userId)
  const changes = (['userName', 'status'] as const).filter(
    (field) => given[field] !== undefined && given[field] !== stored?.[field],
  )
  if (!stored || changes.length === 0) return
  const roles = await findAdministratorRoles(trx, orgId, userId)
  if (roles.length === 0) return
  throw new AppError('role_not_allowed', {
    detail: `This person signs in as ${(roles as UserRole[]).map((role) => USER_ROLE_NAMES[role].toLowerCase()).join(' and ')}. Only ${formatRoles(GLOBAL_ADMINISTRATORS)} change the ${changes.join(' and ')} of administrators.`,
  })
}

/** What a provider sends of a person is changed there, or it would be changed back. */
const assertNotOwned = async (trx: Db, orgId: string, userId: string, given: Values): Promise<void> => {
  const owner = (await selectOwnedUsers(trx, orgId, [userId])).get(userId)
  if (!owner) return
  const fields = Object.keys(given).filter((field) => {
    const column = USERS.columns[field as keyof User] as OwnedColumn
    return OWNED_COLUMNS.includes(column) && given[field] !== undefined && given[field] !== owner.columns[column]
  })
  if (fields.length === 0) return
  throw new AppError('user_origin', {
    detail: `This person comes from the provider ${owner.providerName}, which sends ${fields.join(' and ')}. Change it there.`,
  })
}

/** Changes a user's own settings, which affect no other user, so it needs no lock. @throws AppError as changeEntity */
export const changeProfile = (
  db: Db,
  consequences: DirectoryConsequences,
  orgId: string,
  userId: string,
  given: Values,
): Promise<User> =>
  changeEntity(db, USERS, orgId, userId, given, (trx, write, id) => changingUsers(trx, consequences, orgId, [id], write))

/** Waits for imports and submissions that rewrite the directory, and makes the user a member of the primary group. */
const withDirectory =
  (orgId: string, { primaryGroupId }: Values): Around =>
  async (trx, write, id) => {
    await lockDirectory(trx, orgId)
    await write()
    if (typeof primaryGroupId === 'string') await joinGroup(trx, orgId, primaryGroupId, id)
  }
