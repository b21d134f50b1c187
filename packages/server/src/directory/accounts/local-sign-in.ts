import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'

/**
 * Whether a password, a link or a passkey signs the account `a` in. An identity provider that is required turns all of them off, so
 * that leaving the company there is enough; break-glass accounts keep them, for when the provider is wrong.
 */
export const SIGNS_IN_LOCALLY = sql<boolean>`(
  a.is_break_glass or not exists (select from identity_providers p where p.org_id = a.org_id and p.is_required and p.status = 'active')
)`

/** @throws AppError single_sign_on_required where the user has to sign in with an identity provider */
export const assertLocalSignIn = async (db: Db, orgId: string, userId: string): Promise<void> => {
  const { rows } = await sql<{ signsInLocally: boolean }>`
    select ${SIGNS_IN_LOCALLY} as "signsInLocally"
    from user_accounts a
    where a.org_id = ${orgId} and a.user_id = ${userId}`.execute(db)
  if (rows[0]?.signsInLocally === false) throw new AppError('single_sign_on_required')
}
