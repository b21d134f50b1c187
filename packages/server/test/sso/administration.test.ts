import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { purposeOf } from '../../src/directory/sso/provider-store.ts'
import { resealAll } from '../../src/gate/sealing/reseal.ts'
import { createSealer } from '../../src/gate/sealing/sealing.ts'
import { PASSWORD, type SignedIn, startTestService, type TestService } from '../../src/testing/test-service.ts'
import { signInAs } from '../accounts/support.ts'
import { readEntries } from '../audit/support.ts'
import { expectProblem } from '../http/support/expect-problem.ts'
import { enterDeviceCode, openBrowser, signInWith } from './support/browser.ts'
import { startRealProvider } from './support/real-provider.ts'
import { addProvider, as, connect, storeUser } from './support/setting.ts'
import { type SigningProvider, startSigningProvider } from './support/signing-provider.ts'

let service: TestService
let signing: SigningProvider
let orgId: string
let administrator: SignedIn

beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service?.[Symbol.asyncDispose]())
beforeEach(async () => {
  orgId = (await service.createOrganization()).id
  administrator = await service.signIn(orgId, ['global-administrator'])
  signing = await startSigningProvider()
  return () => signing[Symbol.asyncDispose]()
})

const NEW = { label: 'Acme', issuer: 'https://login.example.com/', clientId: 'rollcall', credential: 'a secret that no one sees' }
const PATH = '/api/identity-providers'

