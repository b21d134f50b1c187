import { ENDPOINTS } from '@rollcall/contract'
import { generateKeyPair } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pageOf } from '../../src/directory/sso/addresses.ts'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { SignedIn, TestService } from '../../src/testing/test-service.ts'
import { readEntries } from '../audit/support.ts'
import { answerOf, type Browser, openBrowser, signInWith } from './support/browser.ts'
import { type RealProvider, startRealProvider } from './support/real-provider.ts'
import { addProvider, as, connect, storeUser } from './support/setting.ts'
import { newSigningKey, type SigningProvider, startSigningProvider, tokens } from './support/signing-provider.ts'

let service: TestService
let real: RealProvider
let signing: SigningProvider
let orgId: string
let administrator: SignedIn

beforeAll(async () => {
  service = await shareTestService()
  real = await startRealProvider()
})
afterAll(async () => {
  await service?.[Symbol.asyncDispose]()
  await real?.[Symbol.asyncDispose]()
})
beforeEach(async () => {
  orgId = (await service.createOrganization()).id
  administrator = await service.signIn(orgId, ['global-administrator'])
  real.people.clear()
  real.people.set('ada', ADA)
  real.person = 'ada'
})

const ADA = { email: 'ada@example.com', email_verified: true }

/** Starts a sign-in and goes to the provider and back, without handing in the answer. */
const comeBack = async (browser: Browser, providerId: string): Promise<Record<string, string>> => {
  const { body } = await browser.call('/api/session/sso', { providerId })
  return answerOf((await browser.visit(body.address)).address)
}

const finish = (browser: Browser, answer: object) => browser.call('/api/session/sso/answer', answer)

/** The reasons of refused sign-ins in the audit log. */
const reasons = async (): Promise<unknown[]> =>
  (await readEntries(service, orgId))
    .filter(({ action }) => action === 'session.refuse')
    .map(({ actorType, entityType, address, after }) => {
      expect([actorType, entityType, address]).toEqual(['unknown', 'identity-provider', '127.0.0.1'])
      return after?.reason
    })

