import { type Account, ENDPOINTS } from '@rollcall/contract'
import { recordChange } from '../../gate/audit/audit-log.ts'
import { type HttpContext, serve } from '../../gate/http/serve.ts'
import { filterId } from '../../gate/parameters/filters.ts'
import { pageRequest, toPage } from '../../gate/parameters/paging.ts'
import { clearSessionCookie } from '../../gate/sessions/session-cookie.ts'
import { endSession, rolesOf } from '../../gate/sessions/session-service.ts'
import { AppError } from '../../platform/errors.ts'
import { transact } from '../../platform/transactions/transact.ts'
import { getAccount, type ListedAccount, listAccounts } from './account-directory.ts'
import { registerAccountLinkRoutes } from './account-link-routes.ts'
import type { AccountParts } from './account-parts.ts'
import { dropAccount, saveAccount, verifyPassword } from './account-service.ts'
import { changeOwnPassword } from './own-password.ts'
import { registerPasskeyRoutes } from './passkey-routes.ts'
import { registerSessionRoutes } from './session-routes.ts'
import { describeSession } from './session-view.ts'
import { isSetUpOpen, setUpOrganization, withSlowDown } from './set-up.ts'
import { startSession } from './start-session.ts'
import { hasWebAuthn } from './webauthn.ts'

/** Registers sign-in, accounts, links to them, sessions and passkeys. */
export const registerAccountRoutes = (http: HttpContext, parts: AccountParts): void => {
  const { db, homes, outbox, signOutThere, withFreeName } = parts
  const { slowDown, sealer } = http.access
  registerAccountLinkRoutes(http, parts)
  registerSessionRoutes(http, db)
  registerPasskeyRoutes(http, parts)

  serve(http, ENDPOINTS.getSignInOptions, async ({ reply }) => {
    reply.header('cache-control', 'no-store')
    return { canResetByMail: outbox.isOpen, canUsePasskeys: hasWebAuthn() }
  })

  serve(http, ENDPOINTS.signIn, async ({ body, request, reply }) => {
    const { home, orgId, userId, passwordHash } = await verifyPassword(homes, slowDown, request.ip, body)
    const proven = { home, orgId, userId, ...(passwordHash !== null && { passwordHash }) }
    return startSession(proven, { outbox, by: 'password', request, reply })
  })

  serve(http, ENDPOINTS.getSetUp, async ({ reply }) => {
    reply.header('cache-control', 'no-store')
    return { isOpen: await isSetUpOpen(homes.all()) }
  })

  serve(http, ENDPOINTS.setUp, async ({ body, request, reply }) => {
    const proven = await withSlowDown(slowDown, request.ip, () => setUpOrganization(homes, sealer, withFreeName, body))
    return startSession(proven, { outbox, by: 'link', request, reply })
  })

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
    return { message: 'Signed out', providerAddress: session ? await signOutThere(session, request) : null }
  })

  serve(http, ENDPOINTS.changePassword, async ({ body, caller, request }) => {
    if (!caller.session) throw new AppError('entity_not_found', { detail: 'A key has no password: rotate its secret instead.' })
    await changeOwnPassword(db, slowDown, request.ip, caller.session, body, outbox)
    return { message: 'Password changed; all other sessions have ended' }
  })

  serve(http, ENDPOINTS.listAccounts, async ({ caller, query }) => {
    const page = pageRequest(query, ['text'])
    const accounts = await listAccounts(db, caller.orgId, page, filterId(query.userId))
    return toPage(page, accounts, ({ userName }) => [userName], toAccount)
  })

  serve(http, ENDPOINTS.getAccount, async ({ caller, params }) => toAccount(await getAccount(db, caller.orgId, params.userId)))

  serve(http, ENDPOINTS.setAccount, async ({ body, caller, params }) => {
    await saveAccount(db, caller.orgId, params.userId, body, outbox)
    return toAccount(await getAccount(db, caller.orgId, params.userId))
  })

  serve(http, ENDPOINTS.removeAccount, async ({ caller, params }) => {
    await dropAccount(db, caller.orgId, params.userId)
    return { message: 'The user can no longer sign in' }
  })
}

const toAccount = ({ roles, status, createdAt, updatedAt, ...account }: ListedAccount): Account => ({
  ...account,
  roles: rolesOf(roles),
  status: status as Account['status'],
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})