describe('identity providers', () => {
  it('are added, changed, listed and removed by global administrators, and each act is in the audit log without secrets', async () => {
    const call = as(service, administrator)
    const added = await call('POST', PATH, { ...NEW, issuer: `${NEW.issuer}.well-known/openid-configuration` })
    expect(added.status).toBe(201)
    const provider = added.json<{ providerId: string }>()
    expect(provider).toMatchObject({
      issuer: 'https://login.example.com',
      linksBy: ['verified-email'],
      createsPeople: false,
      isRequired: false,
    })
    const one = `${PATH}/${provider.providerId}`
    expect((await call('PATCH', one, { label: 'Acme SSO', credential: 'another secret that no one sees' })).json()).toMatchObject(
      { label: 'Acme SSO' },
    )
    expect((await call('GET', PATH)).json()).toMatchObject({ items: [{ label: 'Acme SSO', people: 0 }], nextCursor: null })
    expect((await call('DELETE', one)).status).toBe(200)
    expectProblem(await call('GET', one), 'entity_not_found')
    const entries = await readEntries(service, orgId)
    expect(entries.map(({ action }) => action)).toEqual([
      'identity-provider.create',
      'identity-provider.update',
      'identity-provider.remove',
    ])
    expect(entries[1]?.after).toMatchObject({ label: 'Acme SSO' })
    expect(JSON.stringify(entries)).not.toMatch(/no one sees/)
  })

  it('show their secret in no answer, and store it sealed', async () => {
    const { providerId } = await addProvider(service, administrator, { ...NEW, clientSecret: NEW.credential })
    const call = as(service, administrator)
    for (const path of [PATH, `${PATH}/${providerId}`])
      expect((await call('GET', path)).text).not.toMatch(/no one sees|credential/)
    const { rows } = await service.database.pool.query<{ sealed: Buffer }>(
      'select credential_sealed as sealed from identity_providers where id = $1',
      [providerId],
    )
    const sealed = rows[0]?.sealed as Buffer
    expect(sealed.toString('latin1')).not.toContain('no one')
    expect(service.sealer.open(sealed, purposeOf(providerId)).toString()).toBe(NEW.credential)
  })

  it('are for global administrators of their organization', async () => {
    const { providerId } = await addProvider(service, administrator, signing)
    const other = await service.signIn((await service.createOrganization()).id, ['global-administrator'])
    const workplace = await service.signIn(orgId, ['workplace-administrator'])
    for (const [method, path, body] of [
      ['GET', `${PATH}/${providerId}`, undefined],
      ['PATCH', `${PATH}/${providerId}`, { label: 'Taken' }],
      ['POST', `${PATH}/${providerId}/test`, undefined],
      ['POST', `${PATH}/${providerId}/trial`, undefined],
      ['GET', `${PATH}/${providerId}/people`, undefined],
      ['DELETE', `${PATH}/${providerId}`, undefined],
    ] as const) {
      expectProblem(await as(service, other)(method, path, body), 'entity_not_found')
      expectProblem(await as(service, workplace)(method, path, body), 'role_not_allowed')
    }
    expect((await as(service, other)('GET', PATH)).json()).toMatchObject({ items: [] })
  })

  it('need a secret or a private key that fits how the service proves itself', async () => {
    const call = as(service, administrator)
    const pem = (bits: number) =>
      generateKeyPairSync('rsa', { modulusLength: bits }).privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
    const withKey = { ...NEW, clientAuthentication: 'private_key_jwt' }
    for (const body of [
      { ...NEW, credential: null },
      { ...NEW, clientAuthentication: 'none' },
      withKey,
      { ...withKey, credential: pem(1024) },
    ]) {
      expect(expectProblem(await call('POST', PATH, body), 'invalid_body').errors).toMatchObject([{ pointer: '/credential' }])
    }
    const added = await call('POST', PATH, { ...withKey, credential: pem(2048) })
    expect(added.status).toBe(201)
    const one = `${PATH}/${added.json<{ providerId: string }>().providerId}`
    expectProblem(await call('PATCH', one, { clientAuthentication: 'client_secret_post' }), 'invalid_body')
    expect((await call('PATCH', one, { clientAuthentication: 'none' })).status).toBe(200)
  })

  it('have to be HTTPS unless the operator allows otherwise, and have no user name in their address', async () => {
    const call = as(service, administrator)
    expectProblem(await call('POST', PATH, { ...NEW, issuer: 'https://user:password@login.example.com' }), 'invalid_body')
    expectProblem(await call('POST', PATH, { ...NEW, issuer: 'ftp://login.example.com' }), 'invalid_body')
    await using strict = await startTestService({ ssoAllowHttp: false })
    const person = await strict.signIn((await strict.createOrganization()).id, ['global-administrator'])
    expectProblem(await as(strict, person)('POST', PATH, { ...NEW, issuer: signing.issuer }), 'invalid_body')
  })

  it('have labels that are unique in their organization', async () => {
    const call = as(service, administrator)
    await call('POST', PATH, NEW)
    expectProblem(await call('POST', PATH, NEW), 'name_taken')
  })

  it('are sealed again when the operator changes the sealing key', async () => {
    await using other = await startTestService()
    const person = await other.signIn((await other.createOrganization()).id, ['global-administrator'])
    const { providerId } = await addProvider(other, person, signing)
    const next = Buffer.alloc(32, 9)
    const both = other.sealer
    both.learn([next])
    const only = createSealer(next)
    await resealAll(other.database.db, both, only.fingerprints[0] as string)
    const { rows } = await other.database.pool.query<{ sealed: Buffer }>(
      'select credential_sealed as sealed from identity_providers',
    )
    expect(only.open(rows[0]?.sealed as Buffer, purposeOf(providerId)).toString()).toBe(signing.clientSecret)
  })
})