describe('with a real provider', () => {
  let providerId: string
  beforeEach(async () => {
    await storeUser(service, orgId, { userName: 'ada@example.com' })
    providerId = (await connect(service, administrator, real)).providerId
  })

  it('an answer that was stolen from another browser signs no one in', async () => {
    const stolen = await comeBack(openBrowser(service), providerId)
    const thief = openBrowser(service)
    expect(await finish(thief, stolen)).toMatchObject({ status: 400, body: { code: 'sign_in_expired' } })
    // Not even in a browser that has started a sign-in of its own.
    await comeBack(thief, providerId)
    expect(await finish(thief, stolen)).toMatchObject({ status: 400, body: { code: 'sign_in_expired' } })
    expect(thief.cookies.has('rollcall_session')).toBe(false)
    expect(await reasons()).toEqual([expect.stringMatching(/Start again/)])
  })

  it("a person cannot be signed in to an attacker's account by a link with the answer of the attacker", async () => {
    const answer = await comeBack(openBrowser(service), providerId)
    const victim = openBrowser(service)
    const own = await comeBack(victim, providerId)
    expect(await finish(victim, { ...own, code: answer.code })).toMatchObject({
      status: 403,
      body: { code: 'provider_answer_invalid' },
    })
    expect(await reasons()).toEqual([expect.stringMatching(/does not accept the code/)])
  })

  it('a replayed answer is refused, even with the cookie that the browser had', async () => {
    const browser = openBrowser(service)
    const answer = await comeBack(browser, providerId)
    const kept = new Map(browser.cookies)
    expect((await finish(browser, answer)).status).toBe(201)
    const replay = openBrowser(service)
    for (const [name, value] of kept) replay.cookies.set(name, value)
    expect(await finish(replay, answer)).toMatchObject({ status: 400, body: { code: 'sign_in_expired' } })
    expect(await reasons()).toEqual([expect.stringMatching(/Start again/)])
  })

  it('a replayed code is refused by the provider, and by us with its words', async () => {
    const first = openBrowser(service)
    const used = await comeBack(first, providerId)
    expect((await finish(first, used)).status).toBe(201)
    const browser = openBrowser(service)
    const answer = await comeBack(browser, providerId)
    const refused = await finish(browser, { ...answer, code: used.code })
    expect(refused).toMatchObject({ status: 403, body: { code: 'provider_answer_invalid' } })
    expect(refused.body.detail).toMatch(/used before/)
    expect(await reasons()).toEqual([expect.stringMatching(/used before/)])
  })

  it('an answer for a provider that was switched off meanwhile is refused', async () => {
    const browser = openBrowser(service)
    const answer = await comeBack(browser, providerId)
    await as(service, administrator)('PATCH', `/api/identity-providers/${providerId}`, { status: 'inactive' })
    const refused = await finish(browser, answer)
    expect(refused).toMatchObject({ status: 404, body: { code: 'entity_not_found' } })
    expect(ENDPOINTS.finishSso.errors).toContain(refused.body.code)
  })

  it('a cookie that was made up or changed is refused', async () => {
    const browser = openBrowser(service)
    const answer = await comeBack(browser, providerId)
    const [name] = [...browser.cookies.keys()].filter((each) => each.startsWith('rollcall_sso_'))
    const sealed = browser.cookies.get(name as string) as string
    browser.cookies.set(name as string, `${sealed.slice(0, -4)}AAAA`)
    expect(await finish(browser, answer)).toMatchObject({ status: 400, body: { code: 'sign_in_expired' } })
  })

  it('an answer of another issuer is refused', async () => {
    const browser = openBrowser(service)
    const answer = await comeBack(browser, providerId)
    const mixed = await finish(browser, { ...answer, iss: 'https://evil.example.com' })
    expect(mixed).toMatchObject({ status: 403, body: { code: 'provider_answer_invalid' } })
    expect(await reasons()).toEqual(['The answer came from another issuer.'])
  })

  it('an answer that arrives at the address of another provider is refused, and its code goes nowhere', async () => {
    await using evil = await startSigningProvider()
    const other = await addProvider(service, administrator, evil)
    const browser = openBrowser(service)
    const answer = await comeBack(browser, providerId)
    const mixed = await finish(browser, { ...answer, providerId: other.providerId })
    expect(mixed).toMatchObject({ status: 403, body: { code: 'provider_answer_invalid' } })
    expect(evil.asked).not.toContain('/token')
    expect(await reasons()).toEqual(['The answer arrived at the address of another identity provider.'])
  })

  it('an unverified e-mail address takes over no account', async () => {
    real.people.set('eve', { email: 'ada@example.com', email_verified: false })
    real.people.set('mallory', { email: 'ada@example.com' })
    for (const person of ['eve', 'mallory']) {
      real.person = person
      expect((await signInWith(openBrowser(service), providerId)).body).toMatchObject({ code: 'sign_in_refused' })
    }
    await as(service, administrator)('PATCH', `/api/identity-providers/${providerId}`, {
      createsPeople: true,
      linksBy: ['verified-email', 'user-name'],
      userNameClaim: 'email',
    })
    expect((await signInWith(openBrowser(service), providerId)).body).toMatchObject({ code: 'sign_in_refused' })
    const { rows } = await service.database.pool.query('select from identity_links where org_id = $1', [orgId])
    expect(rows).toHaveLength(0)
    expect(await reasons()).toEqual([expect.stringMatching(/verified no e-mail address/)])
  })

  it('a provider signs no one in to another organization', async () => {
    const other = (await service.createOrganization()).id
    const victim = await storeUser(service, other, { userName: 'bob@example.com' })
    real.people.set('bob', { email: 'bob@example.com', email_verified: true })
    real.person = 'bob'
    expect((await signInWith(openBrowser(service), providerId)).body).toMatchObject({ code: 'sign_in_refused' })
    const { rows } = await service.database.pool.query('select from sessions where user_id = $1', [victim])
    expect(rows).toHaveLength(0)
    expect(await reasons()).toEqual([expect.stringMatching(/not known here/)])
    expect((await readEntries(service, other)).map(({ action }) => action)).toEqual([])
  })

  it('the page after a sign-in is one of this service', async () => {
    for (const returnTo of [
      '//evil.example.com',
      '/\\evil.example.com',
      'https://evil.example.com',
      '/\t/evil.example.com',
      'javascript:alert(1)',
    ]) {
      const { status, body } = await signInWith(openBrowser(service), providerId, { returnTo })
      expect([status, body.returnTo]).toEqual([201, '/'])
    }
    const signedIn = (await readEntries(service, orgId)).filter(({ action }) => action === 'session.create')
    expect(signedIn.map(({ after }) => after)).toEqual(
      Array(5).fill({ identityProvider: expect.any(String), signedInBy: 'provider' }),
    )
  })
})

