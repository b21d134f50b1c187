import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { SignedIn, TestService } from '../../src/testing/test-service.ts'
import { readEntries } from '../audit/support.ts'
import { send } from '../http/support/send.ts'
import { type Browser, openBrowser, signInWith } from './support/browser.ts'
import { type RealProvider, startRealProvider } from './support/real-provider.ts'
import { addProvider, connect, storeUser } from './support/setting.ts'
import { newSigningKey, type SigningProvider, startSigningProvider, tokens } from './support/signing-provider.ts'

let service: TestService
let orgId: string
let administrator: SignedIn

beforeAll(async () => {
  service = await shareTestService()
})
afterAll(() => service?.[Symbol.asyncDispose]())
beforeEach(async () => {
  orgId = (await service.createOrganization()).id
  administrator = await service.signIn(orgId, ['global-administrator'])
  await storeUser(service, orgId, { userName: 'ada@example.com' })
})

const ADA = { email: 'ada@example.com', email_verified: true }
const isSignedIn = async (browser: Browser): Promise<boolean> => (await browser.call('/api/session')).status === 200

/** The fields of the page on which the provider asks whether to sign out. */
const confirm = async (browser: Browser, address: string) => {
  const { address: page, html } = await browser.visit(address)
  const action = /action="([^"]+)"/.exec(html)?.[1] as string
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(html)?.[1] as string
  return browser.visit(new URL(action, page), { xsrf, logout: 'yes' })
}

describe('with a real provider', () => {
  let real: RealProvider
  beforeEach(async () => {
    real = await startRealProvider()
    real.people.set('ada', ADA)
    return () => real[Symbol.asyncDispose]()
  })

  it('signing out here signs out there as well, if that is set, and comes back to the sign-in page', async () => {
    const { providerId } = await connect(service, administrator, real, { signsOutThere: true })
    const browser = openBrowser(service)
    await signInWith(browser, providerId)
    const { status, body } = await browser.call('/api/session', undefined, 'DELETE')
    expect(status).toBe(200)
    expect(new URL(body.providerAddress).origin).toBe(real.issuer)
    expect(new URL(body.providerAddress).searchParams.has('id_token_hint')).toBe(false)
    const back = await confirm(browser, body.providerAddress)
    expect(back.address.href).toBe(`${service.baseUrl}/sign-in`)
    expect(await isSignedIn(browser)).toBe(false)
  })

  it('signing out here leaves the session there, if that is set, or the session is one of a password', async () => {
    const { providerId } = await connect(service, administrator, real)
    const browser = openBrowser(service)
    await signInWith(browser, providerId)
    expect((await browser.call('/api/session', undefined, 'DELETE')).body.providerAddress).toBeNull()
    const { headers } = await service.signIn(orgId)
    const answer = await send(service.baseUrl, { method: 'DELETE', path: '/api/session', headers })
    expect(answer.json()).toMatchObject({ providerAddress: null })
  })

  it('signing out there ends the session here, and only that of this browser', async () => {
    const { providerId } = await connect(service, administrator, real)
    const [browser, other] = [openBrowser(service), openBrowser(service)]
    const { body } = await signInWith(browser, providerId)
    await signInWith(other, providerId)
    await confirm(browser, `${real.issuer}/session/end`)
    await expect.poll(() => isSignedIn(browser)).toBe(false)
    expect(await isSignedIn(other)).toBe(true)
    const ended = (await readEntries(service, orgId)).filter(({ action }) => action === 'session.end')
    expect(ended).toMatchObject([{ actorType: 'provider', entityType: 'account', entityId: body.session.userId }])
  })
})

