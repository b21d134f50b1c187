import { randomUUID } from 'node:crypto'
import type { AccountLink } from '@rollcall/contract'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { PASSWORD, type SignedIn, startTestService, type TestService } from '../../src/testing/test-service.ts'
import { readEntries } from '../audit/support.ts'
import { expectProblem } from '../http/support/expect-problem.ts'
import { post } from '../http/support/send.ts'
import { codeOf, headerOf, openMailbox, partOf } from '../mail/mailbox.ts'
import { ask, createPerson, fromAnywhere, mailTo, QUICK } from '../mail/support.ts'
import { changePassword, countSessions, headersOf, setAccount, signInAs, whoAmI } from './support.ts'

const NEW = 'a password that was chosen'

let mailbox: Awaited<ReturnType<typeof openMailbox>>
let service: TestService
let orgId: string
let owner: SignedIn
beforeAll(async () => {
  mailbox = await openMailbox()
  service = await startTestService({ mail: mailTo(mailbox.url), mailTiming: QUICK, trustProxy: '127.0.0.1' })
  orgId = (await service.createOrganization('Example')).id
  owner = await service.signIn(orgId, ['global-administrator'])
})
afterAll(async () => {
  await service?.[Symbol.asyncDispose]()
  await mailbox?.[Symbol.asyncDispose]()
})

const linkTo = (userId: string, body: object, by = owner) =>
  ask(service, by.headers, 'POST', `/api/users/${userId}/account/link`, body)
const copyLink = async (userId: string): Promise<string> =>
  (await linkTo(userId, { delivery: 'copy' })).json<AccountLink>().code as string
const useLink = (code: string, password = NEW) => post(service.baseUrl, '/api/account-link', { code, password }, fromAnywhere())
const readLink = (code: string) => post(service.baseUrl, '/api/account-link/details', { code }, fromAnywhere())
const requestReset = (userName: string, more: object = {}) =>
  post(service.baseUrl, '/api/password-reset', { userName, ...more }, fromAnywhere())
/** The mails to an address. A mail may arrive twice, with the same Message-ID, if its sender did not learn in time that it was taken. */
const mailsTo = (address: string | null) => {
  const mails = mailbox.arrived.filter(({ to }) => to === address)
  return [...new Map(mails.map((mail) => [headerOf(mail, 'Message-ID'), mail])).values()]
}
const awaitMail = async (address: string | null, count = 1) => {
  await expect.poll(() => mailsTo(address).length).toBe(count)
  return mailsTo(address).at(-1) as (typeof mailbox.arrived)[number]
}
const hasPassword = async (userId: string) =>
  (await ask(service, owner.headers, 'GET', `/api/users/${userId}/account`)).json<{ hasPassword: boolean }>().hasPassword

describe('an invitation', () => {
  it('is mailed, lets the person choose a password once, and signs them in', async () => {
    const { userId, userName, email } = await createPerson(service, orgId, { firstName: 'Ada' })
    const answer = await linkTo(userId, { delivery: 'mail', roles: ['bookings-administrator'] })
    expect([answer.status, answer.json()]).toEqual([
      201,
      { kind: 'invitation', delivery: 'mail', address: email, code: null, expiresAt: null },
    ])
    expect(await hasPassword(userId)).toBe(false)
    expectProblem(await signInAs(service, userName), 'sign_in_failed')
    const mail = await awaitMail(email)
    expect(partOf(mail, 'text/plain')).toContain('Hello Ada,')
    const code = codeOf(mail)
    expect((await readLink(code)).json()).toMatchObject({ kind: 'invitation', userName, organizationName: 'Example' })
    const used = await useLink(code)
    expect(used.status).toBe(201)
    expect((await whoAmI(service, headersOf(used))).json()).toMatchObject({
      userId,
      roles: ['employee', 'bookings-administrator'],
    })
    expect(await hasPassword(userId)).toBe(true)
    expectProblem(await useLink(code), 'account_link_invalid')
    expectProblem(await readLink(code), 'account_link_invalid')
    expect((await signInAs(service, userName, { password: NEW })).status).toBe(201)
  })

  it('can be copied by an administrator, whether or not the person has an e-mail address', async () => {
    const { userId } = await createPerson(service, orgId, { email: null })
    expectProblem(await linkTo(userId, { delivery: 'mail' }), 'mail_unavailable')
    // Nothing of the refused call stays.
    expectProblem(await ask(service, owner.headers, 'GET', `/api/users/${userId}/account`), 'entity_not_found')
    const { code, expiresAt, address } = (await linkTo(userId, { delivery: 'copy' })).json<AccountLink>()
    expect(address).toBeNull()
    expect((Date.parse(expiresAt as string) - Date.now()) / 3_600_000).toBeCloseTo(24, 1)
    expect((await useLink(code as string)).status).toBe(201)
  })

  it('is stored as a hash, and its code is in no row of the database', async () => {
    const { userId } = await createPerson(service, orgId)
    const code = await copyLink(userId)
    const { rows } = await service.database.pool.query<{ link: string; mails: string; audit: string }>(
      `select (select string_agg(l::text, ' ') from account_links l) as link,
         (select string_agg(m::text, ' ') from outgoing_mails m) as mails, (select string_agg(a::text, ' ') from audit_log a) as audit`,
    )
    expect(JSON.stringify(rows)).not.toContain(code)
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(code).toString('hex'))
  })

  it('is for global administrators, and for active users of their organization', async () => {
    const { userId } = await createPerson(service, orgId)
    const inactive = await createPerson(service, orgId, { status: 'inactive' })
    const other = await service.signIn((await service.createOrganization()).id, ['global-administrator'])
    const workplace = await service.signIn(orgId, ['workplace-administrator'])
    expectProblem(await linkTo(userId, { delivery: 'copy' }, workplace), 'role_not_allowed')
    expectProblem(await linkTo(userId, { delivery: 'copy' }, other), 'entity_not_found')
    expectProblem(await linkTo(inactive.userId, { delivery: 'copy' }), 'user_inactive')
    expectProblem(await linkTo(randomUUID(), { delivery: 'copy' }), 'entity_not_found')
  })
})