describe('with a provider that signs wrongly', () => {
  let providerId: string
  beforeEach(async () => {
    signing = await startSigningProvider()
    await storeUser(service, orgId, { userName: 'ada@example.com' })
    providerId = (await addProvider(service, administrator, signing)).providerId
    return () => signing[Symbol.asyncDispose]()
  })

  /** Signs in with the ID token that the test makes of the claims of a good one. */
  const signInBy = async (make: (claims: object & { nonce?: string | null }) => Promise<string>) => {
    const browser = openBrowser(service)
    const { body } = await browser.call('/api/session/sso', { providerId })
    const asked = new URL(body.address).searchParams
    const claims = signing.claims({ nonce: asked.get('nonce') as string, ...ADA })
    signing.token = async () => ({ body: await tokens(await make(claims)) })
    const answer = { providerId, state: asked.get('state'), code: 'a-code' }
    return finish(browser, answer)
  }

  it('signs a person in by a good token, which shows that the others are refused for what is wrong with them', async () => {
    expect((await signInBy((claims) => signing.sign(claims))).status).toBe(201)
  })

  const seconds = () => Math.floor(Date.now() / 1000)
  const WRONG: Record<string, (claims: object) => Promise<string>> = {
    'of another audience': (claims) => signing.sign({ ...claims, aud: 'another-client' }),
    'of several audiences, of which another one is authorized': (claims) =>
      signing.sign({ ...claims, aud: ['rollcall', 'another-client'], azp: 'another-client' }),
    'of another issuer': (claims) => signing.sign({ ...claims, iss: 'https://evil.example.com' }),
    'with the nonce of another sign-in': (claims) => signing.sign({ ...claims, nonce: 'another-nonce-of-another-sign-in' }),
    'without a nonce': (claims) => signing.sign({ ...claims, nonce: undefined } as never),
    'that has expired': (claims) => signing.sign({ ...claims, iat: seconds() - 400, exp: seconds() - 61 }),
    'that is not valid yet': (claims) => signing.sign({ ...claims, nbf: seconds() + 300 }),
    'without a subject': (claims) => signing.sign({ ...claims, sub: undefined } as never),
    'without a signature': async (claims) => {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      return `${part({ alg: 'none' })}.${part(claims)}.`
    },
    'with a foreign key of the same name': async (claims) => signing.sign(claims as never, await newSigningKey(signing.key.kid)),
    'with a key that the provider does not publish': async (claims) =>
      signing.sign(claims as never, await newSigningKey('unknown')),
    'signed with the client secret': async (claims) => {
      const { SignJWT } = await import('jose')
      return new SignJWT({ ...claims }).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(signing.clientSecret))
    },
    'signed with the public key as if it were a secret': async (claims) => {
      const { SignJWT } = await import('jose')
      return new SignJWT({ ...claims })
        .setProtectedHeader({ alg: 'HS256', kid: signing.key.kid })
        .sign(Buffer.from(JSON.stringify(signing.key.publicJwk)))
    },
    'whose claims were changed after it was signed': async (claims) => {
      const [header, , signature] = (await signing.sign(claims as never)).split('.')
      return `${header}.${Buffer.from(JSON.stringify({ ...claims, sub: 'another' })).toString('base64url')}.${signature}`
    },
    'with a key of its own in its header': async (claims) => {
      const own = await newSigningKey('own')
      const { SignJWT } = await import('jose')
      return new SignJWT({ ...claims }).setProtectedHeader({ alg: 'RS256', jwk: own.publicJwk as never }).sign(own.privateKey)
    },
  }

  it.each(Object.keys(WRONG))('refuses a token %s', async (which) => {
    const refused = await signInBy(WRONG[which] as never)
    expect(refused).toMatchObject({ status: 403, body: { code: 'provider_answer_invalid' } })
    expect(refused.setCookies.some((cookie) => cookie.startsWith('rollcall_session='))).toBe(false)
    expect(await reasons()).toEqual([refused.body.detail])
  })

  it.each([
    ['switched off', 'PATCH', { status: 'inactive' }],
    ['removed', 'DELETE', undefined],
  ])('signs no one in if it is %s while it answers', async (_, method, body) => {
    const refused = await signInBy(async (claims) => {
      const off = await as(service, administrator)(method, `/api/identity-providers/${providerId}`, body)
      expect(off.status).toBe(200)
      return signing.sign(claims)
    })
    const detail = 'The identity provider is not active.'
    expect(refused).toMatchObject({ status: 403, body: { code: 'sign_in_refused', detail } })
    expect(await reasons()).toEqual([detail])
    const { rows } = await service.database.pool.query('select from sessions where provider_id = $1', [providerId])
    expect(rows).toEqual([])
  })

  it('accepts clocks that differ by a minute', async () => {
    expect((await signInBy((claims) => signing.sign({ ...claims, iat: seconds() - 300, exp: seconds() - 50 }))).status).toBe(201)
    expect((await signInBy((claims) => signing.sign({ ...claims, iat: seconds() + 50, nbf: seconds() + 50 }))).status).toBe(201)
  })

  it('finds the key of a token that does not name it', async () => {
    const second = await newSigningKey('second')
    signing.keys = [await newSigningKey('third'), second, signing.key]
    const sign = async (claims: object) => {
      const { SignJWT } = await import('jose')
      return new SignJWT({ ...claims }).setProtectedHeader({ alg: 'RS256' }).sign(second.privateKey)
    }
    expect((await signInBy(sign)).status).toBe(201)
    const { privateKey } = await generateKeyPair('RS256')
    expect((await signInBy((claims) => signing.sign(claims, { ...second, kid: 'second', privateKey }))).status).toBe(403)
  })

  it('sends the secret only to addresses of the discovery document, and follows no redirect', async () => {
    signing.token = async () => ({ status: 302, body: {} })
    const browser = openBrowser(service)
    const { body } = await browser.call('/api/session/sso', { providerId })
    const state = new URL(body.address).searchParams.get('state')
    expect(await finish(browser, { providerId, state, code: 'a-code' })).toMatchObject({ status: 403 })
  })

  it('never sends a browser to an address that is none of the web', async () => {
    for (const address of ['javascript:alert(1)', 'data:text/html,hello', 'file:///etc/passwd']) {
      signing.metadata = { authorization_endpoint: address }
      await as(service, administrator)('PATCH', `/api/identity-providers/${providerId}`, { scopes: [] })
      const started = await openBrowser(service).call('/api/session/sso', { providerId })
      expect(started).toMatchObject({ status: 403, body: { code: 'provider_answer_invalid' } })
      expect(ENDPOINTS.startSso.errors).toContain(started.body.code)
    }
  })

  it('reads UserInfo only of the same person', async () => {
    signing.userInfo = { sub: 'another', email: 'ada@example.com', email_verified: true }
    const without = (claims: object) => signing.sign({ ...claims, email: undefined, email_verified: undefined } as never)
    expect((await signInBy(without)).body).toMatchObject({ code: 'provider_answer_invalid' })
    signing.userInfo = { sub: 'subject', email: 'ada@example.com', email_verified: true }
    expect((await signInBy(without)).status).toBe(201)
  })
})

it('returns to pages of the service only', () => {
  expect(['/', '/me?day=1#top', '/a//b'].map(pageOf)).toEqual(['/', '/me?day=1#top', '/a//b'])
  expect(['//a', '/\\a', 'me', '', null, undefined, '/\n/a', 'https://here.invalid/x'].map(pageOf)).toEqual(Array(8).fill('/'))
})
