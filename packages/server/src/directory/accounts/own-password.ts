import { recordChange } from '../../gate/audit/audit-log.ts'
import type { Access } from '../../gate/authentication/access-service.ts'
import { CHALLENGE, endSessionsOf, type SessionRecord } from '../../gate/sessions/session-service.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { transact } from '../../platform/transactions/transact.ts'
import type { Outbox } from '../mail/outbox.ts'
import { endLinksOf } from './account-links.ts'
import { findPassword, replacePassword } from './account-store.ts'
import { hashPassword, passwordMatches } from './passwords.ts'
import { recordRefusal } from './refusals.ts'

const signInFailed = () => new AppError('sign_in_failed', { headers: CHALLENGE })

/**
 * Returns the stored hash of the password of a signed-in person, who has to prove it again.
 * @throws AppError sign_in_failed when it is wrong or the account has none, too_many_attempts
 */
export const confirmPassword = async (
  db: Db,
  slowDown: Access['slowDown'],
  address: string,
  { orgId, userId }: SessionRecord,
  currentPassword: string,
): Promise<string> => {
  const { userName = userId } = (await findPassword(db, orgId, userId)) ?? {}
  const confirmed = await slowDown.attempt(address, userName, async () => {
    const passwordHash = (await findPassword(db, orgId, userId))?.passwordHash ?? undefined
    return (await passwordMatches(address, currentPassword, passwordHash)) ? passwordHash : undefined
  })
  if (confirmed !== undefined) return confirmed
  await recordRefusal(db, orgId, userId, 'The current password is wrong.')
  throw signInFailed()
}

const NO_PASSWORD = 'Your account has no password. Ask an administrator for a link with which you choose one.'

/** @throws AppError sign_in_failed when the current password is wrong, too_many_attempts, conflict when there is none */
export const changeOwnPassword = async (
  db: Db,
  slowDown: Access['slowDown'],
  address: string,
  session: SessionRecord,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
  outbox: Outbox,
): Promise<void> => {
  const { orgId, userId } = session
  const account = await findPassword(db, orgId, userId)
  if (account?.passwordHash === null) throw new AppError('conflict', { detail: NO_PASSWORD })
  const confirmed = await confirmPassword(db, slowDown, address, session, currentPassword)
  const passwordHash = await hashPassword(newPassword)
  await transact(db, async (trx) => {
    // The update requires the verified password: an administrator may have set another one meanwhile.
    if (!(await replacePassword(trx, orgId, userId, confirmed, passwordHash))) {
      throw signInFailed()
    }
    await endSessionsOf(trx, orgId, userId, session)
    await endLinksOf(trx, orgId, userId)
    await outbox.write(trx, orgId, { kind: 'password-changed', userId })
    await recordChange(trx, orgId, { entity: { type: 'account', id: userId }, after: { isPasswordNew: true } })
  })
}
