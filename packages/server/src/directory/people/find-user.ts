import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'

/** @param field names the user in the body; without it the path names the user */
export const unknownUser = (field?: string) =>
  new AppError('entity_not_found', { detail: `There is no user with ${field === undefined ? 'this id' : `the id in ${field}`}.` })

/** @param field as for `unknownUser` */
const inactiveUser = (field?: string) =>
  new AppError('user_inactive', field === undefined ? {} : { detail: `The user in ${field} is inactive.` })

const statusOf = (db: Db, orgId: string, userId: string) =>
  db.selectFrom('users').select('status').where('org_id', '=', orgId).where('id', '=', userId)

const assertActive = (user: { status: string } | undefined, field: string | undefined): void => {
  if (!user) throw unknownUser(field)
  if (user.status !== 'active') throw inactiveUser(field)
}

/** @throws AppError entity_not_found */
export const assertUser = async (db: Db, orgId: string, userId: string): Promise<void> => {
  if (!(await statusOf(db, orgId, userId).executeTakeFirst())) throw unknownUser()
}

/** @throws AppError entity_not_found, user_inactive */
export const assertActiveUser = async (db: Db, orgId: string, userId: string, field?: string): Promise<void> =>
  assertActive(await statusOf(db, orgId, userId).executeTakeFirst(), field)

/** Locks the user as active until the transaction ends. @throws AppError entity_not_found, user_inactive */
export const lockActiveUser = async (trx: Db, orgId: string, userId: string, field?: string): Promise<void> =>
  assertActive(await statusOf(trx, orgId, userId).forShare().executeTakeFirst(), field)

/** Checks the users of a list in a body. @throws AppError entity_not_found, user_inactive, with the position of the first one */
export const assertActiveUsers = async (db: Db, orgId: string, userIds: readonly string[], field: string): Promise<void> => {
  if (userIds.length === 0) return
  const users = await db
    .selectFrom('users')
    .select(['id', 'status'])
    .where('org_id', '=', orgId)
    .where(sql<boolean>`id = any (${[...userIds]}::uuid[])`)
    .execute()
  const found = new Map(users.map((user) => [user.id, user]))
  for (const [index, id] of userIds.entries()) assertActive(found.get(id), `${field}/${index}`)
}
