import { setImmediate } from 'node:timers/promises'
import type { AccountLink, AccountLinkRequest, AccountLinkUse, PasswordResetRequest } from '@rollcall/contract'
import { sql } from 'kysely'
import { runAct } from '../../gate/audit/act.ts'
import { recordChange } from '../../gate/audit/audit-log.ts'
import type { Access } from '../../gate/authentication/access-service.ts'
import type { Homes } from '../../gate/cells/homes.ts'
import { endSessionsOf } from '../../gate/sessions/session-service.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { createFairQueue } from '../../platform/jobs/fair-queue.ts'
import { transact } from '../../platform/transactions/transact.ts'
import { NO_OUTBOX, type Outbox } from '../mail/outbox.ts'
import { lockActiveUser } from '../people/find-user.ts'
import { createLink, endLinksOf, getLink, organizationOfCode, useLinkUp } from './account-links.ts'
import { findPassword, insertAccount, updateAccount } from './account-store.ts'
import { assertLocalSignIn, SIGNS_IN_LOCALLY } from './local-sign-in.ts'
import { hashPassword } from './passwords.ts'

const NO_SERVER = 'This service has no mail server: request delivery "copy", and pass the link on.'
const NOT_WRITTEN = 'The user has no e-mail address, or too much mail waits: request delivery "copy", and pass the link on.'

/**
 * Invites a user, or lets them choose a new password, by mail or by a link to pass on. Creates the account if there is none.
 * @throws AppError entity_not_found, user_inactive, mail_unavailable, single_sign_on_required
 */
export const linkToAccount = (
  db: Db,
  outbox: Outbox,
  orgId: string,
  userId: string,
  { delivery, roles }: AccountLinkRequest,
): Promise<AccountLink> =>
  transact(db, async (trx) => {
    if (delivery === 'mail' && !outbox.isOpen) throw new AppError('mail_unavailable', { detail: NO_SERVER })
    await lockActiveUser(trx, orgId, userId)
    const isNew = await insertAccount(trx, orgId, userId, roles ?? [])
    await assertLocalSignIn(trx, orgId, userId)
    const hasPassword = Boolean((await findPassword(trx, orgId, userId))?.passwordHash)
    const kind = hasPassword ? 'reset' : 'invitation'
    const entity = { type: 'account', id: userId }
    await recordChange(trx, orgId, { entity, after: { kind, delivery, ...(isNew && { isNew, roles: roles ?? [] }) } })
    if (delivery === 'mail') {
      const written = await outbox.write(trx, orgId, { kind: hasPassword ? 'password-reset' : 'invitation', userId })
      if (!written) throw new AppError('mail_unavailable', { detail: NOT_WRITTEN })
      return { kind, delivery, address: written.address, code: null, expiresAt: null }
    }
    const link = await createLink(trx, orgId, userId)
    if (!link) throw new AppError('entity_not_found')
    return { kind, delivery, address: null, code: link.code, expiresAt: link.expiresAt.toISOString() }
  })

/** Makes a link for an operator to pass on. @throws AppError entity_not_found, user_inactive, single_sign_on_required */
export const copyLink = async (
  db: Db,
  orgId: string,
  userId: string,
  roles?: AccountLinkRequest['roles'],
): Promise<{ code: string; kind: AccountLink['kind']; expiresAt: string }> => {
  const link = await linkToAccount(db, NO_OUTBOX, orgId, userId, { delivery: 'copy', ...(roles && { roles }) })
  return { code: link.code as string, kind: link.kind, expiresAt: link.expiresAt as string }
}

/** Sets the password that the holder of a link chose. @throws AppError account_link_invalid, blocked, single_sign_on_required */
export const choosePassword = async (
  homes: Homes,
  outbox: Outbox,
  { code, password }: AccountLinkUse,
): Promise<{ home: Db; orgId: string; userId: string; passwordHash: string }> => {
  const orgId = organizationOfCode(code)
  const home = await homes.of(orgId)
  // Only links that work are worth the time of hashing a password.
  const { kind } = await getLink(home, orgId, code)
  const passwordHash = await hashPassword(password)
  const userId = await transact(home, async (trx) => {
    const used = await useLinkUp(trx, orgId, code)
    if (used === undefined) throw new AppError('account_link_invalid')
    await lockActiveUser(trx, orgId, used)
    await assertLocalSignIn(trx, orgId, used)
    await updateAccount(trx, orgId, used, { passwordHash, roles: null, isBreakGlass: null })
    await endLinksOf(trx, orgId, used)
    await endSessionsOf(trx, orgId, used)
    if (kind === 'reset') await outbox.write(trx, orgId, { kind: 'password-changed', userId: used })
    const entity = { type: 'account', id: used }
    await recordChange(trx, orgId, { entity, actor: { type: 'user', id: used }, after: { kind, isPasswordNew: true } })
    return used
  })
  return { home, orgId, userId, passwordHash }
}