describe('a link', () => {
  it('ends after 24 hours, with a new password and with the account', async () => {
    const person = await service.signIn(orgId)
    const age = (hours: number) =>
      service.database.pool.query(
        `update account_links set expires_at = expires_at - make_interval(hours => $2) where user_id = $1`,
        [person.userId, hours],
      )
    const old = await copyLink(person.userId)
    await age(23)
    expect((await readLink(old)).status).toBe(200)
    await age(1)
    expectProblem(await useLink(old), 'account_link_invalid')
    const beforeChange = await copyLink(person.userId)
    expect((await changePassword(service, person.headers, PASSWORD, NEW)).status).toBe(200)
    expectProblem(await useLink(beforeChange), 'account_link_invalid')
    const beforeSet = await copyLink(person.userId)
    await setAccount(service, owner, person.userId, { password: 'given by the owner' })
    expectProblem(await useLink(beforeSet), 'account_link_invalid')
    const beforeRemoval = await copyLink(person.userId)
    await ask(service, owner.headers, 'DELETE', `/api/users/${person.userId}/account`)
    expectProblem(await useLink(beforeRemoval), 'account_link_invalid')
  })

  it('ends all sessions and all other links of the account', async () => {
    const person = await service.signIn(orgId)
    await service.signIn(orgId, [], person.userId)
    const [one, two] = [await copyLink(person.userId), await copyLink(person.userId)]
    expect((await useLink(one)).status).toBe(201)
    expectProblem(await whoAmI(service, person.headers), 'session_invalid')
    expect(await countSessions(service, person.userId)).toBe(1)
    expectProblem(await useLink(two), 'account_link_invalid')
  })

  it('works for one of many calls at the same moment', async () => {
    const { userId } = await createPerson(service, orgId)
    const code = await copyLink(userId)
    const answers = await Promise.all(Array.from({ length: 6 }, (_, index) => useLink(code, `${NEW} ${index}`)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 403, 403, 403, 403, 403])
  })

  it('does not work for people who are inactive, nor for codes that were made up or belong elsewhere', async () => {
    const { userId } = await createPerson(service, orgId)
    const code = await copyLink(userId)
    await service.database.pool.query(`update users set status = 'inactive' where id = $1`, [userId])
    expectProblem(await useLink(code), 'account_link_invalid')
    await service.database.pool.query(`update users set status = 'active' where id = $1`, [userId])
    const other = (await service.createOrganization()).id
    const elsewhere = Buffer.concat([Buffer.from(other.replaceAll('-', ''), 'hex'), Buffer.from(code, 'base64url').subarray(16)])
    for (const wrong of ['x', 'A'.repeat(64), elsewhere.toString('base64url'), `${code}A`, code.slice(1)]) {
      expectProblem(await useLink(wrong), 'account_link_invalid')
    }
    expectProblem(await useLink(code, 'too short'), 'invalid_body')
    expect((await useLink(code)).status).toBe(201)
  })

  it('is known to the audit log, without its code', async () => {
    const { userId } = await createPerson(service, orgId)
    const code = await copyLink(userId)
    await useLink(code)
    const entries = (await readEntries(service, orgId)).filter(({ entityId }) => entityId === userId)
    expect(entries.map(({ action, actorId }) => [action, actorId])).toEqual([
      ['account.link', owner.userId],
      ['account.link-use', userId],
      ['session.create', userId],
    ])
    expect(entries[0]?.after).toEqual({ kind: 'invitation', delivery: 'copy', isNew: true, roles: [] })
    expect(entries[1]?.after).toEqual({ kind: 'invitation', isPasswordNew: true })
  })
})

