import type { AccountSettings } from '@rollcall/contract'
import { keepAdministrator } from '../../gate/access/administrators.ts'
import { type Access, blockedBecause, moving } from '../../gate/authentication/access-service.ts'
import { CHALLENGE, endSessionsOf, type SessionRecord } from '../../gate/sessions/session-service.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { transact } from '../../platform/transactions/transact.ts'
import { assertActiveUser } from '../people/find-user.ts'
import { deleteAccount, findPassword, replacePassword, type SavedAccount, updateAccount, upsertAccount } from './account-store.ts'
import { type AccountRow, findCandidates, type Homes } from './candidates.ts'
import { hashPassword, passwordMatches } from './passwords.ts'

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
): Promise<AccountRow[] | undefined> => {
  const { accounts, checks, missed } = await findCandidates(homes, userName, organization || undefined)
  const matching: AccountRow[] = []
  for (let index = 0; index < Math.max(checks, accounts.length); index++) {
    const account = accounts[index]
    if ((await passwordMatches(address, password, account?.passwordHash)) && account) matching.push(account)
  }
  // The account may be in a database that could not be asked, so this is no wrong password.
  if (missed && matching.length === 0) throw missed
  return matching.length > 0 ? matching : undefined
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
  const matching = await slowDown.attempt(address, credentials.userName, () => accountsWithPassword(homes, address, credentials))
  const [account, ...others] = matching ?? []
  if (!account) throw signInFailed()
  if (others.length > 0) throw signInFailed(AMBIGUOUS)
  if (!account.isServed) throw moving()
  if (account.blockedReason !== undefined) throw blockedBecause(account.blockedReason)
  return account
}

/** @throws AppError sign_in_failed when the current password is wrong, too_many_attempts */
export const changeOwnPassword = async (
  db: Db,
  slowDown: Access['slowDown'],
  address: string,
  session: SessionRecord,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<void> => {
  const { orgId, userId } = session
  const { userName = userId } = (await findPassword(db, orgId, userId)) ?? {}
  const stored = await slowDown.attempt(address, userName, async () => {
    const current = await findPassword(db, orgId, userId)
    return (await passwordMatches(address, currentPassword, current?.passwordHash)) ? current : undefined
  })
  if (!stored) throw signInFailed()
  const passwordHash = await hashPassword(newPassword)
  await transact(db, async (trx) => {
    // The update requires the verified password: an administrator may have set another one meanwhile.
    if (!(await replacePassword(trx, orgId, userId, stored.passwordHash, passwordHash))) {
      throw signInFailed()
    }
    await endSessionsOf(trx, orgId, userId, session)
  })
}

/**
 * Creates or changes an account. A new password ends the user's sessions.
 * @throws AppError entity_not_found, user_inactive, invalid_request when a new account has no password, last_administrator
 */
export const saveAccount = async (
  db: Db,
  orgId: string,
  userId: string,
  { password, roles }: AccountSettings,
): Promise<SavedAccount> => {
  const passwordHash = typeof password !== 'string' ? null : await hashPassword(password)
  return changeAccounts(db, orgId, async (trx) => {
    await assertActiveUser(trx, orgId, userId)
    const saved = await updateAccount(trx, orgId, userId, { passwordHash, roles: roles ?? null })
    if (saved && passwordHash !== null) await endSessionsOf(trx, orgId, userId)
    if (saved) return saved
    if (passwordHash === null) throw new AppError('invalid_request', { detail: 'A new account needs a password.' })
    return upsertAccount(trx, orgId, userId, passwordHash, roles ?? [])
  })
}

/** @throws AppError entity_not_found, last_administrator */
export const dropAccount = (db: Db, orgId: string, userId: string): Promise<void> =>
  changeAccounts(db, orgId, async (trx) => {
    if (await deleteAccount(trx, orgId, userId)) return
    throw new AppError('entity_not_found', { detail: 'This user has no account.' })
  })

const changeAccounts = <T>(db: Db, orgId: string, work: (trx: Db) => Promise<T>): Promise<T> =>
  transact(db, (trx) => keepAdministrator(trx, orgId, () => work(trx)))