/** Runs the work with a link. Responses to wrong links are increasingly delayed, per address. */
export const withWrongLinksDelayed = async <T>(
  slowDown: Access['slowDown'],
  address: string,
  work: () => Promise<T>,
): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError && error.code === 'account_link_invalid') await slowDown.failed(address, undefined)
    throw error
  }
}

/** How many reset mails a user may get in an hour, however many people ask. */
const RESETS_PER_HOUR = 3
/** A name that is an e-mail address may belong to several accounts, whose users share the address. */
const MAX_ACCOUNTS = 3

/** Look-ups of names wait in turns, of which each address has its own. */
const inTurn = createFairQueue({
  slots: 2,
  maxWaiting: { perOwner: 10, all: 500 },
  refusal: () => new AppError('too_many_attempts', { headers: { 'retry-after': '60' } }),
})

/** Who asks, for the audit log. */
interface Asking {
  readonly address: string
  readonly userAgent: string | undefined
  readonly requestId: string
}

/**
 * Mails a link to the accounts of this name or address, after the response: it must not tell, nor its time, whether there are any.
 * @throws AppError mail_unavailable, too_many_attempts; both do not depend on the name
 */
export const requestReset = async (
  homes: Homes,
  outbox: Outbox,
  request: PasswordResetRequest,
  asking: Asking,
  onError: (error: unknown) => void,
): Promise<void> => {
  if (!outbox.isOpen) throw new AppError('mail_unavailable')
  const work = inTurn(asking.address, () => mailResets(homes, outbox, request, asking).catch(onError))
  // A refusal by the queue comes at once. The look-up takes longer, and nothing waits for it.
  await Promise.race([work, setImmediate()])
  work.catch(() => {})
}

const mailResets = async (homes: Homes, outbox: Outbox, request: PasswordResetRequest, asking: Asking): Promise<void> => {
  const act = {
    action: 'account.reset-request',
    actor: { type: 'unknown' },
    ...asking,
    userAgent: asking.userAgent ?? null,
  } as const
  for (const home of homes.all()) {
    if (!home) continue
    for (const { orgId, userId } of await findAccounts(home, request)) {
      await runAct(act, () =>
        transact(home, async (trx) => {
          // Two requests at once would count the same mail, and together exceed the limit.
          await lockAccount(trx, orgId, userId)
          const written = await outbox.write(trx, orgId, { kind: 'password-reset', userId, perHour: RESETS_PER_HOUR })
          if (written) await recordChange(trx, orgId, { entity: { type: 'account', id: userId } })
        }),
      )
    }
  }
}

const lockAccount = async (trx: Db, orgId: string, userId: string): Promise<void> => {
  await sql`select from user_accounts where org_id = ${orgId} and user_id = ${userId} for no key update`.execute(trx)
}

const findAccounts = async (
  db: Db,
  { userName, organization }: PasswordResetRequest,
): Promise<{ orgId: string; userId: string }[]> => {
  const { rows } = await sql<{ orgId: string; userId: string }>`
    select a.org_id as "orgId", a.user_id as "userId"
    from organizations o
    cross join lateral (
      select id from users where org_id = o.id and user_name = ${userName} and status = 'active'
      union
      select id from users where org_id = o.id and lower(email) = lower(${userName}) and status = 'active'
    ) u
    join user_accounts a on a.org_id = o.id and a.user_id = u.id
    where o.placement = 'here' and o.blocked_at is null and ${SIGNS_IN_LOCALLY}
      and (${organization || null}::text is null or o.name = ${organization || null})
    order by a.created_at, a.org_id
    limit ${MAX_ACCOUNTS}`.execute(db)
  return rows
}