describe('asking for a new password', () => {
  const newAccount = async () => {
    const { userId, userName, email } = await createPerson(service, orgId)
    await service.signIn(orgId, [], userId)
    return { userId, userName, email }
  }

  it('mails a link to the account of the name or address, and says afterwards that the password was changed', async () => {
    for (const name of ['userName', 'email'] as const) {
      const person = await newAccount()
      const asked = name === 'email' ? (person.email as string).toUpperCase() : person.userName
      expect((await requestReset(asked)).status).toBe(200)
      const mail = await awaitMail(person.email)
      expect((await useLink(codeOf(mail))).status).toBe(201)
      expect(partOf(await awaitMail(person.email, 2), 'text/plain')).toContain('was changed')
      // It is mailed too, because it comes from another address.
      expect((await signInAs(service, person.userName, { password: NEW })).status).toBe(201)
      const entries = await readEntries(service, orgId)
      expect(
        entries.filter(({ entityId }) => entityId === person.userId).map(({ action, actorType }) => [action, actorType]),
      ).toEqual([
        ['account.reset-request', 'unknown'],
        ['account.link-use', 'user'],
        ['session.create', 'user'],
        ['session.create', 'user'],
      ])
    }
  })

  it('gets the same answer for every name, and mails nothing to people without an account', async () => {
    const known = await newAccount()
    const [without, leaver] = [await createPerson(service, orgId), await createPerson(service, orgId, { status: 'inactive' })]
    const bodies: unknown[] = []
    for (const name of ['unknown@example.com', without.userName, leaver.userName, known.userName]) {
      const answer = await requestReset(name)
      bodies.push([answer.status, answer.json(), answer.headers['set-cookie']])
    }
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1)
    await awaitMail(known.email)
    expect([mailsTo(without.email), mailsTo(leaver.email)]).toEqual([[], []])
  })

  it('is answered by the same statements for every name, and before any account is read', async () => {
    const known = await newAccount()
    const client = await service.database.pool.connect()
    await client.query('begin')
    await client.query('lock table user_accounts in access exclusive mode')
    const spy = vi.spyOn(pg.Client.prototype, 'query')
    const lookUps = () =>
      spy.mock.calls
        .map(([given]) => (typeof given === 'string' ? given : String((given as { text?: string }).text)))
        .filter((text) => text.includes('user_accounts'))
    const answers: unknown[] = []
    for (const name of [known.userName, `unknown-${randomUUID()}`]) {
      const { status, text } = await requestReset(name)
      answers.push([status, text])
    }
    await expect.poll(() => lookUps().length).toBe(2)
    const [first, second] = lookUps()
    expect([second, answers[1]]).toEqual([first, answers[0]])
    expect(answers[0]).toEqual([200, expect.any(String)])
    spy.mockRestore()
    await client.query('rollback')
    client.release()
    await awaitMail(known.email)
  })

  it('mails a person three times an hour at most, however many ask at once', async () => {
    const { userId, userName, email } = await newAccount()
    await Promise.all(Array.from({ length: 5 }, () => requestReset(userName)))
    // The look-ups take turns, two at a time: when the second of two later ones has ended, so have all before.
    for (const last of [await newAccount(), await newAccount()]) {
      await requestReset(last.userName)
      await awaitMail(last.email)
    }
    await expect.poll(() => mailsTo(email).length).toBe(3)
    const { rows } = await service.database.pool.query(`select from outgoing_mails where user_id = $1`, [userId])
    expect(rows).toHaveLength(3)
  })

  it('mails a link to the account of an address that many people without an account share', async () => {
    const email = `shared-${randomUUID()}@example.com`
    for (let count = 0; count < 5; count++) await createPerson(service, orgId, { email })
    const { userId, userName } = await createPerson(service, orgId, { email })
    await service.signIn(orgId, [], userId)
    await requestReset(email)
    expect((await readLink(codeOf(await awaitMail(email)))).json()).toMatchObject({ userName })
  })

  it('does not reach an organization that is blocked or was not named', async () => {
    const other = (await service.createOrganization('Elsewhere')).id
    const email = `shared-${randomUUID()}@example.com`
    for (const org of [orgId, other]) {
      const { userId } = await createPerson(service, org, { email })
      await service.signIn(org, [], userId)
    }
    await requestReset(email, { organization: 'Elsewhere' })
    const mail = await awaitMail(email)
    expect((await readLink(codeOf(mail))).json()).toMatchObject({ organizationName: 'Elsewhere' })
  })
})

it('Without a mail server every link is copied, and the sign-in says so', async () => {
  await using other = await startTestService({ mail: undefined })
  const { id } = await other.createOrganization()
  const administrator = await other.signIn(id, ['global-administrator'])
  const { userId } = await createPerson(other, id)
  const link = (delivery: string) => ask(other, administrator.headers, 'POST', `/api/users/${userId}/account/link`, { delivery })
  expect((await ask(other, {}, 'GET', '/api/sign-in-options')).json()).toMatchObject({ canResetByMail: false })
  expectProblem(await link('mail'), 'mail_unavailable')
  expectProblem(await post(other.baseUrl, '/api/password-reset', { userName: 'unknown' }), 'mail_unavailable')
  expectProblem(await ask(other, administrator.headers, 'POST', '/api/mails'), 'mail_unavailable')
  const { code } = (await link('copy')).json<AccountLink>()
  expect((await post(other.baseUrl, '/api/account-link', { code, password: NEW })).status).toBe(201)
  const { rows } = await other.database.pool.query('select from outgoing_mails')
  expect(rows).toEqual([])
})
