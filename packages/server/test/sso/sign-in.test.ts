import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type SignedIn, startTestService, type TestService } from '../../src/testing/test-service.ts'
import { readEntries } from '../audit/support.ts'
import { startServiceAt } from '../http/support/pair.ts'
import { JSON_TYPE, send } from '../http/support/send.ts'
import { answerOf, openBrowser, signInWith } from './support/browser.ts'
import { type RealProvider, startRealProvider } from './support/real-provider.ts'
import { as, connect, storeUser } from './support/setting.ts'

const SECRET_KEY = Buffer.alloc(32, 7)

let service: TestService
let provider: RealProvider
let orgId: string
let administrator: SignedIn

beforeAll(async () => {
  service = await startTestService({ secretKey: SECRET_KEY.toString('base64') })
  provider = await startRealProvider()
})
afterAll(async () => {
  await service?.[Symbol.asyncDispose]()
  await provider?.[Symbol.asyncDispose]()
})
beforeEach(async () => {
  orgId = (await service.createOrganization()).id
  administrator = await service.signIn(orgId, ['global-administrator'])
  provider.people.clear()
  provider.person = 'ada'
})

const ADA = { email: 'ada@example.com', email_verified: true, preferred_username: 'ada' }

describe('a sign-in with an identity provider', () => {
  it('finds the user by a verified e-mail address, and afterwards by the identifier of the provider', async () => {
    provider.people.set('ada', ADA)
    const userId = await storeUser(service, orgId, { userName: 'a.byron', email: 'Ada@Example.com' })
    const { providerId } = await connect(service, administrator, provider)
    const browser = openBrowser(service)
    const first = await signInWith(browser, providerId, { returnTo: '/me/floor?level=2' })
    expect(first).toMatchObject({
      status: 201,
      body: { session: { userId, roles: ['employee'] }, returnTo: '/me/floor?level=2' },
    })
    expect(await browser.call('/api/session')).toMatchObject({ status: 200, body: { userId } })
    // The address of the person changes, and the link stays.
    provider.people.set('ada', { email: 'ada.lovelace@example.com', email_verified: true })
    const again = await signInWith(openBrowser(service), providerId)
    expect(again).toMatchObject({ status: 201, body: { session: { userId } } })
  })

  it('sets a cookie for the session that scripts and other sites cannot use, and removes that of the sign-in', async () => {
    provider.people.set('ada', ADA)
    await storeUser(service, orgId, { userName: 'ada@example.com' })
    const { providerId } = await connect(service, administrator, provider)
    const browser = openBrowser(service)
    const { setCookies } = await signInWith(browser, providerId)
    const session = setCookies.find((cookie) => cookie.startsWith('rollcall_session='))
    expect(session).toMatch(/; Path=\/; HttpOnly; SameSite=Strict$/)
    expect([...browser.cookies.keys()]).toEqual(['rollcall_session'])
  })

  it('keeps no token of the provider', async () => {
    provider.people.set('ada', ADA)
    await storeUser(service, orgId, { userName: 'ada@example.com' })
    const { providerId } = await connect(service, administrator, provider)
    await signInWith(openBrowser(service), providerId)
    const { rows } = await service.database.pool.query<{ row: string }>(
      `select to_jsonb(s)::text as row from sessions s where provider_id = $1
       union all select to_jsonb(l)::text from identity_links l where provider_id = $1`,
      [providerId],
    )
    expect(rows).toHaveLength(2)
    // A token has a dot after its header, and an id of a session, which is random, has none.
    for (const { row } of rows) expect(row).not.toMatch(/eyJ[\w-]*\.|token"|access|id_token/)
  })

  it('refuses people who are not known, inactive, or whose address is of another domain, with a sentence', async () => {
    provider.people.set('ada', ADA)
    const { providerId } = await connect(service, administrator, provider)
    const sentenceOf = async () => (await signInWith(openBrowser(service), providerId)).body
    expect(await sentenceOf()).toMatchObject({ code: 'sign_in_refused', detail: expect.stringMatching(/not known here/) })
    await storeUser(service, orgId, { userName: 'ada@example.com', status: 'inactive' })
    expect(await sentenceOf()).toMatchObject({ code: 'sign_in_refused', detail: 'The user is not active.' })
    await as(service, administrator)('PATCH', `/api/identity-providers/${providerId}`, { domains: ['example.org'] })
    expect(await sentenceOf()).toMatchObject({ code: 'sign_in_refused', detail: expect.stringMatching(/domain/) })
  })

  it('finds the active user of an address that a former user has as well, and none where two are active', async () => {
    provider.people.set('ada', ADA)
    await storeUser(service, orgId, { userName: 'former', email: 'ada@example.com', status: 'inactive' })
    const userId = await storeUser(service, orgId, { userName: 'a.byron', email: 'ada@example.com' })
    const { providerId } = await connect(service, administrator, provider)
    expect(await signInWith(openBrowser(service), providerId)).toMatchObject({ status: 201, body: { session: { userId } } })
    await as(service, administrator)('DELETE', `/api/identity-providers/${providerId}/people/${userId}`)
    await storeUser(service, orgId, { userName: 'ada@example.com' })
    const refused = await signInWith(openBrowser(service), providerId)
    expect(refused).toMatchObject({ status: 403, body: { detail: expect.stringMatching(/several users/) } })
  })

  it('creates people only if the provider may, with what it verified', async () => {
    provider.people.set('ada', { ...ADA, given_name: 'Ada', family_name: 'Byron' })
    const { providerId } = await connect(service, administrator, provider, { createsPeople: true })
    const { status, body } = await signInWith(openBrowser(service), providerId)
    expect(status).toBe(201)
    expect(body.session).toMatchObject({ userName: 'ada@example.com', firstName: 'Ada', lastName: 'Byron', roles: ['employee'] })
    const account = await as(service, administrator)('GET', `/api/users/${body.session.userId}/account`)
    expect(account.json()).toMatchObject({ hasPassword: false, isBreakGlass: false })
  })

  it('refuses a second person of the provider for a user who is linked already', async () => {
    provider.people.set('ada', ADA)
    provider.people.set('eve', ADA)
    await storeUser(service, orgId, { userName: 'ada@example.com' })
    const { providerId } = await connect(service, administrator, provider)
    expect((await signInWith(openBrowser(service), providerId)).status).toBe(201)
    provider.person = 'eve'
    const refused = await signInWith(openBrowser(service), providerId)
    expect(refused).toMatchObject({ status: 403, body: { code: 'sign_in_refused' } })
    expect(refused.body.detail).toMatch(/linked with another person/)
  })

  it('lets an administrator unlink a person, whose sessions with the provider end', async () => {
    provider.people.set('ada', ADA)
    provider.people.set('ada-new', ADA)
    const userId = await storeUser(service, orgId, { userName: 'ada@example.com' })
    const { providerId } = await connect(service, administrator, provider)
    const browser = openBrowser(service)
    await signInWith(browser, providerId)
    const call = as(service, administrator)
    const path = `/api/identity-providers/${providerId}/people`
    expect((await call('GET', path)).json()).toMatchObject({ items: [{ userId, userName: 'ada@example.com', subject: 'ada' }] })
    expect((await call('DELETE', `${path}/${userId}`)).status).toBe(200)
    expect((await browser.call('/api/session')).status).toBe(401)
    provider.person = 'ada-new'
    expect(await signInWith(openBrowser(service), providerId)).toMatchObject({ status: 201, body: { session: { userId } } })
  })

  it('links a person once if two browsers sign in at the same time', async () => {
    provider.people.set('ada', ADA)
    const { providerId } = await connect(service, administrator, provider, { createsPeople: true })
    const browsers = [openBrowser(service), openBrowser(service), openBrowser(service)]
    const answers: Record<string, string>[] = []
    for (const browser of browsers) {
      const { body } = await browser.call('/api/session/sso', { providerId })
      answers.push(answerOf((await browser.visit(body.address)).address))
    }
    const finished = await Promise.all(browsers.map((browser, index) => browser.call('/api/session/sso/answer', answers[index])))
    const signedIn = finished.filter(({ status }) => status === 201)
    expect(signedIn.length).toBeGreaterThan(0)
    expect(new Set(signedIn.map(({ body }) => body.session.userId)).size).toBe(1)
    const { rows } = await service.database.pool.query('select from identity_links where provider_id = $1', [providerId])
    expect(rows).toHaveLength(1)
  })

  it('finds users by the user name only where that is allowed', async () => {
    provider.people.set('ada', { preferred_username: 'a.byron', email: 'ada@example.com', email_verified: false })
    const userId = await storeUser(service, orgId, { userName: 'a.byron' })
    const { providerId } = await connect(service, administrator, provider)
    expect((await signInWith(openBrowser(service), providerId)).body).toMatchObject({ code: 'sign_in_refused' })
    await as(service, administrator)('PATCH', `/api/identity-providers/${providerId}`, { linksBy: ['user-name'] })
    expect(await signInWith(openBrowser(service), providerId)).toMatchObject({ status: 201, body: { session: { userId } } })
  })

  it('follows new keys of the provider at once', async () => {
    provider.people.set('ada', ADA)
    await storeUser(service, orgId, { userName: 'ada@example.com' })
    const { providerId } = await connect(service, administrator, provider)
    expect((await signInWith(openBrowser(service), providerId)).status).toBe(201)
    await provider.rotateKeys()
    // The keys are read again at most every two seconds.
    await expect.poll(async () => (await signInWith(openBrowser(service), providerId)).status).toBe(201)
  })
})

describe('roles by claims', () => {
  const roleMappings = [
    { claim: 'groups', value: 'bookers', role: 'bookings-administrator' },
    { claim: 'groups', value: 'admins', role: 'global-administrator' },
  ]

  it('are set at each sign-in, and hold for all sessions of the person', async () => {
    provider.people.set('ada', { ...ADA, groups: ['bookers'] })
    await storeUser(service, orgId, { userName: 'ada@example.com' })
    const { providerId } = await connect(service, administrator, provider, { roleMappings })
    const browser = openBrowser(service)
    expect((await signInWith(browser, providerId)).body.session.roles).toEqual(['employee', 'bookings-administrator'])
    provider.people.set('ada', { ...ADA, groups: ['others'] })
    expect((await signInWith(openBrowser(service), providerId)).body.session.roles).toEqual(['employee'])
    expect((await browser.call('/api/session')).body.roles).toEqual(['employee'])
  })

  it('never leave the organization without a global administrator', async () => {
    provider.people.set('ada', { ...ADA, groups: [] })
    const userId = await storeUser(service, orgId, { userName: 'ada@example.com' })
    const { providerId } = await connect(service, administrator, provider, { roleMappings })
    await service.signIn(orgId, ['global-administrator'], userId)
    await service.database.pool.query(`update user_accounts set roles = '{}' where org_id = $1 and user_id = $2`, [
      orgId,
      administrator.userId,
    ])
    expect((await signInWith(openBrowser(service), providerId)).body).toMatchObject({ code: 'last_administrator' })
  })

  it('do not change a break-glass account', async () => {
    provider.people.set('ada', { ...ADA, groups: [] })
    const userId = await storeUser(service, orgId, { userName: 'ada@example.com' })
    await service.signIn(orgId, ['global-administrator'], userId)
    await service.database.pool.query('update user_accounts set is_break_glass = true where user_id = $1', [userId])
    const { providerId } = await connect(service, administrator, provider, { roleMappings })
    expect((await signInWith(openBrowser(service), providerId)).body.session.roles).toContain('global-administrator')
  })
})

describe('the audit log', () => {
  it('has the link, the account and the sign-in, and each refusal, without names and addresses', async () => {
    provider.people.set('ada', ADA)
    const { providerId, label } = await connect(service, administrator, provider)
    await signInWith(openBrowser(service), providerId)
    const userId = await storeUser(service, orgId, { userName: 'ada@example.com' })
    await signInWith(openBrowser(service), providerId)
    const entries = (await readEntries(service, orgId)).filter(({ action }) => action !== 'identity-provider.create')
    expect(entries.map(({ action, actorType, entityType, entityId }) => [action, actorType, entityType, entityId])).toEqual([
      ['session.refuse', 'unknown', 'identity-provider', providerId],
      ['identity-link.create', 'provider', 'account', userId],
      ['account.set', 'provider', 'account', userId],
      ['session.create', 'user', 'account', userId],
    ])
    expect(entries[0]?.after).toMatchObject({ identityProvider: label, reason: expect.stringMatching(/not known here/) })
    expect(JSON.stringify(entries.map(({ before, after }) => [before, after]))).not.toMatch(/example\.com/)
  })
})

describe('a trial', () => {
  it('shows what the provider says and who would be signed in, and signs no one in', async () => {
    provider.people.set('ada', ADA)
    const userId = await storeUser(service, orgId, { userName: 'ada@example.com' })
    const { providerId } = await connect(service, administrator, provider, { createsPeople: true })
    const browser = openBrowser(service)
    for (const [name, value] of (administrator.headers.cookie as string).split('; ').map((pair) => pair.split('='))) {
      browser.cookies.set(name as string, value as string)
    }
    await browser.call('/api/session')
    const started = await browser.call(`/api/identity-providers/${providerId}/trial`, undefined, 'POST')
    expect(started.status).toBe(200)
    const { address } = await browser.visit(started.body.address)
    const { body } = await browser.call('/api/session/sso/answer', answerOf(address))
    expect(body).toMatchObject({
      session: null,
      returnTo: '/admin/single-sign-on',
      trial: { userId, isNew: false, refusal: null },
    })
    expect(body.trial.claims).toContainEqual({ name: 'email', value: '"ada@example.com"' })
    expect((await browser.call('/api/session')).body.userId).toBe(administrator.userId)
    const { rows } = await service.database.pool.query('select from identity_links where provider_id = $1', [providerId])
    expect(rows).toHaveLength(0)
  })
})

describe('two nodes behind a proxy', () => {
  it('finish on one what the other started', async () => {
    provider.people.set('ada', ADA)
    await storeUser(service, orgId, { userName: 'ada@example.com' })
    const { providerId } = await connect(service, administrator, provider)
    const nodes = { baseUrl: service.baseUrl }
    await using second = await startServiceAt(service.database.url, SECRET_KEY, { ssoAllowHttp: true })
    const browser = openBrowser(nodes)
    const { body } = await browser.call('/api/session/sso', { providerId })
    const { address } = await browser.visit(body.address)
    nodes.baseUrl = second.baseUrl
    const answer = answerOf(address)
    expect((await browser.call('/api/session/sso/answer', answer)).status).toBe(201)
    nodes.baseUrl = service.baseUrl
    expect((await browser.call('/api/session')).status).toBe(200)
  })

  it('goes by the address that the operator named, whatever host a request names', async () => {
    provider.people.set('ada', ADA)
    await storeUser(service, orgId, { userName: 'ada@example.com' })
    const { providerId } = await connect(service, administrator, provider, { signsOutThere: true })
    const settings = { ssoAllowHttp: true, publicUrl: service.baseUrl, trustProxy: 1 }
    await using named = await startServiceAt(service.database.url, SECRET_KEY, settings)
    const FORGED = { ...JSON_TYPE, host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }
    const answer = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
      (await send(named.baseUrl, { method, path, headers: { ...FORGED, ...headers }, body })).json<Record<string, string>>()
    const parameterOf = (address: string | undefined, name: string) => new URL(address as string).searchParams.get(name)
    const redirectUri = `${service.baseUrl}/sign-in/sso/${providerId}`
    const started = await answer('POST', '/api/session/sso', { providerId })
    expect(parameterOf(started.address, 'redirect_uri')).toBe(redirectUri)

    // The session of the administrator is one of plain HTTP, as which a forged protocol would not be accepted.
    const plain = { ...administrator.headers, 'x-forwarded-proto': 'http' }
    const one = `/api/identity-providers/${providerId}`
    expect(parameterOf((await answer('POST', `${one}/trial`, {}, plain)).address, 'redirect_uri')).toBe(redirectUri)
    expect(await answer('POST', `${one}/test`, {}, plain)).toMatchObject({
      redirectUri,
      postLogoutRedirectUri: `${service.baseUrl}/sign-in`,
      backChannelLogoutUri: `${service.baseUrl}${one}/logout`,
    })

    const browser = openBrowser(service)
    const { body } = await signInWith(browser, providerId)
    const own = {
      cookie: `rollcall_session=${browser.cookies.get('rollcall_session')}`,
      'x-csrf-token': body.session.csrfToken,
      'x-forwarded-proto': 'http',
    }
    const { providerAddress } = await answer('DELETE', '/api/session', undefined, own)
    expect(parameterOf(providerAddress, 'post_logout_redirect_uri')).toBe(`${service.baseUrl}/sign-in`)

    // Without such an address the request says it, and the provider sends no one to a host that is not registered there.
    const guessed = await send(service.baseUrl, {
      method: 'POST',
      path: '/api/session/sso',
      headers: FORGED,
      body: { providerId },
    })
    const { address } = guessed.json<{ address: string }>()
    expect(parameterOf(address, 'redirect_uri')).toBe(`http://evil.example/sign-in/sso/${providerId}`)
    expect(await openBrowser(service).visit(address)).toMatchObject({
      status: 400,
      html: expect.stringContaining('redirect_uri'),
    })
  })
})
