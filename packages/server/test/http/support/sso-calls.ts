import { randomUUID } from 'node:crypto'
import { createSession } from '../../../src/gate/sessions/session-service.ts'
import { type SigningProvider, startSigningProvider, tokens } from '../../sso/support/signing-provider.ts'
import type { Caller, GoodCalls } from './good-calls.ts'
import { JSON_TYPE, post, send } from './send.ts'

const EVENTS = { 'http://schemas.openid.net/event/backchannel-logout': {} }

let running: Promise<SigningProvider> | undefined

/** One identity provider for all organizations of a process, which it does not keep alive. */
export const signing = (): Promise<SigningProvider> => {
  running ??= startSigningProvider({ isBackground: true })
  return running
}

const addressOf = ({ orgId }: Caller): string => `sso-${orgId}@example.com`

/** A provider with the id that the walks put into paths, which creates people. */
const identityProvider =
  (providerOf: (caller: Caller) => string) =>
  async (caller: Caller): Promise<void> => {
    const { issuer, clientId } = await signing()
    await caller.service.database.pool.query(
      `insert into identity_providers (org_id, id, label, issuer, client_id, client_authentication, creates_people)
       values ($1, $2, $3, $4, $5, 'none', true)
       on conflict (org_id, id) do update
       set label = excluded.label, status = 'active'`,
      [caller.orgId, providerOf(caller), `Acme ${randomUUID()}`, issuer, clientId],
    )
  }

/** A person of the provider who is linked with a user, and has signed in. */
const linked =
  (providerOf: (caller: Caller) => string) =>
  async (caller: Caller): Promise<void> => {
    const { service, orgId, ids } = caller
    await identityProvider(providerOf)(caller)
    await service.signIn(orgId, [], ids.ada)
    await service.database.pool.query(
      `insert into identity_links (org_id, provider_id, subject, user_id) values ($1, $2, $3, $4) on conflict do nothing`,
      [orgId, providerOf(caller), orgId, ids.ada],
    )
    await createSession(service.database.db, orgId, ids.ada, { providerId: providerOf(caller), providerSession: orgId })
  }

interface Attempt {
  readonly state: string
  readonly cookie: string
}

const attempts = new WeakMap<Caller, Attempt>()
const handles = new WeakMap<Caller, string>()
const logoutTokens = new WeakMap<Caller, string>()

/** Calls that succeed for identity providers. */
export const ssoCalls = (providerOf: (caller: Caller) => string): GoodCalls => {
  const provider = identityProvider(providerOf)
  const link = linked(providerOf)
  return {
    bodies: {
      createIdentityProvider: () => ({
        label: `Acme ${randomUUID()}`,
        issuer: 'https://login.example.com',
        clientId: 'rollcall',
        credential: 'secret-of-the-client',
      }),
      updateIdentityProvider: () => ({ label: `Acme ${randomUUID()}` }),
      continueDeviceTrial: (caller) => ({ handle: handles.get(caller) ?? 'none' }),
      startSso: (caller) => ({ providerId: providerOf(caller) }),
      finishSso: (caller) => ({ providerId: providerOf(caller), state: attempts.get(caller)?.state ?? 'none', code: 'a-code' }),
      signOutByProvider: (caller) => ({ logout_token: logoutTokens.get(caller) ?? 'none' }),
    },
    pathValues: { personId: ({ ids }) => ids.ada },
    preparations: {
      getIdentityProvider: provider,
      updateIdentityProvider: provider,
      removeIdentityProvider: provider,
      testIdentityProvider: provider,
      tryIdentityProvider: provider,
      listIdentityLinks: provider,
      removeIdentityLink: link,
      startSso: provider,
      async continueDeviceTrial(caller) {
        await provider(caller)
        const path = `/api/identity-providers/${providerOf(caller)}/test?device=true`
        const answer = await send(caller.service.baseUrl, { method: 'POST', path, headers: caller.person.headers })
        // A blocked organization gets none.
        handles.set(caller, answer.json<{ device?: { handle: string } }>().device?.handle ?? 'none')
      },
      async finishSso(caller) {
        await provider(caller)
        const started = await post(caller.service.baseUrl, '/api/session/sso', { providerId: providerOf(caller) }, JSON_TYPE)
        const asked = new URL(started.json<{ address: string }>().address).searchParams
        const there = await signing()
        const nonce = asked.get('nonce') as string
        const claims = there.claims({ nonce, sub: addressOf(caller), email: addressOf(caller), email_verified: true })
        there.token = async () => ({ body: await tokens(await there.sign(claims)) })
        const cookie = started.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
        attempts.set(caller, { state: asked.get('state') as string, cookie })
      },
      async signOutByProvider(caller) {
        await link(caller)
        const there = await signing()
        const claims = there.claims({ events: EVENTS, jti: randomUUID(), sub: caller.orgId, sid: caller.orgId })
        logoutTokens.set(caller, await there.sign(claims))
      },
    },
    headers: {
      finishSso: async (caller) => ({ cookie: attempts.get(caller)?.cookie ?? '' }),
    },
  }
}
