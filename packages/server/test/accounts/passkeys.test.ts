import type { Passkey, PasskeyChallenge, PasskeyCreation } from '@rollcall/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { userHandleOf } from '../../src/directory/accounts/passkey-state.ts'
import { blockOrganization } from '../../src/directory/organizations/organization-service.ts'
import { PASSWORD, type SignedIn, startTestService, type TestService } from '../../src/testing/test-service.ts'
import { readEntries } from '../audit/support.ts'
import { expectProblem } from '../http/support/expect-problem.ts'
import { post } from '../http/support/send.ts'
import { ask, fromAnywhere } from '../mail/support.ts'
import { Authenticator } from './authenticator.ts'
import { headersOf, WRONG, whoAmI } from './support.ts'

let service: TestService
let orgId: string
let owner: SignedIn
beforeAll(async () => {
  service = await startTestService({ trustProxy: '127.0.0.1' })
  orgId = (await service.createOrganization()).id
  owner = await service.signIn(orgId, ['global-administrator'])
})
afterAll(() => service[Symbol.asyncDispose]())

const site = () => ({ origin: service.baseUrl, host: '127.0.0.1' })
const newDevice = (given: Partial<ReturnType<typeof site>> = {}) => new Authenticator({ ...site(), ...given })

const start = async ({ headers }: SignedIn) =>
  (await ask(service, headers, 'POST', '/api/passkey-challenge')).json<PasskeyCreation>()
const add = async (person: SignedIn, device: Authenticator, given: object = {}) => {
  const { state, challenge } = await start(person)
  const body = { state, name: 'Laptop', currentPassword: PASSWORD, ...device.create(challenge), ...given }
  return ask(service, person.headers, 'POST', '/api/passkeys', body)
}
const challenge = async () => (await post(service.baseUrl, '/api/session/passkey/challenge', {})).json<PasskeyChallenge>()
const send = (body: object) => post(service.baseUrl, '/api/session/passkey', body, fromAnywhere())
const handleOf = ({ userId }: SignedIn, org = orgId) => userHandleOf(org, userId)
const signIn = async (person: SignedIn, device: Authenticator) => {
  const { state, challenge: given } = await challenge()
  return send({ state, ...device.get(given, handleOf(person)) })
}
const withPasskey = async () => {
  const [person, device] = [await service.signIn(orgId), newDevice()]
  expect((await add(person, device)).status).toBe(201)
  return { person, device }
}

describe('adding a passkey', () => {
  it('needs the password, and makes a sign-in possible without a name', async () => {
    const [person, device] = [await service.signIn(orgId), newDevice()]
    expectProblem(await add(person, device, { currentPassword: WRONG }), 'sign_in_failed')
    expectProblem(await add(person, device, { currentPassword: null }), 'sign_in_failed')
    const added = await add(person, device)
    expect(added.status).toBe(201)
    expect(added.json()).toMatchObject({ name: 'Laptop', host: '127.0.0.1', isSynced: false, lastUsedAt: null })
    const answer = await signIn(person, device)
    expect(answer.status).toBe(201)
    expect((await whoAmI(service, headersOf(answer))).json()).toMatchObject({ userId: person.userId })
    const { items } = (await ask(service, person.headers, 'GET', '/api/passkeys')).json<{ items: Passkey[] }>()
    expect(items).toMatchObject([{ name: 'Laptop', lastUsedAt: expect.any(String) }])
    const entries = (await readEntries(service, orgId)).filter(({ entityId }) => entityId === person.userId)
    expect(entries.map(({ action }) => action)).toEqual(['session.refuse', 'session.refuse', 'passkey.create', 'session.create'])
    expect(entries.at(-1)?.after).toEqual({ signedInBy: 'passkey' })
  })

  it('tells the device which passkeys the account has, and refuses one of them', async () => {
    const { person, device } = await withPasskey()
    expect((await start(person)).existingIds).toEqual([device.credentialId.toString('base64url')])
    expectProblem(await add(person, device), 'conflict')
  })

  it('refuses answers for another challenge, person, site or type, and without proof of the person', async () => {
    const [person, other] = [await service.signIn(orgId), await service.signIn(orgId)]
    const made = await start(person)
    const body = (device: Authenticator, given: object = {}) => ({
      ...{ state: made.state, name: 'Laptop', currentPassword: PASSWORD, ...device.create(made.challenge) },
      ...given,
    })
    const attempt = (given: object, by = person) => ask(service, by.headers, 'POST', '/api/passkeys', given)
    const { state: ofOther, challenge: theirs } = await start(other)
    const signInState = (await challenge()).state
    for (const wrong of [
      body(newDevice(), { state: ofOther }),
      body(newDevice(), { state: signInState }),
      body(newDevice(), { state: 'AAAA' }),
      body(newDevice(), newDevice().create(theirs)),
      body(newDevice({ origin: 'https://rollcall.example.net' })),
      body(newDevice({ host: 'rollcall.example.net' })),
      body(newDevice(), newDevice().create(made.challenge, { isVerified: false })),
      body(newDevice(), { attestationObject: 'AAAA' }),
      body(newDevice(), { clientDataJson: newDevice().get(made.challenge, handleOf(person)).clientDataJson }),
    ])
      expectProblem(await attempt(wrong), 'passkey_invalid')
    expectProblem(await attempt(body(newDevice()), other), 'passkey_invalid')
    expect((await attempt(body(newDevice()))).status).toBe(201)
  })
})

