import { ENDPOINTS } from '@rollcall/contract'
import { type HttpContext, serve } from '../../gate/http/serve.ts'
import { choosePassword, linkToAccount, requestReset, withWrongLinksDelayed } from './account-link-service.ts'
import { getLink, organizationOfCode } from './account-links.ts'
import type { AccountParts } from './account-parts.ts'
import { startSession } from './start-session.ts'

/** Registers links with which people choose a password. */
export const registerAccountLinkRoutes = (http: HttpContext, { db, homes, outbox, onError }: AccountParts): void => {
  const { slowDown } = http.access

  serve(http, ENDPOINTS.createAccountLink, async ({ body, caller, params, reply }) => {
    reply.header('cache-control', 'no-store')
    return linkToAccount(db, outbox, caller.orgId, params.userId, body)
  })

  serve(http, ENDPOINTS.requestPasswordReset, async ({ body, request, reply }) => {
    reply.header('cache-control', 'no-store')
    // Every request counts as a failure of its address: no one needs many, and each may send a mail.
    await slowDown.failed(request.ip, undefined)
    const asking = { address: request.ip, userAgent: request.headers['user-agent'], requestId: request.id }
    await requestReset(homes, outbox, body, asking, onError)
    return { message: 'If there is such an account and it has an e-mail address, a link is on its way' }
  })

  serve(http, ENDPOINTS.readAccountLink, async ({ body: { code }, request, reply }) => {
    reply.header('cache-control', 'no-store')
    return withWrongLinksDelayed(slowDown, request.ip, async () => {
      const orgId = organizationOfCode(code)
      const { kind, userName, organizationName, expiresAt } = await getLink(await homes.of(orgId), orgId, code)
      return { kind, userName, organizationName, expiresAt: expiresAt.toISOString() }
    })
  })

  serve(http, ENDPOINTS.useAccountLink, async ({ body, request, reply }) => {
    reply.header('cache-control', 'no-store')
    const proven = await withWrongLinksDelayed(slowDown, request.ip, () => choosePassword(homes, outbox, body))
    return startSession(proven, { outbox, by: 'link', request, reply })
  })
}
