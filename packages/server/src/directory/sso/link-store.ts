import type { IdentityLink } from '@rollcall/contract'
import { sql } from 'kysely'
import { type Page, pageRequest, toPage } from '../../gate/parameters/paging.ts'
import type { Db } from '../../platform/db/database.ts'
import { equalsInAnyCase } from '../../platform/sql/search-text.ts'

/** Who a person of a provider is here. */
export interface LinkedUser {
  readonly userId: string
  readonly status: string
}

/** Finds the user of a subject, by primary keys. */
export const findLinkedUser = async (
  db: Db,
  orgId: string,
  providerId: string,
  subject: string,
): Promise<LinkedUser | undefined> => {
  const { rows } = await sql<LinkedUser>`
    select l.user_id as "userId", u.status
    from identity_links l
    join users u on u.org_id = l.org_id and u.id = l.user_id
    where l.org_id = ${orgId} and l.provider_id = ${providerId} and l.subject = ${subject}`.execute(db)
  return rows[0]
}

/** Finds users by an address that is their e-mail address or user name, in any letter case, by the indexes of searches. */
export const findUsersByAddress = (db: Db, orgId: string, address: string): Promise<LinkedUser[]> =>
  findUsers(db, sql`u.org_id = ${orgId} and (lower(u.email) = lower(${address}) or ${isCalled(address)})`)

/** Finds users by name in any letter case; an exact one comes first. */
export const findUsersByName = (db: Db, orgId: string, userName: string): Promise<LinkedUser[]> =>
  findUsers(db, sql`u.org_id = ${orgId} and ${isCalled(userName)}`)

const isCalled = (userName: string) => equalsInAnyCase(sql`u.user_name`, sql`${userName}::text`)

/** More than one is too many, so the second is enough. */
const findUsers = async (db: Db, condition: ReturnType<typeof sql>): Promise<LinkedUser[]> => {
  const { rows } = await sql<LinkedUser>`
    select u.id as "userId", u.status
    from users u
    where ${condition} and u.erased_at is null
    order by u.status, u.id
    limit 2`.execute(db)
  return rows
}

/** Whether the user is linked with another person of the provider. */
export const hasLink = async (db: Db, orgId: string, providerId: string, userId: string): Promise<boolean> => {
  const link = db.selectFrom('identity_links').select('user_id').where('org_id', '=', orgId).where('provider_id', '=', providerId)
  return (await link.where('user_id', '=', userId).executeTakeFirst()) !== undefined
}

/** Links a person; returns false if the person or the user was linked meanwhile. */
export const insertLink = async (
  trx: Db,
  orgId: string,
  providerId: string,
  subject: string,
  userId: string,
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('identity_links')
    .values({ org_id: orgId, provider_id: providerId, subject, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export const touchLink = async (trx: Db, orgId: string, providerId: string, subject: string): Promise<void> => {
  await trx
    .updateTable('identity_links')
    .set({ last_sign_in_at: sql`now()` })
    .where('org_id', '=', orgId)
    .where('provider_id', '=', providerId)
    .where('subject', '=', subject)
    .execute()
}

export const deleteLink = async (trx: Db, orgId: string, providerId: string, userId: string): Promise<boolean> => {
  const { numDeletedRows } = await trx
    .deleteFrom('identity_links')
    .where('org_id', '=', orgId)
    .where('provider_id', '=', providerId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

type ListedLink = Omit<IdentityLink, 'linkedAt' | 'lastSignInAt'> & { readonly linkedAt: Date; readonly lastSignInAt: Date }

/** Lists the people of a provider by user name. */
export const listLinks = async (
  db: Db,
  orgId: string,
  providerId: string,
  query: { readonly limit?: number; readonly cursor?: string },
): Promise<Page<IdentityLink>> => {
  const page = pageRequest(query, ['text'])
  const { rows } = await sql<ListedLink>`
    select l.user_id as "userId", u.user_name as "userName", l.subject, l.linked_at as "linkedAt",
      l.last_sign_in_at as "lastSignInAt"
    from identity_links l
    join users u on u.org_id = l.org_id and u.id = l.user_id
    where l.org_id = ${orgId} and l.provider_id = ${providerId} ${page.after ? sql`and u.user_name > ${page.after[0]}` : sql``}
    order by u.user_name
    limit ${page.limit + 1}`.execute(db)
  return toPage(
    page,
    rows,
    ({ userName }) => [userName],
    (row) => ({ ...row, linkedAt: row.linkedAt.toISOString(), lastSignInAt: row.lastSignInAt.toISOString() }),
  )
}
