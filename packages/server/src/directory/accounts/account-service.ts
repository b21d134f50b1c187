import type { AccountSettings } from '@rollcall/contract'
import { keepAdministrator } from '../../gate/access/administrators.ts'
import { recordChange } from '../../gate/audit/audit-log.ts'
import { type Access, blockedBecause, moving } from '../../gate/authentication/access-service.ts'
import type { Homes } from '../../gate/cells/homes.ts'
import { endSessionsWithoutProvider } from '../../gate/sessions/end-sessions.ts'
import { CHALLENGE, endSessionsOf } from '../../gate/sessions/session-service.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { transact } from '../../platform/transactions/transact.ts'
import { NO_OUTBOX, type Outbox } from '../mail/outbox.ts'
import { assertActiveUser } from '../people/find-user.ts'
import { endLinksOf } from './account-links.ts'
import { deleteAccount, findAllowed, type SavedAccount, updateAccount, upsertAccount } from './account-store.ts'
import { type AccountRow, findCandidates } from './candidates.ts'
import { hashPassword, passwordMatches } from './passwords.ts'
import { recordRefusal } from './refusals.ts'

interface Credentials {
  readonly userName: string
  readonly password: string
  readonly organization?: string | null
}

const signInFailed = (detail?: string) => new AppError('sign_in_failed', { headers: CHALLENGE, ...(detail && { detail }) })

/** Returns the accounts of the name with this password. It always makes the same number of checks, which all cost the same. */
const accountsWithPassword = async (
  homes: Homes,
  address: string,
  { userName, password, organization }: Credentials,
): Promise<{ readonly matching: AccountRow[]; readonly accounts: readonly AccountRow[] }> => {
  const { accounts, checks, missed } = await findCandidates(homes, userName, organization || undefined)
  const matching: AccountRow[] = []
  for (let index = 0; index < Math.max(checks, accounts.length); index++) {
    const account = accounts[index]
    const matches = await passwordMatches(address, password, account?.passwordHash ?? undefined)
    if (matches && account?.mayUsePassword) matching.push(account)
  }
  // The account may be in a database that could not be asked, so this is no wrong password.
  if (missed && matching.length === 0) throw missed
  return { matching, accounts }
}

/** Only a person who knows the password in several organizations learns that the organization has to be named. */
const AMBIGUOUS = 'Several organizations have a user of this name and password. Name yours in organization.'

/**
 * Returns the account with this name and password. If several organizations have a user of the name, the password decides.
 * An unknown user and a wrong password take the same time and get the same response. Attempts are slowed down by name, whether or
 * not a user has it: otherwise the delay would reveal which names exist.
 * @throws AppError sign_in_failed; too_many_attempts; blocked, after the password was right; unavailable when too
 * many sign-ins run at once, or a database that may have the account cannot be reached
 */
export const verifyPassword = async (
  homes: Homes,
  slowDown: Access['slowDown'],
  address: string,
  credentials: Credentials,
): Promise<AccountRow> => {
  let refused: readonly AccountRow[] = []
  const matching = await slowDown.attempt(address, credentials.userName, async () => {
    const found = await accountsWithPassword(homes, address, credentials)
    refused = found.accounts
    return found.matching.length > 0 ? found.matching : undefined
  })
  const [account, ...others] = matching ?? []
  if (!account) {
    const [wrong = [], off = []] = [true, false].map((may) => refused.filter(({ mayUsePassword }) => mayUsePassword === may))
    await recordRefusals(wrong, 'The password is wrong.')
    await recordRefusals(off, 'Passwords are off: the organization requires an identity provider.')
    throw signInFailed()
  }
  if (others.length > 0) {
    await recordRefusals([account, ...others], AMBIGUOUS)
    throw signInFailed(AMBIGUOUS)
  }
  if (!account.isServed) throw moving()
  if (account.blockedReason !== undefined) {
    await recordRefusals([account], 'The organization is blocked.')
    throw blockedBecause(account.blockedReason)
  }
  return account
}

/** An unknown name belongs to no organization, so it has no entry: the log of the service has the attempt. */
const recordRefusals = async (accounts: readonly AccountRow[], reason: string): Promise<void> => {
  for (const { home, orgId, userId, isServed } of accounts) if (isServed) await recordRefusal(home, orgId, userId, reason)
}

/**
 * Creates or changes an account. A new password ends the user's sessions.
 * @throws AppError entity_not_found, user_inactive, invalid_request when a new account has no password, last_administrator,
 * break_glass_missing
 */
export const saveAccount = async (
  db: Db,
  orgId: string,
  userId: string,
  { password, roles, isBreakGlass }: AccountSettings,
  outbox: Outbox = NO_OUTBOX,
): Promise<SavedAccount> => {
  const passwordHash = typeof password !== 'string' ? null : await hashPassword(password)
  return changeAccounts(db, orgId, async (trx) => {
    await assertActiveUser(trx, orgId, userId)
    const before = await findAllowed(trx, orgId, userId)
    const changes = { passwordHash, roles: roles ?? null, isBreakGlass: isBreakGlass ?? null }
    const saved = await updateAccount(trx, orgId, userId, changes)
    if (saved && passwordHash !== null) {
      await endSessionsOf(trx, orgId, userId)
      await endLinksOf(trx, orgId, userId)
      await outbox.write(trx, orgId, { kind: 'password-changed', userId })
    }
    if (before?.isBreakGlass && isBreakGlass === false) await endSessionsWithoutProvider(trx, orgId)
    if (!saved && passwordHash === null) await assertOtherSignIn(trx, orgId)
    const account = saved ?? (await upsertAccount(trx, orgId, userId, passwordHash, roles ?? [], isBreakGlass ?? false))
    const allowed = { roles: account.roles, isBreakGlass: account.isBreakGlass }
    const after = { ...allowed, ...(passwordHash === null ? {} : { isPasswordNew: true }) }
    await recordChange(trx, orgId, { entity: { type: 'account', id: userId }, before: before ?? null, after })
    return account
  })
}

/** Without a password, only an identity provider can sign a person in. @throws AppError invalid_request */
const assertOtherSignIn = async (db: Db, orgId: string): Promise<void> => {
  const provider = db.selectFrom('identity_providers').select('id').where('org_id', '=', orgId).where('status', '=', 'active')
  if (await provider.limit(1).executeTakeFirst()) return
  throw new AppError('invalid_request', {
    detail: 'A new account needs a password, because there is no identity provider. To let the user choose it, make a link.',
  })
}

/** @throws AppError entity_not_found, last_administrator, break_glass_missing */
export const dropAccount = (db: Db, orgId: string, userId: string): Promise<void> =>
  changeAccounts(db, orgId, async (trx) => {
    const before = await findAllowed(trx, orgId, userId)
    if (!(await deleteAccount(trx, orgId, userId))) {
      throw new AppError('entity_not_found', { detail: 'This user has no account.' })
    }
    await recordChange(trx, orgId, { entity: { type: 'account', id: userId }, before: before ?? null })
  })

const changeAccounts = <T>(db: Db, orgId: string, work: (trx: Db) => Promise<T>): Promise<T> =>
  transact(db, (trx) => keepAdministrator(trx, orgId, () => work(trx)))
