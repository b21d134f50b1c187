import { randomUUID } from 'node:crypto'
import type { UserSessions } from '@rollcall/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type SignedIn, startTestService, type TestService } from '../../src/testing/test-service.ts'
import { readEntries } from '../audit/support.ts'
import { expectProblem } from '../http/support/expect-problem.ts'
import { codeOf, openMailbox, partOf } from '../mail/mailbox.ts'
import { ask, createPerson, mailTo, QUICK } from '../mail/support.ts'
import { countSessions, headersOf, signInAs, whoAmI } from './support.ts'

let mailbox: Awaited<ReturnType<typeof openMailbox>>
let service: TestService
let orgId: string
let owner: SignedIn
beforeAll(async () => {
  mailbox = await openMailbox()
  service = await startTestService({ mail: mailTo(mailbox.url), mailTiming: QUICK })
  orgId = (await service.createOrganization()).id
  owner = await service.signIn(orgId, ['global-administrator'])
})
afterAll(async () => {
  await service?.[Symbol.asyncDispose]()
  await mailbox?.[Symbol.asyncDispose]()
})

type Headers = Record<string, string>
const listSessions = async (headers: Headers) => (await ask(service, headers, 'GET', '/api/sessions')).json<UserSessions>().items

it('The list says since when, from where and how a person is signed in, and which session asks', async () => {
  const { userName, userId } = await service.signIn(orgId)
  await service.database.pool.query('delete from sessions where user_id = $1', [userId])
  const phone = headersOf(await signInAs(service, userName, { headers: { 'user-agent': 'Phone/1.0' } }))
  const laptop = headersOf(await signInAs(service, userName, { headers: { 'user-agent': `Laptop/${'9'.repeat(400)}` } }))
  const sessions = await listSessions(laptop)
  expect(sessions).toHaveLength(2)
  expect(sessions.map(({ isCurrent }) => isCurrent)).toEqual([true, false])
  expect(sessions[1]).toMatchObject({ address: '127.0.0.1', userAgent: 'Phone/1.0', signedInBy: 'password', providerName: null })
  expect(sessions[0]?.userAgent).toHaveLength(300)
  expect(Date.now() - Date.parse(sessions[0]?.createdAt as string)).toBeLessThan(60_000)
  expect((await listSessions(phone)).map(({ isCurrent }) => isCurrent)).toEqual([false, true])
  expect(JSON.stringify(sessions)).not.toContain((laptop.cookie as string).split('=')[1])
})

it('One session is signed out by its id, only by its own user, and others stay', async () => {
  const person = await service.signIn(orgId)
  const elsewhere = await service.signIn(orgId, [], person.userId)
  const other = (await listSessions(person.headers)).find(({ isCurrent }) => !isCurrent)
  const end = (headers: Headers, id = other?.id) => ask(service, headers, 'DELETE', `/api/sessions/${id}`)
  const stranger = await service.signIn(orgId)
  expectProblem(await end(stranger.headers), 'entity_not_found')
  expectProblem(await end(owner.headers), 'entity_not_found')
  expectProblem(await end(person.headers, randomUUID()), 'entity_not_found')
  expect((await end(person.headers)).status).toBe(200)
  expectProblem(await end(person.headers), 'entity_not_found')
  expectProblem(await whoAmI(service, elsewhere.headers), 'session_invalid')
  expect((await whoAmI(service, person.headers)).status).toBe(200)
})

it('Signing out everywhere ends every session of the user, and no other', async () => {
  const person = await service.signIn(orgId)
  const elsewhere = await service.signIn(orgId, [], person.userId)
  const answer = await ask(service, person.headers, 'DELETE', '/api/sessions')
  expect(answer.status).toBe(200)
  expect(answer.headers['set-cookie']?.[0]).toMatch(/^rollcall_session=;/)
  for (const { headers } of [person, elsewhere]) expectProblem(await whoAmI(service, headers), 'session_invalid')
  expect((await whoAmI(service, owner.headers)).status).toBe(200)
  const entries = await readEntries(service, orgId)
  expect(entries.at(-1)).toMatchObject({ action: 'session.end-all', actorId: person.userId, after: { sessions: 2 } })
})

it('A global administrator signs a person out everywhere, of the own organization only', async () => {
  const person = await service.signIn(orgId)
  const path = `/api/users/${person.userId}/sessions`
  const other = await service.signIn((await service.createOrganization()).id, ['global-administrator'])
  expectProblem(await ask(service, other.headers, 'DELETE', path), 'entity_not_found')
  expectProblem(await ask(service, person.headers, 'DELETE', path), 'role_not_allowed')
  expect((await ask(service, owner.headers, 'DELETE', path)).json()).toEqual({ message: '1 session ended' })
  expect(await countSessions(service, person.userId)).toBe(0)
})

it('A sign-in from a new address with a new browser is mailed to the person, who can refuse that with the link in it', async () => {
  const { userId, userName, email } = await createPerson(service, orgId)
  await service.signIn(orgId, [], userId)
  const signIn = (userAgent: string) => signInAs(service, userName, { headers: { 'user-agent': userAgent } })
  const arrived = () => mailbox.arrived.filter(({ to }) => to === email)
  await signIn('First')
  // The address is known, so another browser is no surprise.
  await signIn('Second')
  const fresh = await createPerson(service, orgId)
  await service.signIn(orgId, [], fresh.userId)
  await service.database.pool.query(
    `insert into audit_log (org_id, action, actor_type, actor_id, address, user_agent)
     values ($1, 'session.create', 'user', $2, '192.0.2.1', 'Old')`,
    [orgId, fresh.userId],
  )
  expect((await signInAs(service, fresh.userName, { headers: { 'user-agent': 'Brand new' } })).status).toBe(201)
  const toFresh = () => mailbox.arrived.filter(({ to }) => to === fresh.email)
  await expect.poll(() => toFresh().length).toBe(1)
  expect(arrived()).toEqual([])
  const [mail] = toFresh()
  if (!mail) throw new Error('Nothing arrived.')
  const plain = partOf(mail, 'text/plain')
  expect(plain).toContain('Address: 127.0.0.1')
  expect(plain).toContain('Browser: Brand new')
  expect(codeOf(mail)).toBe('')
  const [, code = ''] = /\/unsubscribe#([\w-]+)/.exec(plain) ?? []
  expect(mail.raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/im)
  const unsubscribe = (given: string) => ask(service, {}, 'POST', `/api/mail-unsubscribe?code=${given}`)
  expectProblem(await unsubscribe(`${code.slice(0, -2)}${code.endsWith('AA') ? 'BA' : 'AA'}`), 'unsubscribe_link_invalid')
  for (let again = 0; again < 2; again++) expect((await unsubscribe(code)).status).toBe(200)
  const { rows } = await service.database.pool.query('select refused_kinds from mail_preferences where user_id = $1', [
    fresh.userId,
  ])
  expect(rows).toEqual([{ refused_kinds: ['new-sign-in'] }])
})