describe('an organization that requires its provider', () => {
  const makeBreakGlass = () =>
    as(service, administrator)('PUT', `/api/users/${administrator.userId}/account`, { isBreakGlass: true })

  it('needs a break-glass account before, and keeps one', async () => {
    const call = as(service, administrator)
    const { providerId } = await addProvider(service, administrator, signing)
    const one = `${PATH}/${providerId}`
    expectProblem(await call('PATCH', one, { isRequired: true }), 'break_glass_missing')
    expectProblem(await call('POST', PATH, { ...NEW, isRequired: true }), 'break_glass_missing')
    expect((await makeBreakGlass()).status).toBe(200)
    // Another one, so that the organization keeps an administrator.
    await service.signIn(orgId, ['global-administrator'])
    expect((await call('PATCH', one, { isRequired: true })).json()).toMatchObject({ isRequired: true })
    const account = `/api/users/${administrator.userId}/account`
    expectProblem(await call('PUT', account, { isBreakGlass: false }), 'break_glass_missing')
    expectProblem(await call('PUT', account, { roles: [] }), 'break_glass_missing')
    expectProblem(await call('DELETE', account), 'break_glass_missing')
    expectProblem(await call('PATCH', `/api/users/${administrator.userId}`, { status: 'inactive' }), 'break_glass_missing')
  })

  it('has passwords off for everyone else, with the same answer as to a wrong password', async () => {
    const person = await service.signIn(orgId)
    expect((await signInAs(service, person.userName)).status).toBe(201)
    await makeBreakGlass()
    const { providerId } = await addProvider(service, administrator, signing, { isRequired: true })
    const off = expectProblem(await signInAs(service, person.userName), 'sign_in_failed')
    const wrong = expectProblem(await signInAs(service, person.userName, { password: 'wrong password' }), 'sign_in_failed')
    expect({ ...off, instance: '' }).toEqual({ ...wrong, instance: '' })
    expect((await signInAs(service, administrator.userName)).status).toBe(201)
    const refusals = (await readEntries(service, orgId)).filter(({ action }) => action === 'session.refuse')
    expect(refusals[0]?.after).toEqual({ reason: 'Passwords are off: the organization requires an identity provider.' })
    await as(service, administrator)('PATCH', `${PATH}/${providerId}`, { status: 'inactive' })
    expect((await signInAs(service, person.userName, { password: PASSWORD })).status).toBe(201)
  })

  it('ends the sessions of passwords at once, except those of break-glass accounts and of the provider', async () => {
    const real = await startRealProvider()
    await using _ = real
    real.people.set('ada', { email: 'ada@example.com', email_verified: true })
    await storeUser(service, orgId, { userName: 'ada@example.com' })
    const { providerId, label } = await connect(service, administrator, real)
    const browser = openBrowser(service)
    expect((await signInWith(browser, providerId)).status).toBe(201)
    const person = await service.signIn(orgId)
    const stranger = await service.signIn((await service.createOrganization()).id)
    await makeBreakGlass()
    const isIn = async (signedIn: SignedIn) => (await as(service, signedIn)('GET', '/api/session')).status === 200
    const one = `${PATH}/${providerId}`
    expect((await as(service, administrator)('PATCH', one, { isRequired: true })).status).toBe(200)
    expect([await isIn(person), await isIn(administrator), await isIn(stranger)]).toEqual([false, true, true])
    expect((await browser.call('/api/session')).body).toMatchObject({ passwordState: 'off' })
    expect((await browser.call('/api/sessions')).body.items).toMatchObject([{ signedInBy: 'provider', providerName: label }])
    const own = await as(service, administrator)('GET', '/api/session')
    expect(own.json()).toMatchObject({ passwordState: 'set' })
    // The same when a provider that was off comes back, and when an account is no longer for emergencies.
    await as(service, administrator)('PATCH', one, { status: 'inactive' })
    const again = await service.signIn(orgId, ['global-administrator'])
    await as(service, again)('PUT', `/api/users/${again.userId}/account`, { isBreakGlass: true })
    expect((await as(service, administrator)('PATCH', one, { status: 'active' })).status).toBe(200)
    expect([await isIn(again), await isIn(administrator)]).toEqual([true, true])
    await as(service, administrator)('PUT', `/api/users/${again.userId}/account`, { isBreakGlass: false })
    expect([await isIn(again), await isIn(administrator)]).toEqual([false, true])
  })

  it('gives accounts without passwords, which no password opens', async () => {
    const userId = await storeUser(service, orgId, { userName: 'without@example.com' })
    const account = `/api/users/${userId}/account`
    expectProblem(await as(service, administrator)('PUT', account, { roles: [] }), 'invalid_request')
    await addProvider(service, administrator, signing)
    const saved = await as(service, administrator)('PUT', account, { roles: ['bookings-administrator'] })
    expect(saved.json()).toMatchObject({ hasPassword: false, roles: ['employee', 'bookings-administrator'] })
    expectProblem(await signInAs(service, 'without@example.com'), 'sign_in_failed')
  })
})

