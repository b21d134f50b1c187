import type { Session, SignInMethod } from '@rollcall/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { principalOfSession } from '../../gate/access/principal.ts'
import { recordChange } from '../../gate/audit/audit-log.ts'
import { setSessionCookie } from '../../gate/sessions/session-cookie.ts'
import { CHALLENGE, createSession, findSession, MAX_USER_AGENT, type SessionBasis } from '../../gate/sessions/session-service.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { transact } from '../../platform/transactions/transact.ts'
import type { Outbox } from '../mail/outbox.ts'
import { writePushes } from '../push/push-outbox.ts'
import { describeSession } from './session-view.ts'

/** A person whose identity is proven. */
export interface ProvenAccount {
  /** The database that has the account. */
  readonly home: Db
  readonly orgId: string
  readonly userId: string
  /** The password that proved it, which must still be the current one; undefined: something else did. */
  readonly passwordHash?: string
}

interface Start {
  readonly outbox: Outbox
  readonly by: SignInMethod
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** What must be stored together with the session. */
  readonly together?: (trx: Db) => Promise<void>
}

/** Signs a person in: starts the session and sets its cookie. @throws AppError sign_in_failed */
export const startSession = async (
  { home, orgId, userId, passwordHash }: ProvenAccount,
  { outbox, by, request, reply, together }: Start,
): Promise<Session> => {
  reply.header('cache-control', 'no-store')
  const origin = { by, address: request.ip, userAgent: request.headers['user-agent'] }
  const basis = passwordHash === undefined ? {} : { passwordHash }
  const token = await transact(home, async (trx) => {
    await together?.(trx)
    return openSession(trx, outbox, { orgId, userId, origin, basis })
  })
  return enterSession(home, token, request, reply)
}

/** Sets the cookie of a new session, once its transaction is committed. @throws AppError sign_in_failed */
export const enterSession = async (home: Db, token: string, request: FastifyRequest, reply: FastifyReply): Promise<Session> => {
  const session = await findSession(home, token)
  // The user became inactive, or the account was removed, since the identity was proven.
  if (!session) throw new AppError('sign_in_failed', { headers: CHALLENGE })
  setSessionCookie(request, reply, token)
  return describeSession(home, principalOfSession(session))
}

/** How and from where a person signs in. */
export interface SignInOrigin {
  readonly by: SignInMethod
  readonly address: string
  readonly userAgent: string | undefined
}

interface Opening {
  readonly orgId: string
  readonly userId: string
  readonly origin: SignInOrigin
  readonly basis: Omit<SessionBasis, 'origin'>
  /** What the audit log has besides the kind of sign-in. */
  readonly after?: Readonly<Record<string, unknown>>
}

/** Creates the session of a sign-in and records it, and tells the person, by mail and on devices, if the place is new. Returns the token. @throws AppError sign_in_failed */
export const openSession = async (trx: Db, outbox: Outbox, { orgId, userId, origin, basis, after }: Opening): Promise<string> => {
  const { by, address, userAgent } = origin
  const token = await createSession(trx, orgId, userId, { ...basis, origin })
  // People who chose a password with a link, or set the organization up, are at a new place as a rule, and know it.
  if (by !== 'link' && (await isNewPlace(trx, orgId, userId, origin))) {
    const details = { address, userAgent: userAgent?.slice(0, MAX_USER_AGENT) ?? 'unknown' }
    await writePushes(trx, orgId, 'new-sign-in', [{ userId, topic: 'sign-in', details: { address } }])
    if (outbox.isOpen) await outbox.write(trx, orgId, { kind: 'new-sign-in', userId, details, perHour: 5 })
  }
  // A set-up has entries of its own, of which this is one.
  await recordChange(trx, orgId, {
    action: 'session.create',
    actor: { type: 'user', id: userId },
    entity: { type: 'account', id: userId },
    after: { signedInBy: by, ...after },
  })
  return token
}

/** Whether the person has signed in before, and never from this address nor with this browser, as far as the audit log goes back. */
const isNewPlace = async (trx: Db, orgId: string, userId: string, { address, userAgent }: SignInOrigin): Promise<boolean> => {
  const { rows } = await sql<{ isNew: boolean }>`
    select count(*) > 0 and not coalesce(bool_or(address = ${address} or user_agent = ${userAgent?.slice(0, MAX_USER_AGENT) ?? null}), false)
      as "isNew"
    from audit_log
    where org_id = ${orgId} and actor_id = ${userId} and action = 'session.create'`.execute(trx)
  return rows[0]?.isNew === true
}