describe('signing in with a passkey', () => {
  it('works once for each challenge', async () => {
    const { person, device } = await withPasskey()
    const { state, challenge: given } = await challenge()
    const body = { state, ...device.get(given, handleOf(person)) }
    const answers = await Promise.all([send(body), send(body), send(body)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 401, 401])
    expectProblem(await send(body), 'sign_in_failed')
    expect((await signIn(person, device)).status).toBe(201)
  })

  it('refuses a device whose counter went back, as that of a copy does', async () => {
    const { person, device } = await withPasskey()
    for (let use = 0; use < 3; use++) expect((await signIn(person, device)).status).toBe(201)
    device.rewind(1)
    expectProblem(await signIn(person, device), 'sign_in_failed')
    const entries = (await readEntries(service, orgId)).filter(({ entityId }) => entityId === person.userId)
    expect(entries.at(-1)).toMatchObject({ action: 'session.refuse', after: { reason: expect.stringContaining('counter') } })
  })

  it('refuses other devices, people, sites and signatures, and answers without proof of the person', async () => {
    const { person, device } = await withPasskey()
    const other = await withPasskey()
    const stranger = newDevice()
    const elsewhere = (await service.createOrganization()).id
    const { state, challenge: given } = await challenge()
    const { state: adding } = await start(person)
    const good = () => device.get(given, handleOf(person))
    for (const wrong of [
      { state, ...stranger.get(given, handleOf(person)) },
      { state, ...device.get(given, handleOf(other.person)) },
      { state, ...device.get(given, handleOf(person, elsewhere)) },
      { state, ...device.get(given, 'AAAA') },
      { state, ...device.get('another', handleOf(person)) },
      { state, ...device.get(given, handleOf(person), { isVerified: false }) },
      { state, ...good(), signature: other.device.get(given, handleOf(person)).signature },
      { state: adding, ...good() },
      { state: 'AAAA', ...good() },
    ]) {
      const answer = await send(wrong)
      expectProblem(answer, 'sign_in_failed')
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
    expect((await send({ state, ...good() })).status).toBe(201)
  })

  it('ends with the account, pauses with the user, and explains a blocked organization', async () => {
    const { person, device } = await withPasskey()
    const become = (status: string) =>
      service.database.pool.query('update users set status = $2 where id = $1', [person.userId, status])
    await become('inactive')
    expectProblem(await signIn(person, device), 'sign_in_failed')
    await become('active')
    await blockOrganization(service.database.db, orgId, 'Not paid')
    expectProblem(await signIn(person, device), 'blocked')
    await blockOrganization(service.database.db, orgId, null)
    expect((await signIn(person, device)).status).toBe(201)
    await ask(service, owner.headers, 'DELETE', `/api/users/${person.userId}/account`)
    await service.signIn(orgId, [], person.userId)
    expectProblem(await signIn(person, device), 'sign_in_failed')
  })
})

describe('a passkey', () => {
  it('is renamed and removed by its person alone', async () => {
    const { person, device } = await withPasskey()
    const { items } = (await ask(service, person.headers, 'GET', '/api/passkeys')).json<{ items: Passkey[] }>()
    const path = `/api/passkeys/${items[0]?.id}`
    const other = await service.signIn(orgId, ['global-administrator'])
    for (const method of ['PATCH', 'DELETE']) {
      const body = method === 'PATCH' ? { name: 'Phone' } : undefined
      expectProblem(await ask(service, other.headers, method, path, body), 'entity_not_found')
    }
    expect((await ask(service, person.headers, 'PATCH', path, { name: 'Phone' })).json()).toMatchObject({ name: 'Phone' })
    expect((await ask(service, person.headers, 'DELETE', path)).status).toBe(200)
    expectProblem(await signIn(person, device), 'sign_in_failed')
  })

  it('is removed by an administrator for a lost device, together with all sessions', async () => {
    const { person, device } = await withPasskey()
    const path = `/api/users/${person.userId}/passkeys`
    expect((await ask(service, owner.headers, 'DELETE', path)).json()).toEqual({ message: '1 passkey removed' })
    expectProblem(await signIn(person, device), 'sign_in_failed')
    expectProblem(await whoAmI(service, person.headers), 'session_invalid')
  })
})