describe('the sign-in page', () => {
  it('finds providers by the domain, in services of several organizations only so', async () => {
    const domain = `${orgId}.example.com`
    await service.createOrganization()
    const { providerId, label } = await addProvider(service, administrator, signing, { domains: [domain] })
    const find = async (query: string) => (await openBrowser(service).call(`/api/session/providers${query}`)).body.items
    expect(await find(`?userName=ada@${domain.toUpperCase()}`)).toMatchObject([
      { providerId, label, host: new URL(signing.issuer).host, isRequired: false },
    ])
    expect(await find('?userName=ada@elsewhere.example.com')).toEqual([])
    expect(await find('?userName=ada')).toEqual([])
    expect(await find('')).toEqual([])
    await as(service, administrator)('PATCH', `${PATH}/${providerId}`, { status: 'inactive' })
    expect(await find(`?userName=ada@${domain}`)).toEqual([])
  })

  it('shows all providers of the only organization', async () => {
    await using alone = await startTestService()
    const person = await alone.signIn((await alone.createOrganization()).id, ['global-administrator'])
    const { label } = await addProvider(alone, person, signing, { domains: ['example.com'] })
    expect((await openBrowser(alone).call('/api/session/providers')).body.items).toMatchObject([{ label }])
  })
})

describe('a provider that is away', () => {
  it('makes its own people get an answer that says so, and no one else wait', async () => {
    const { providerId } = await addProvider(service, administrator, {
      ...NEW,
      issuer: 'http://127.0.0.1:9',
      clientSecret: 'secret of it',
    })
    const started = await openBrowser(service).call('/api/session/sso', { providerId })
    expect(started).toMatchObject({ status: 503, body: { code: 'provider_unavailable' } })
    expect(started.body.detail).toMatch(/cannot be reached/)
    const { json } = await as(service, administrator)('GET', `${PATH}/${providerId}`)
    expect(json()).toMatchObject({ lastFailure: expect.stringMatching(/cannot be reached/), lastSignInAt: null })
    const { userName } = await service.signIn(orgId)
    expect((await signInAs(service, userName)).status).toBe(201)
  })

  it('that accepts connections and never answers is waited for a bounded time, and takes no connection to the database', async () => {
    const silent = createServer(() => {})
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const issuer = `http://127.0.0.1:${(silent.address() as { port: number }).port}`
    const { providerId } = await addProvider(service, administrator, {
      issuer,
      clientId: 'rollcall',
      clientSecret: 'secret of it',
    })
    // More people than the pool has connections.
    const waiting = Array.from({ length: 30 }, () => openBrowser(service).call('/api/session/sso', { providerId }))
    const { userName } = await service.signIn(orgId)
    expect((await signInAs(service, userName)).status).toBe(201)
    for (const { status, body } of await Promise.all(waiting)) {
      expect([status, body.code]).toEqual([503, 'provider_unavailable'])
    }
    silent.close()
  })

  it('and comes back lets people sign in again', async () => {
    const provider = await startRealProvider()
    provider.people.set('ada', { email: 'ada@example.com', email_verified: true })
    await storeUser(service, orgId, { userName: 'ada@example.com' })
    const { providerId } = await connect(service, administrator, provider)
    expect((await signInWith(openBrowser(service), providerId)).status).toBe(201)
    await provider[Symbol.asyncDispose]()
    const { body } = await openBrowser(service).call('/api/session/sso', { providerId })
    // The address is known, so the browser is sent there, and the provider is away for it as well.
    expect(new URL(body.address).origin).toBe(provider.issuer)
  })
})

