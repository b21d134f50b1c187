import { keepAdministrator } from '../../gate/access/administrators.ts'
import type { Actor } from '../../gate/audit/act.ts'
import { recordChange } from '../../gate/audit/audit-log.ts'
import type { Db } from '../../platform/db/database.ts'
import { insertAccount, updateAccount } from './account-store.ts'

/** The roles are not locked: a change of them at the same time may come before or after this sign-in. */
const findAccount = (db: Db, orgId: string, userId: string) =>
  db
    .selectFrom('user_accounts')
    .select(['roles', 'is_break_glass'])
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .executeTakeFirst()

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((role) => other.includes(role))

/**
 * Gives a person whom an identity provider signs in an account, and the roles that the provider gives, if it gives any. Sign-ins that
 * change nothing write nothing and take no lock. Break-glass accounts keep their roles: they are for when the provider is wrong.
 * @throws AppError last_administrator
 */
export const ensureAccount = async (
  trx: Db,
  orgId: string,
  userId: string,
  roles: readonly string[] | undefined,
  actor: Actor,
): Promise<void> => {
  const entity = { type: 'account', id: userId }
  const stored = await findAccount(trx, orgId, userId)
  if (!stored) {
    if (!(await insertAccount(trx, orgId, userId, roles ?? []))) return ensureAccount(trx, orgId, userId, roles, actor)
    return recordChange(trx, orgId, { action: 'account.set', actor, entity, before: null, after: { roles: roles ?? [] } })
  }
  if (roles === undefined || stored.is_break_glass || isSame(roles, stored.roles)) return
  await keepAdministrator(trx, orgId, () => updateAccount(trx, orgId, userId, { passwordHash: null, roles, isBreakGlass: null }))
  await recordChange(trx, orgId, { action: 'account.set', actor, entity, before: { roles: stored.roles }, after: { roles } })
}
