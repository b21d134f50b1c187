import { randomUUID } from 'node:crypto'
import type { AccountLink, PasskeyChallenge, PasskeyCreation } from '@rollcall/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { userHandleOf } from '../../src/directory/accounts/passkey-state.ts'
import { createSession, csrfTokenOf } from '../../src/gate/sessions/session-service.ts'
import { PASSWORD, PASSWORD_HASH, type SignedIn, startTestService, type TestService } from '../../src/testing/test-service.ts'
import { readEntries } from '../audit/support.ts'
import { expectProblem } from '../http/support/expect-problem.ts'
import { post } from '../http/support/send.ts'
import { ask, createPerson, fromAnywhere, mailsOf } from '../mail/support.ts'
import { Authenticator } from './authenticator.ts'
import { changePassword, signInAs } from './support.ts'

const NEW = 'a password that was chosen'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ trustProxy: '127.0.0.1' })
})
afterAll(() => service[Symbol.asyncDispose]())

interface Company {
  readonly orgId: string
  /** A global administrator with a break-glass account. */
  readonly owner: SignedIn
  /** Turns passwords, links and passkeys off. */
  requireProvider(): Promise<void>
}

const openCompany = async (): Promise<Company> => {
  const { id: orgId } = await service.createOrganization()
  const owner = await service.signIn(orgId, ['global-administrator'])
  await ask(service, owner.headers, 'PUT', `/api/users/${owner.userId}/account`, { isBreakGlass: true })
  const provider = {
    label: 'Company',
    issuer: 'http://127.0.0.1:9',
    clientId: 'rollcall',
    credential: 'a secret',
    isRequired: true,
  }
  return {
    orgId,
    owner,
    async requireProvider() {
      expect((await ask(service, owner.headers, 'POST', '/api/identity-providers', provider)).status).toBe(201)
    },
  }
}

const linkTo = ({ owner }: Company, userId: string, delivery = 'copy') =>
  ask(service, owner.headers, 'POST', `/api/users/${userId}/account/link`, { delivery })
const codeFor = async (company: Company, userId: string) => (await linkTo(company, userId)).json<AccountLink>().code as string
const useLink = (code: string) => post(service.baseUrl, '/api/account-link', { code, password: NEW }, fromAnywhere())

const add = async (person: SignedIn, device: Authenticator) => {
  const started = await ask(service, person.headers, 'POST', '/api/passkey-challenge')
  if (started.status !== 200) return started
  const { state, challenge } = started.json<PasskeyCreation>()
  const body = { state, name: 'Laptop', currentPassword: PASSWORD, ...device.create(challenge) }
  return ask(service, person.headers, 'POST', '/api/passkeys', body)
}
/** Signs the person in as the provider does. */
const byProvider = async ({ orgId }: Company, person: SignedIn): Promise<SignedIn> => {
  const { db } = service.database
  const { id } = await db.selectFrom('identity_providers').select('id').where('org_id', '=', orgId).executeTakeFirstOrThrow()
  const token = await createSession(db, orgId, person.userId, { providerId: id })
  return { ...person, headers: { cookie: `rollcall_session=${token}`, 'x-csrf-token': csrfTokenOf(token) } }
}
const newDevice = () => new Authenticator({ origin: service.baseUrl, host: '127.0.0.1' })
const signInWith = async (device: Authenticator, { orgId }: Company, { userId }: SignedIn) => {
  const { state, challenge } = (await post(service.baseUrl, '/api/session/passkey/challenge', {})).json<PasskeyChallenge>()
  const body = { state, ...device.get(challenge, userHandleOf(orgId, userId)) }
  return post(service.baseUrl, '/api/session/passkey', body, fromAnywhere())
}

describe('where an identity provider is required', () => {
  it('no link is made, by mail or to pass on, and no account is created for one', async () => {
    const company = await openCompany()
    const [person, without] = [await service.signIn(company.orgId), await createPerson(service, company.orgId)]
    await company.requireProvider()
    for (const userId of [person.userId, without.userId]) {
      for (const delivery of ['mail', 'copy']) {
        expectProblem(await linkTo(company, userId, delivery), 'single_sign_on_required')
      }
    }
    expectProblem(await ask(service, company.owner.headers, 'GET', `/api/users/${without.userId}/account`), 'entity_not_found')
    expect(await mailsOf(service, company.orgId)).toEqual([])
  })

  it('a link of before is refused with a sentence, and sets no password', async () => {
    const company = await openCompany()
    const person = await service.signIn(company.orgId)
    const code = await codeFor(company, person.userId)
    await company.requireProvider()
    expectProblem(await post(service.baseUrl, '/api/account-link/details', { code }, fromAnywhere()), 'single_sign_on_required')
    expectProblem(await useLink(code), 'single_sign_on_required')
    const { rows } = await service.database.pool.query('select password_hash from user_accounts where user_id = $1', [
      person.userId,
    ])
    expect(rows).toEqual([{ password_hash: PASSWORD_HASH }])
  })

  it('asking for a new password gets the usual answer, and mails nothing', async () => {
    const company = await openCompany()
    const { userId, userName } = await createPerson(service, company.orgId)
    await service.signIn(company.orgId, [], userId)
    await company.requireProvider()
    const reset = async (name: string) => {
      const { status, text } = await post(service.baseUrl, '/api/password-reset', { userName: name }, fromAnywhere())
      return { status, text }
    }
    expect(await reset(userName)).toEqual(await reset(`unknown-${randomUUID()}`))
    // The look-up of a break-glass account comes later, and gets its mail.
    await service.database.pool.query(`update users set email = 'owner@example.com' where id = $1`, [company.owner.userId])
    await reset(company.owner.userName)
    await expect.poll(async () => (await mailsOf(service, company.orgId)).map(({ kind }) => kind)).toEqual(['password-reset'])
  })

  it('a passkey of before signs no one in, and none is added; the audit log says why', async () => {
    const company = await openCompany()
    const [person, device] = [await service.signIn(company.orgId), newDevice()]
    expect((await add(person, device)).status).toBe(201)
    expect((await signInWith(device, company, person)).status).toBe(201)
    await company.requireProvider()
    expectProblem(await signInWith(device, company, person), 'sign_in_failed')
    const entries = await readEntries(service, company.orgId)
    expect(entries.findLast(({ action }) => action === 'session.refuse')).toMatchObject({
      entityId: person.userId,
      after: { reason: expect.stringContaining('requires an identity provider') },
    })
    expectProblem(await add(await byProvider(company, person), newDevice()), 'single_sign_on_required')
  })

  it('a person without a password reads why it cannot be changed', async () => {
    const company = await openCompany()
    const person = await service.signIn(company.orgId)
    await service.database.pool.query('update user_accounts set password_hash = null where user_id = $1', [person.userId])
    await company.requireProvider()
    const { headers } = await byProvider(company, person)
    expectProblem(await changePassword(service, headers, PASSWORD, NEW), 'conflict')
  })

  it('break-glass accounts keep links, passwords and passkeys', async () => {
    const company = await openCompany()
    const { owner } = company
    const device = newDevice()
    await company.requireProvider()
    expect((await add(owner, device)).status).toBe(201)
    expect((await signInWith(device, company, owner)).status).toBe(201)
    expect((await useLink(await codeFor(company, owner.userId))).status).toBe(201)
    expect((await signInAs(service, owner.userName, { password: NEW })).status).toBe(201)
  })
})