describe('a logout token', () => {
  let signing: SigningProvider
  let providerId: string
  beforeEach(async () => {
    signing = await startSigningProvider()
    providerId = (await addProvider(service, administrator, signing)).providerId
    return () => signing[Symbol.asyncDispose]()
  })

  const signIn = async (sid = 'session-there'): Promise<Browser> => {
    const browser = openBrowser(service)
    const { body } = await browser.call('/api/session/sso', { providerId })
    const asked = new URL(body.address).searchParams
    const claims = signing.claims({ nonce: asked.get('nonce') as string, sid, ...ADA })
    signing.token = async () => ({ body: await tokens(await signing.sign(claims)) })
    const answer = { providerId, state: asked.get('state'), code: 'a-code' }
    expect((await browser.call('/api/session/sso/answer', answer)).status).toBe(201)
    return browser
  }

  let ids = 0
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
  const logoutClaims = (more: object = {}): object => {
    const { exp: _, ...claims } = signing.claims({ events, jti: `logout-${++ids}`, sid: 'session-there' })
    return { ...claims, ...more }
  }
  const logout = (token: string, id = providerId) =>
    send(service.baseUrl, {
      method: 'POST',
      path: `/api/identity-providers/${id}/logout`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ logout_token: token, other: 'ignored' }).toString(),
    })
  const sign = (claims: object) => signing.sign(claims as never, signing.key, { typ: 'logout+jwt' })

  it('ends the session that it names, once', async () => {
    const [browser, other] = [await signIn('one'), await signIn('two')]
    const token = await sign(logoutClaims({ sid: 'one' }))
    const answer = await logout(token)
    expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store'])
    expect([await isSignedIn(browser), await isSignedIn(other)]).toEqual([false, true])
    expect((await logout(token)).json()).toMatchObject({
      status: 400,
      code: 'logout_token_invalid',
      detail: 'The token was used before.',
    })
  })

  it('ends all sessions of the person that it names, but none that began with a password', async () => {
    const [one, two] = [await signIn('one'), await signIn('two')]
    const { userId } = (await one.call('/api/session')).body
    const { headers } = await service.signIn(orgId, [], userId)
    expect((await logout(await sign(logoutClaims({ sid: undefined })))).status).toBe(200)
    expect([await isSignedIn(one), await isSignedIn(two)]).toEqual([false, false])
    expect((await send(service.baseUrl, { path: '/api/session', headers })).status).toBe(200)
  })

  it('of a person or session that is not known is accepted, and ends nothing', async () => {
    const browser = await signIn()
    expect((await logout(await sign(logoutClaims({ sid: 'unknown' })))).status).toBe(200)
    expect((await logout(await sign(logoutClaims({ sub: 'unknown' })))).status).toBe(200)
    expect(await isSignedIn(browser)).toBe(true)
  })

  const WRONG: Record<string, () => Promise<string>> = {
    'of another audience': () => sign(logoutClaims({ aud: 'another' })),
    'of another issuer': () => sign(logoutClaims({ iss: 'https://evil.example.com' })),
    'without the event': () => sign(logoutClaims({ events: {} })),
    'with a nonce': () => sign(logoutClaims({ nonce: 'a-nonce' })),
    'without an id': () => sign(logoutClaims({ jti: undefined })),
    'without a person and a session': () => sign(logoutClaims({ sub: undefined, sid: undefined })),
    'of an hour ago': () => sign(logoutClaims({ iat: Math.floor(Date.now() / 1000) - 3600 })),
    'that has expired': () => sign(logoutClaims({ exp: Math.floor(Date.now() / 1000) - 120 })),
    'with a foreign key': async () => signing.sign(logoutClaims() as never, await newSigningKey(signing.key.kid)),
    'without a signature': async () => {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      return `${part({ alg: 'none' })}.${part(logoutClaims())}.`
    },
    'that is none': async () => 'nonsense',
  }

  it.each(Object.keys(WRONG))('%s is refused', async (which) => {
    const browser = await signIn()
    const answer = await logout(await (WRONG[which] as () => Promise<string>)())
    expect(answer.json()).toMatchObject({ status: 400, code: 'logout_token_invalid' })
    expect(await isSignedIn(browser)).toBe(true)
    const refused = (await readEntries(service, orgId)).filter(({ action }) => action === 'session.refuse')
    expect(refused).toMatchObject([{ entityId: providerId, after: { reason: expect.stringMatching(/logout token/) } }])
  })

  it('of another provider ends no session', async () => {
    const browser = await signIn()
    await using other = await startSigningProvider()
    const { providerId: otherId } = await addProvider(service, administrator, other)
    const token = await other.sign({ ...other.claims({ events, jti: 'x', sid: 'session-there' }) })
    expect((await logout(token)).status).toBe(400)
    expect((await logout(token, otherId)).status).toBe(200)
    expect(await isSignedIn(browser)).toBe(true)
  })

  it('for an unknown provider is a 404', async () => {
    expect((await logout('x', '6f1c0f0e-6d2b-4d43-9f0c-0d7b6f3a9e21')).status).toBe(404)
  })
})
