import { type Account, ENDPOINTS } from '@rollcall/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { principalOfSession } from '../../gate/access/principal.ts'
import { recordChange } from '../../gate/audit/audit-log.ts'
import { type HttpContext, serve } from '../../gate/http/serve.ts'
import { pageRequest, toPage } from '../../gate/parameters/paging.ts'
import { clearSessionCookie, setSessionCookie } from '../../gate/sessions/session-cookie.ts'
import { CHALLENGE, createSession, endSession, findSession, rolesOf } from '../../gate/sessions/session-service.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { transact } from '../../platform/transactions/transact.ts'
import { getAccount, type ListedAccount, listAccounts } from './account-directory.ts'
import { changeOwnPassword, dropAccount, saveAccount, verifyPassword } from './account-service.ts'
import { type Homes, oneHome } from './candidates.ts'
import { describeSession } from './session-view.ts'
import { isSetUpOpen, setUpOrganization, withSlowDown } from './set-up.ts'

interface VerifiedAccount {
  /** The database that has the account. */
  readonly home: Db
  readonly orgId: string
  readonly userId: string
  readonly passwordHash: string
}

/** `homes` are the databases that sign-ins look into: those of all cells where there are several. */
export const registerAccountRoutes = (http: HttpContext, db: Db, homes: Homes = oneHome(db)): void => {
  const { slowDown, sealer } = http.access

  const signIn = async ({ home, orgId, userId, passwordHash }: VerifiedAccount, request: FastifyRequest, reply: FastifyReply) => {
    reply.header('cache-control', 'no-store')
    const token = await transact(home, async (trx) => {
      const created = await createSession(trx, orgId, userId, passwordHash)
      // A set-up has entries of its own, of which this is one.
      await recordChange(trx, orgId, {
        action: 'session.create',
        actor: { type: 'user', id: userId },
        entity: { type: 'account', id: userId },
      })
      return created
    })
    const session = await findSession(home, token)
    // The user became inactive, or the account was removed, since the password was checked.
    if (!session) throw new AppError('sign_in_failed', { headers: CHALLENGE })
    setSessionCookie(request, reply, token)
    return describeSession(home, principalOfSession(session))
  }

  serve(http, ENDPOINTS.signIn, async ({ body, request, reply }) =>
    signIn(await verifyPassword(homes, slowDown, request.ip, body), request, reply),
  )

  serve(http, ENDPOINTS.getSetUp, async ({ reply }) => {
    reply.header('cache-control', 'no-store')
    return { isOpen: await isSetUpOpen(homes.all()) }
  })

  serve(http, ENDPOINTS.setUp, async ({ body, request, reply }) =>
    signIn(await withSlowDown(slowDown, request.ip, () => setUpOrganization(homes, sealer, body)), request, reply),
  )

  serve(http, ENDPOINTS.getSession, ({ caller }) => describeSession(db, caller))

  serve(http, ENDPOINTS.signOut, async ({ caller, request, reply }) => {
    const { session, userId, orgId } = caller
    if (session) {
      await transact(db, async (trx) => {
        await endSession(trx, session)
        await recordChange(trx, orgId, { entity: { type: 'account', id: userId } })
      })
    }
    clearSessionCookie(request, reply)
    return { message: 'Signed out' }
  })

  serve(http, ENDPOINTS.changePassword, async ({ body, caller, request }) => {
    if (!caller.session) throw new AppError('entity_not_found', { detail: 'A key has no password: rotate its secret instead.' })
    await changeOwnPassword(db, slowDown, request.ip, caller.session, body)
    return { message: 'Password changed; all other sessions have ended' }
  })

  serve(http, ENDPOINTS.listAccounts, async ({ caller, query }) => {
    const page = pageRequest(query, ['text'])
    const accounts = await listAccounts(db, caller.orgId, page)
    return toPage(page, accounts, ({ userName }) => [userName], toAccount)
  })

  serve(http, ENDPOINTS.getAccount, async ({ caller, params }) => toAccount(await getAccount(db, caller.orgId, params.userId)))

  serve(http, ENDPOINTS.setAccount, async ({ body, caller, params }) => {
    await saveAccount(db, caller.orgId, params.userId, body)
    return toAccount(await getAccount(db, caller.orgId, params.userId))
  })

  serve(http, ENDPOINTS.removeAccount, async ({ caller, params }) => {
    await dropAccount(db, caller.orgId, params.userId)
    return { message: 'The user can no longer sign in' }
  })
}

const toAccount = ({ userId, userName, roles, status, createdAt, updatedAt }: ListedAccount): Account => ({
  userId,
  userName,
  roles: rolesOf(roles),
  status: status as Account['status'],
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})
