import { randomUUID } from 'node:crypto'
import { recordChange } from '../../gate/audit/audit-log.ts'
import type { PageRequest } from '../../gate/parameters/paging.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { derivedId } from '../../platform/sql/derived-id.ts'
import { transact } from '../../platform/transactions/transact.ts'

export interface ListedAccount {
  readonly userId: string
  readonly userName: string
  /** The roles in addition to employee. */
  readonly roles: string[]
  readonly status: string
  readonly hasPassword: boolean
  /** Whether the password works even if the organization requires an identity provider. */
  readonly isBreakGlass: boolean
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** Lists accounts by name, including those of inactive users, who cannot sign in. With a page, it returns one row more than its limit. */
export const listAccounts = (db: Db, orgId: string, page?: PageRequest, userId?: string): Promise<ListedAccount[]> =>
  selectAccounts(db, orgId)
    .$if(userId !== undefined, (query) => query.where('a.user_id', '=', userId as string))
    .$if(page?.after !== undefined, (query) => query.where('u.user_name', '>', page?.after?.[0] as string))
    .orderBy('u.user_name')
    .$if(page !== undefined, (query) => query.limit((page?.limit ?? 0) + 1))
    .execute()

/** @throws AppError entity_not_found */
export const getAccount = async (db: Db, orgId: string, userId: string): Promise<ListedAccount> => {
  const account = await selectAccounts(db, orgId).where('a.user_id', '=', userId).executeTakeFirst()
  if (!account) throw new AppError('entity_not_found', { detail: 'This user has no account.' })
  return account
}

const selectAccounts = (db: Db, orgId: string) =>
  db
    .selectFrom('user_accounts as a')
    .innerJoin('users as u', (join) => join.onRef('u.org_id', '=', 'a.org_id').onRef('u.id', '=', 'a.user_id'))
    .select(['a.user_id as userId', 'u.user_name as userName', 'a.roles', 'u.status'])
    .select(({ eb }) => eb('a.password_hash', 'is not', null).$castTo<boolean>().as('hasPassword'))
    .select('a.is_break_glass as isBreakGlass')
    .select(['a.created_at as createdAt', 'a.updated_at as updatedAt'])
    .where('a.org_id', '=', orgId)
    .where('u.org_id', '=', orgId)

export interface AccountHolder {
  readonly userId: string
  readonly hasAccount: boolean
}

/** Returns the user of this name. @throws AppError entity_not_found */
export const getAccountHolder = async (db: Db, orgId: string, userName: string): Promise<AccountHolder> => {
  const row = await db
    .selectFrom('users as u')
    .leftJoin('user_accounts as a', (join) => join.onRef('a.org_id', '=', 'u.org_id').onRef('a.user_id', '=', 'u.id'))
    .select(['u.id', 'a.user_id'])
    .where('u.org_id', '=', orgId)
    .where('u.user_name', '=', userName)
    .executeTakeFirst()
  if (!row) throw new AppError('entity_not_found', { detail: `There is no user ${userName}. Import the directory first.` })
  return { userId: row.id, hasAccount: row.user_id !== null }
}

const ADDRESS = /^[^\s@]+@[^\s@]+$/

/**
 * Creates a user of this name if there is none, with the id that a directory import would give it: another one if that belongs to a user
 * who once had this name. A name that is an address is the e-mail too.
 */
export const ensureUser = async (db: Db, orgId: string, userName: string): Promise<void> => {
  const derived = derivedId(orgId, ['user', userName])
  const email = ADDRESS.test(userName) ? userName : null
  await transact(db, async (trx) => {
    const former = trx.selectFrom('users').select('id').where('org_id', '=', orgId).where('id', '=', derived)
    const id = (await former.executeTakeFirst()) ? randomUUID() : derived
    const created = await trx
      .insertInto('users')
      .values({ org_id: orgId, id, user_name: userName, email })
      .onConflict((conflict) => conflict.columns(['org_id', 'user_name']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (created)
      await recordChange(trx, orgId, {
        action: 'user.create',
        entity: { type: 'user', id },
        before: null,
        after: { userName, email },
      })
  })
}
