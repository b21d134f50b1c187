import type { User } from '@rollcall/contract'
import { endSessionsOf } from '../access/session-service.ts'
import { keepingAnAdministrator } from '../accounts/account-service.ts'
import type { Db } from '../db/database.ts'
import { lockDirectory } from '../db/directory-lock.ts'
import { type Around, changeEntity, createEntity, listEntities } from '../entities/entity-service.ts'
import type { Values } from '../entities/entity-table.ts'
import { AppError } from '../errors.ts'
import { joinGroup } from '../groups/member-service.ts'
import { filterId } from '../http/filters.ts'
import type { Page } from '../http/paging.ts'
import { isMemberOf, nameBegins, USERS } from './user-table.ts'

interface UserQuery {
  readonly limit?: number
  readonly cursor?: string
  readonly status?: User['status']
  readonly primaryLocationId?: string
  readonly groupId?: string
  readonly search?: string
}

/** By userName; the index of that order, of a location or of a name is what a page is read from. */
export const listUsers = (db: Db, orgId: string, { groupId, search, ...query }: UserQuery): Promise<Page<User>> =>
  listEntities(db, USERS, orgId, { ...query }, [
    ...(groupId === undefined ? [] : [isMemberOf(filterId(groupId) as string)]),
    ...(search === undefined ? [] : [nameBegins(search)]),
  ])

/** @throws AppError as createEntity */
export const createUser = (db: Db, orgId: string, given: Values): Promise<User> =>
  createEntity(db, USERS, orgId, given, withDirectory(orgId, given))

/**
 * Who becomes inactive is signed out; their bookings fall by a trigger (migration 0013).
 * @throws AppError as changeEntity, last_administrator
 */
export const changeUser = (db: Db, orgId: string, userId: string, given: Values): Promise<User> =>
  changeEntity(db, USERS, orgId, userId, given, async (trx, write, id) => {
    const change = () => withDirectory(orgId, given)(trx, write, id)
    if (given.status !== 'inactive') return change()
    await keepingAnAdministrator(trx, orgId, change)
    await endSessionsOf(trx, orgId, id)
  })

/** What users decide for themselves concerns nobody else: it waits for nothing. @throws AppError as changeEntity */
export const changeProfile = (db: Db, orgId: string, userId: string, given: Values): Promise<User> =>
  changeEntity(db, USERS, orgId, userId, given)

/** Waits for imports and submissions that rewrite the directory. A primary group is one that the user is a member of. */
const withDirectory =
  (orgId: string, { primaryGroupId }: Values): Around =>
  async (trx, write, id) => {
    await lockDirectory(trx, orgId)
    await write()
    if (typeof primaryGroupId === 'string') await joinGroup(trx, orgId, primaryGroupId, id)
  }

/**
 * Makes sure that the user is active until the transaction ends.
 * @param field what names the user, for the answer
 * @throws AppError entity_not_found, user_inactive
 */
export const lockActiveUser = async (trx: Db, orgId: string, userId: string, field: string): Promise<void> => {
  const user = await trx
    .selectFrom('users')
    .select('status')
    .where('org_id', '=', orgId)
    .where('id', '=', userId)
    .forShare()
    .executeTakeFirst()
  if (!user) throw new AppError('entity_not_found', { detail: `${field} names no user.` })
  if (user.status !== 'active') throw new AppError('user_inactive', { detail: `${field} names a user who is inactive.` })
}