describe('the test of a provider', () => {
  const stepsOf = async (providerId: string) => {
    const answer = await as(service, administrator)('POST', `${PATH}/${providerId}/test`)
    const { steps } = answer.json<{ steps: { step: string; result: string; detail: string }[] }>()
    return Object.fromEntries(steps.map(({ step, ...rest }) => [step, rest]))
  }

  it('passes each step of a good one, and says what to enter there', async () => {
    const { providerId } = await addProvider(service, administrator, signing)
    const answer = await as(service, administrator)('POST', `${PATH}/${providerId}/test?device=true`)
    expect(answer.json()).toMatchObject({
      steps: ['discovery', 'issuer', 'keys', 'endpoints', 'pkce', 'client', 'sign-out'].map((step) => ({
        step,
        result: 'passed',
      })),
      redirectUri: `${service.baseUrl}/sign-in/sso/${providerId}`,
      postLogoutRedirectUri: `${service.baseUrl}/sign-in`,
      backChannelLogoutUri: `${service.baseUrl}/api/identity-providers/${providerId}/logout`,
      device: { userCode: 'ABCD-EFGH', intervalSeconds: 1 },
    })
  })

  it.each([
    ['discovery', { issuer: 'http://127.0.0.1:9' }, {}, /cannot be reached/],
    ['issuer', {}, { issuer: 'https://other.example.com' }, /calls itself https:\/\/other\.example\.com/],
    ['issuer', {}, { issuer: 'https://login.microsoftonline.com/{tenantid}/v2.0' }, /your own tenant/],
    ['keys', {}, { jwks_uri: undefined }, /jwks_uri/],
    ['keys', {}, { id_token_signing_alg_values_supported: ['HS256'] }, /shared secret/],
    ['endpoints', {}, { response_types_supported: ['id_token'] }, /authorization code/],
    ['endpoints', {}, { token_endpoint: undefined }, /token_endpoint/],
    ['pkce', {}, { code_challenge_methods_supported: ['plain'] }, /S256/],
  ])('says what is wrong with the step %s', async (step, client, metadata, detail) => {
    const { providerId } = await addProvider(service, administrator, { ...signing, ...client })
    signing.metadata = metadata
    const steps = await stepsOf(providerId)
    expect(steps[step]).toMatchObject({ result: 'failed', detail: expect.stringMatching(detail) })
    for (const [other, { result }] of Object.entries(steps))
      if (other !== step) expect([other, result]).not.toEqual([other, 'failed'])
  })

  it('says that the provider does not know the client or its secret', async () => {
    const { providerId } = await addProvider(service, administrator, signing)
    signing.token = async () => ({ status: 401, body: { error: 'invalid_client' } })
    expect((await stepsOf(providerId)).client).toMatchObject({ result: 'failed', detail: expect.stringMatching(/client id/) })
  })

  it('signs in on another device with a real provider, without a session here', async () => {
    await using provider = await startRealProvider()
    provider.people.set('ada', { email: 'ada@example.com', email_verified: true })
    const userId = await storeUser(service, orgId, { userName: 'ada@example.com' })
    const { providerId } = await connect(service, administrator, provider)
    const call = as(service, administrator)
    const tested = await call('POST', `${PATH}/${providerId}/test?device=true`)
    const { device } = tested.json<{ device: { handle: string; verificationUri: string } }>()
    const ask = async () => (await call('POST', `${PATH}/${providerId}/test/device`, { handle: device.handle })).json()
    expect(await ask()).toMatchObject({ result: 'pending' })
    await enterDeviceCode(openBrowser(service), device.verificationUri)
    expect(await ask()).toMatchObject({ result: 'passed', userId, roles: ['employee'] })
    const { rows } = await service.database.pool.query('select from sessions where user_id = $1', [userId])
    expect(rows).toHaveLength(0)
    expectProblem(await call('POST', `${PATH}/${providerId}/test/device`, { handle: 'made-up' }), 'sign_in_expired')
  })
})
