import { createHash, randomBytes } from 'node:crypto'
import { ACCOUNT_LINK_HOURS, type AccountLinkDetails, type AccountLinkKind } from '@rollcall/contract'
import { sql } from 'kysely'
import { blockedBecause, moving } from '../../gate/authentication/access-service.ts'
import { isServed } from '../../gate/keys/key-directory.ts'
import type { Db } from '../../platform/db/database.ts'
import { servedHere } from '../../platform/db/served-here.ts'
import { AppError } from '../../platform/errors.ts'
import { bytesOfUuid, uuidAt } from '../../platform/sql/uuid-bytes.ts'
import { assertLocalSignIn, SIGNS_IN_LOCALLY } from './local-sign-in.ts'

const RANDOM_BYTES = 32
const CODE = /^[A-Za-z0-9_-]{64}$/
/** A mail that is sent again has another link, and the earlier ones work as well; the oldest ones end. */
const MAX_LINKS = 20

/** A code names its organization, so that it is looked up in one database. The rest is random. */
const newCode = (orgId: string): string => Buffer.concat([bytesOfUuid(orgId), randomBytes(RANDOM_BYTES)]).toString('base64url')

/** Returns the organization of a code. @throws AppError account_link_invalid */
export const organizationOfCode = (code: string): string => {
  if (!CODE.test(code)) throw new AppError('account_link_invalid')
  return uuidAt(Buffer.from(code, 'base64url'), 0)
}

/** The code has 256 random bits, so a fast hash is enough. */
const hashOf = (code: string): Buffer => createHash('sha256').update(code).digest()

interface CreatedLink {
  readonly code: string
  readonly kind: AccountLinkKind
  readonly expiresAt: Date
}

/** Creates a link for the account of an active user. Only its hash is stored. Returns undefined if there is no such account, or a link may not sign it in. */
export const createLink = async (db: Db, orgId: string, userId: string): Promise<CreatedLink | undefined> => {
  const code = newCode(orgId)
  const { rows } = await sql<Omit<CreatedLink, 'code'>>`
    insert into account_links (org_id, code_hash, user_id, kind, expires_at)
    select a.org_id, ${hashOf(code)}, a.user_id, case when a.password_hash is null then 'invitation' else 'reset' end,
      now() + make_interval(hours => ${ACCOUNT_LINK_HOURS})
    from user_accounts a
    join users u on u.org_id = ${orgId} and u.id = a.user_id
    where a.org_id = ${orgId} and a.user_id = ${userId} and u.status = 'active' and ${SIGNS_IN_LOCALLY}
    returning kind, expires_at as "expiresAt"`.execute(db)
  const [row] = rows
  if (!row) return undefined
  await sql`
    delete from account_links
    where org_id = ${orgId} and code_hash in (
      select code_hash
      from account_links
      where org_id = ${orgId} and user_id = ${userId}
      order by created_at desc, code_hash
      offset ${MAX_LINKS}
    )`.execute(db)
  return { code, ...row }
}

interface FoundLink extends Omit<AccountLinkDetails, 'expiresAt'> {
  readonly orgId: string
  readonly userId: string
  readonly expiresAt: Date
}

/** Finds a link that works. @throws AppError account_link_invalid, blocked, unavailable, single_sign_on_required */
export const getLink = async (db: Db, orgId: string, code: string): Promise<FoundLink> => {
  const row = await db
    .selectFrom('account_links as l')
    .innerJoin('users as u', (join) => join.onRef('u.org_id', '=', 'l.org_id').onRef('u.id', '=', 'l.user_id'))
    .innerJoin('organizations as o', 'o.id', 'l.org_id')
    .select(['l.org_id as orgId', 'l.user_id as userId', 'l.kind', 'l.expires_at as expiresAt', 'u.user_name as userName'])
    .select(['o.name as organizationName', 'o.placement', 'o.blocked_at as blockedAt', 'o.blocked_reason as blockedReason'])
    .where('l.org_id', '=', orgId)
    .where('l.code_hash', '=', hashOf(code))
    .where('l.expires_at', '>', sql<Date>`now()`)
    .where('u.status', '=', 'active')
    .executeTakeFirst()
  if (!row) throw new AppError('account_link_invalid')
  const { placement, blockedAt, blockedReason, kind, ...link } = row
  if (!isServed(placement)) throw moving()
  if (blockedAt) throw blockedBecause(blockedReason ?? 'No reason was given.')
  await assertLocalSignIn(db, orgId, link.userId)
  return { ...link, kind: kind as AccountLinkKind }
}

/** Uses a link up, and waits for another call that does. Returns its user; undefined if it has been used, or has expired. */
export const useLinkUp = async (trx: Db, orgId: string, code: string): Promise<string | undefined> => {
  const row = await trx
    .deleteFrom('account_links')
    .where('org_id', '=', orgId)
    .where('code_hash', '=', hashOf(code))
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('user_id')
    .executeTakeFirst()
  return row?.user_id
}

/** Ends all links of an account: a new password leaves none. */
export const endLinksOf = async (trx: Db, orgId: string, userId: string): Promise<void> => {
  await trx.deleteFrom('account_links').where('org_id', '=', orgId).where('user_id', '=', userId).execute()
}

/** Deletes expired links of all organizations, by the index on their end. */
export const purgeLinks = async (db: Db): Promise<void> => {
  await db
    .deleteFrom('account_links')
    .where('expires_at', '<=', sql<Date>`now()`)
    .where(servedHere('account_links.org_id'))
    .execute()
}
