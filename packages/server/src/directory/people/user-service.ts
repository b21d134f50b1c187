import { formatRoles, GLOBAL_ADMINISTRATORS, USER_ROLE_NAMES, type User, type UserRole } from '@rollcall/contract'
import { keepAdministrator, listAdministratorRoles } from '../../gate/access/administrators.ts'
import { hasRole, type Principal } from '../../gate/access/principal.ts'
import { filterId } from '../../gate/parameters/filters.ts'
import type { Page } from '../../gate/parameters/paging.ts'
import { endSessionsOfUsers } from '../../gate/sessions/end-sessions.ts'
import { endSessionsOf } from '../../gate/sessions/session-service.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { lockDirectory } from '../../platform/transactions/directory-lock.ts'
import { changingUsers } from '../consequences/changing.ts'
import type { DirectoryConsequences } from '../consequences/directory-consequences.ts'
import { changeEntities, type Refusal, refuseChanges } from '../entities/change-several.ts'
import { type Around, changeEntity, createEntity, listEntities } from '../entities/entity-service.ts'
import { findEntity, selectByIds, type Values } from '../entities/entity-table.ts'
import { joinGroup } from '../groups/member-service.ts'
import { OWNED_COLUMNS, type OwnedColumn, selectOwnedUsers } from '../providers/owned-users.ts'
import { isFoundBy, isMemberOf, USERS } from './user-table.ts'

export { isNamed } from './user-table.ts'

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

/** The users with these ids, by id. */
export const selectUsers = (db: Db, orgId: string, ids: readonly string[]): Promise<Map<string, User>> =>
  selectByIds(db, USERS, orgId, ids)

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

/**
 * Changes the status of users who were checked and locked, with what follows. The caller holds the lock of the directory.
 * @returns how many changed
 * @throws AppError with a pointer to each user who cannot be changed; last_administrator, break_glass_missing
 */
export const changeStatus = async (
  trx: Db,
  consequences: DirectoryConsequences,
  caller: Principal,
  given: readonly string[],
  users: ReadonlyMap<string, User>,
  status: User['status'],
): Promise<number> => {
  const { orgId } = caller
  const ids = [...users.keys()]
  const changed = [...users.values()].filter((user) => user.status !== status)
  const refused = hasRole(caller, GLOBAL_ADMINISTRATORS) ? [] : await administratorsAmong(trx, orgId, changed, ['status'])
  refused.push(...(await ownedAmong(trx, orgId, ids, { status })))
  refuseChanges(given, refused)
  const change = () => changingUsers(trx, consequences, orgId, ids, () => changeEntities(trx, USERS, orgId, ids, { status }))
  if (status !== 'inactive') return change()
  const count = await keepAdministrator(trx, orgId, change)
  await endSessionsOfUsers(trx, orgId, ids)
  return count
}

/**
 * Workplace administrators could otherwise lock out an administrator, change the name that an administrator signs in with, or
 * have the link to a new password of an administrator mailed to themselves.
 */
const assertNoAdministrator = async (trx: Db, orgId: string, userId: string, given: Values): Promise<void> => {
  const stored = await findEntity(trx, USERS, orgId, userId)
  const changes = (['userName', 'email', 'status'] as const).filter(
    (field) => given[field] !== undefined && given[field] !== stored?.[field],
  )
  if (!stored || changes.length === 0) return
  refuseOne(await administratorsAmong(trx, orgId, [stored], changes))
}

/** What a provider sends of a person is changed there, or it would be changed back. */
const assertNotOwned = async (trx: Db, orgId: string, userId: string, given: Values): Promise<void> =>
  refuseOne(await ownedAmong(trx, orgId, [userId], given))

/** For a call about one user, whom its path names. */
const refuseOne = ([refused]: readonly Refusal[]): void => {
  if (refused) throw new AppError(refused.code, { detail: `${refused.name} ${refused.message}.` })
}

const administratorsAmong = async (
  trx: Db,
  orgId: string,
  users: readonly User[],
  changes: readonly string[],
): Promise<Refusal[]> => {
  const roles = await listAdministratorRoles(
    trx,
    orgId,
    users.map(({ userId }) => userId),
  )
  return [...roles].map(([id, own]) => ({
    id,
    name: 'This person',
    code: 'role_not_allowed',
    message: `signs in as ${(own as UserRole[]).map((role) => USER_ROLE_NAMES[role].toLowerCase()).join(' and ')}. Only ${formatRoles(GLOBAL_ADMINISTRATORS)} change the ${changes.join(' and ')} of administrators`,
  }))
}

const ownedAmong = async (trx: Db, orgId: string, userIds: readonly string[], given: Values): Promise<Refusal[]> => {
  const owned = await selectOwnedUsers(trx, orgId, userIds)
  return [...owned.values()].flatMap((owner): Refusal[] => {
    const fields = Object.keys(given).filter((field) => {
      const column = USERS.columns[field as keyof User] as OwnedColumn
      return OWNED_COLUMNS.includes(column) && given[field] !== undefined && given[field] !== owner.columns[column]
    })
    if (fields.length === 0) return []
    const message = `comes from the provider ${owner.providerName}, which sends ${fields.join(' and ')}. Change it there`
    return [{ id: owner.id, name: 'This person', code: 'user_origin', message }]
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
