import type { SetUp } from '@rollcall/contract'
import { sql } from 'kysely'
import { type Actor, runPart } from '../../gate/audit/act.ts'
import { recordChange } from '../../gate/audit/audit-log.ts'
import { type Access, blockedBecause, moving } from '../../gate/authentication/access-service.ts'
import type { Homes } from '../../gate/cells/homes.ts'
import { isServed } from '../../gate/keys/key-directory.ts'
import type { Sealer } from '../../gate/sealing/sealing.ts'
import { rolesOf } from '../../gate/sessions/session-service.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { lockDirectory } from '../../platform/transactions/directory-lock.ts'
import { transact } from '../../platform/transactions/transact.ts'
import { assertActiveUser } from '../people/find-user.ts'
import { changeSettings, type WithFreeName } from '../settings/settings-service.ts'
import { ensureUser, getAccountHolder } from './account-directory.ts'
import { upsertAccount } from './account-store.ts'
import { hashPassword } from './passwords.ts'

const PURPOSE = 'set-up'
const ROLES = ['global-administrator']

/** A link in a terminal or a file expires after this time; each start and `rollcall org set-up` create a new one. */
export const SET_UP_HOURS = 24

/**
 * Creates the code that allows a person to create the first administrator of an organization. Only people who read the output of
 * the service, or run commands on its machine, see it. It expires after a day, or when the organization has an account.
 */
export const setUpCode = ({ seal }: Pick<Sealer, 'seal'>, orgId: string, now = Date.now()): string =>
  seal(`${orgId} ${now + SET_UP_HOURS * 3_600_000}`, PURPOSE).toString('base64url')

/** The link to create the first administrator. The code follows the #, which browsers do not send to any server. */
export const setUpLink = (baseUrl: string, code: string): string => `${baseUrl}/set-up#${code}`

const organizationOf = ({ open }: Pick<Sealer, 'open'>, code: string): string => {
  const [orgId = '', endsAt] = opened(open, code).split(' ')
  if (Number(endsAt) > Date.now()) return orgId
  const detail = `The link has expired after ${SET_UP_HOURS} hours. Print a new one: npx rollcall org set-up`
  throw new AppError('set_up_code_invalid', { detail })
}

const opened = (open: Sealer['open'], code: string): string => {
  try {
    return open(Buffer.from(code, 'base64url'), PURPOSE).toString()
  } catch (cause) {
    throw new AppError('set_up_code_invalid', { cause })
  }
}

/** Runs the set-up. Responses to wrong codes are increasingly delayed, per address and for all addresses together. */
export const withSlowDown = async <T>(slowDown: Access['slowDown'], address: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError && error.code === 'set_up_code_invalid') await slowDown.failed(address, PURPOSE)
    throw error
  }
}

/** Returns whether no user can sign in to this service yet, in any of its databases. */
export const isSetUpOpen = async (dbs: readonly (Db | undefined)[]): Promise<boolean> => {
  for (const db of dbs) {
    if (!db) throw new AppError('unavailable')
    if (await db.selectFrom('user_accounts').select('user_id').limit(1).executeTakeFirst()) return false
  }
  return true
}

/**
 * Creates the first administrator of the organization that the code is for.
 * @throws AppError set_up_code_invalid, set_up_done, name_taken, user_inactive, blocked, unavailable, invalid_body for an unknown
 * time zone
 */
export const setUpOrganization = async (
  homes: Homes,
  sealer: Sealer,
  withFreeName: WithFreeName,
  { code, userName, password, firstName, lastName, organizationName, timeZone }: SetUp,
): Promise<{ home: Db; orgId: string; userId: string; passwordHash: string }> => {
  const orgId = organizationOf(sealer, code)
  const db = await homes.of(orgId)
  await assertOpen(db, orgId)
  const passwordHash = await hashPassword(password)
  const settingUp = () =>
    transact(db, async (trx) => {
      await lockDirectory(trx, orgId)
      // Another person may have completed the set-up while the password was hashed.
      await assertOpen(trx, orgId)
      await ensureUser(trx, orgId, userName)
      const { userId } = await getAccountHolder(trx, orgId, userName)
      await assertActiveUser(trx, orgId, userId)
      const actor = { type: 'user', id: userId } as const
      await saveName(trx, orgId, actor, firstName || null, lastName || null)
      const caller = { orgId, userId, roles: rolesOf(ROLES), session: null }
      const settings = { ...(organizationName ? { organizationName } : {}), ...(timeZone ? { timeZone } : {}) }
      await runPart({ actor }, () => changeSettings(trx, caller, settings))
      await upsertAccount(trx, orgId, userId, passwordHash, ROLES)
      const entity = { type: 'account', id: userId }
      await recordChange(trx, orgId, { entity, actor, before: null, after: { roles: ROLES } })
      return { home: db, orgId, userId, passwordHash }
    })
  return organizationName ? withFreeName(orgId, organizationName, settingUp) : settingUp()
}

/** Fills in the name of the person, who may be in the directory already. */
const saveName = async (
  trx: Db,
  orgId: string,
  actor: Actor & { readonly id: string },
  firstName: string | null,
  lastName: string | null,
): Promise<void> => {
  const { rows } = await sql<{ before: object; after: object }>`
    update users u
    set first_name = coalesce(${firstName}, u.first_name), last_name = coalesce(${lastName}, u.last_name)
    from users o
    where u.org_id = ${orgId} and u.id = ${actor.id} and o.org_id = u.org_id and o.id = u.id
    returning json_build_object('firstName', o.first_name, 'lastName', o.last_name) as before,
      json_build_object('firstName', u.first_name, 'lastName', u.last_name) as after`.execute(trx)
  await recordChange(trx, orgId, { action: 'user.update', actor, entity: { type: 'user', id: actor.id }, ...rows[0] })
}

const assertOpen = async (db: Db, orgId: string): Promise<void> => {
  const organization = await db
    .selectFrom('organizations as o')
    .leftJoin('user_accounts as a', 'a.org_id', 'o.id')
    .select(['o.blocked_at', 'o.blocked_reason', 'o.placement', 'a.user_id'])
    .where('o.id', '=', orgId)
    .limit(1)
    .executeTakeFirst()
  // The code was created for another database.
  if (!organization) throw new AppError('set_up_code_invalid')
  if (!isServed(organization.placement)) throw moving()
  if (organization.blocked_at) throw blockedBecause(organization.blocked_reason ?? 'No reason was given.')
  if (organization.user_id !== null) throw new AppError('set_up_done')
}
