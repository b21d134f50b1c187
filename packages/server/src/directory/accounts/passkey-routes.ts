import { ENDPOINTS } from '@rollcall/contract'
import { type HttpContext, serve } from '../../gate/http/serve.ts'
import type { SessionRecord } from '../../gate/sessions/session-service.ts'
import { AppError } from '../../platform/errors.ts'
import type { AccountParts } from './account-parts.ts'
import { addPasskey, changePasskey, dropPasskey, dropPasskeysOf, startAdding } from './passkey-service.ts'
import { siteOf, startCeremony } from './passkey-state.ts'
import { listPasskeys, toPasskey } from './passkey-store.ts'
import { startSession } from './start-session.ts'
import { verifyPasskey } from './verify-passkey.ts'
import { hasWebAuthn } from './webauthn.ts'

const asPerson = (session: SessionRecord | null): SessionRecord => {
  if (session) return session
  throw new AppError('entity_not_found', { detail: 'A key has no passkeys: sign in instead.' })
}

/** Registers passkeys of signed-in people, and the sign-in with one. */
export const registerPasskeyRoutes = (http: HttpContext, { db, homes, outbox, publicUrl }: AccountParts): void => {
  const { access } = http
  const { sealer, slowDown } = access

  serve(http, ENDPOINTS.listPasskeys, async ({ caller: { orgId, userId } }) => ({
    items: userId === null ? [] : (await listPasskeys(db, orgId, userId)).map(toPasskey),
  }))

  serve(http, ENDPOINTS.startPasskey, ({ caller, request }) =>
    startAdding(db, sealer, asPerson(caller.session), siteOf(request, publicUrl)),
  )

  serve(http, ENDPOINTS.createPasskey, ({ body, caller, request }) =>
    addPasskey(db, access, asPerson(caller.session), { site: siteOf(request, publicUrl), address: request.ip, outbox }, body),
  )

  serve(http, ENDPOINTS.updatePasskey, ({ body, caller, params }) =>
    changePasskey(db, asPerson(caller.session), params.passkeyId, body.name),
  )

  serve(http, ENDPOINTS.removePasskey, async ({ caller, params }) => {
    await dropPasskey(db, asPerson(caller.session), params.passkeyId)
    return { message: 'The passkey no longer signs you in' }
  })

  serve(http, ENDPOINTS.removeUserPasskeys, async ({ caller: { orgId }, params }) => {
    const passkeys = await dropPasskeysOf(db, orgId, params.userId)
    return { message: `${passkeys} ${passkeys === 1 ? 'passkey' : 'passkeys'} removed` }
  })

  serve(http, ENDPOINTS.startPasskeySignIn, async ({ request, reply }) => {
    reply.header('cache-control', 'no-store')
    if (!hasWebAuthn()) throw new AppError('passkeys_unavailable')
    const site = siteOf(request, publicUrl)
    return { ...startCeremony(sealer, site), host: site.host }
  })

  serve(http, ENDPOINTS.signInWithPasskey, async ({ body, request, reply }) => {
    reply.header('cache-control', 'no-store')
    const signIn = async () => {
      const proven = await verifyPasskey(homes, sealer, siteOf(request, publicUrl), body)
      return startSession(proven, { outbox, by: 'passkey', request, reply, together: proven.noteUse })
    }
    return signIn().catch(async (error) => {
      if (error instanceof AppError && error.code === 'sign_in_failed') await slowDown.failed(request.ip, undefined)
      throw error
    })
  })
}
