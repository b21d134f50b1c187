import type { Mail, MailPreferences, MailState } from '@rollcall/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { purgeMails } from '../../src/directory/mail/mail-store.ts'
import { type SignedIn, startTestService, type TestService } from '../../src/testing/test-service.ts'
import { readEntries } from '../audit/support.ts'
import { afterWaiting } from '../http/support/after-waiting.ts'
import { expectProblem } from '../http/support/expect-problem.ts'
import { headerOf, openMailbox } from './mailbox.ts'
import { ask, createPerson, mailsOf, mailTo, QUICK, write } from './support.ts'

let refusing = false
let mailbox: Awaited<ReturnType<typeof openMailbox>>
let service: TestService
let orgId: string
let owner: SignedIn
beforeAll(async () => {
  mailbox = await openMailbox({ refuse: () => (refusing ? { code: 550, text: 'No thanks' } : undefined) })
  service = await startTestService({ mail: mailTo(mailbox.url), mailTiming: QUICK })
  orgId = (await service.createOrganization()).id
  owner = await service.signIn(orgId, ['global-administrator'])
})
afterAll(async () => {
  await service?.[Symbol.asyncDispose]()
  await mailbox?.[Symbol.asyncDispose]()
})

const list = async (query = '', by = owner) =>
  (await ask(service, by.headers, 'GET', `/api/mails${query}`)).json<{ items: Mail[]; nextCursor: string | null }>()
const state = async () => (await ask(service, owner.headers, 'GET', '/api/mail-state')).json<MailState>()
const isDone = async (id: string, status: string) =>
  expect.poll(async () => (await list()).items.find((mail) => mail.id === id)?.status).toBe(status)

it('Administrators see what was sent, what failed and why, and send it again', async () => {
  const { userId, userName, email } = await createPerson(service, orgId)
  refusing = true
  const { id } = (await write(service, orgId, { kind: 'test', userId })) as { id: string }
  await isDone(id, 'failed')
  expect((await list('?status=failed')).items).toMatchObject([
    {
      id,
      kind: 'test',
      userId,
      userName,
      attempts: 1,
      dueAt: null,
      address: email,
      result: expect.stringContaining('No thanks'),
    },
  ])
  expect(await state()).toMatchObject({ isConfigured: true, sender: 'Example Ltd, Rollcall <desk@mail.example.com>', failed: 1 })
  refusing = false
  const again = await ask(service, owner.headers, 'POST', `/api/mails/${id}/again`)
  expect(again.json()).toMatchObject({ id, status: 'waiting', attempts: 0, endedAt: null })
  await isDone(id, 'sent')
  expect(mailbox.arrived.map((mail) => headerOf(mail, 'Message-ID'))).toContain(`<${id}@mail.example.com>`)
  const entries = await readEntries(service, orgId)
  expect(entries.at(-1)).toMatchObject({ action: 'mail.send-again', actorId: owner.userId, entityId: id })
})

it('The list has pages, the newest first, and is filtered by status and user', async () => {
  const org = (await service.createOrganization()).id
  const administrator = await service.signIn(org, ['global-administrator'])
  const [one, two] = [await createPerson(service, org), await createPerson(service, org)]
  const ids: string[] = []
  for (const { userId } of [one, two, one, two, one]) {
    ids.unshift((await write(service, org, { kind: 'test', userId }))?.id as string)
  }
  const seen: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: { items: Mail[]; nextCursor: string | null } = await list(
      `?limit=2${cursor ? `&cursor=${cursor}` : ''}`,
      administrator,
    )
    seen.push(...page.items.map(({ id }) => id))
    cursor = page.nextCursor
  }
  expect(seen).toEqual(ids)
  expect((await list(`?userId=${one.userId}`, administrator)).items).toHaveLength(3)
  expectProblem(await ask(service, administrator.headers, 'GET', '/api/mails?status=lost'), 'invalid_parameter')
  expectProblem(await ask(service, administrator.headers, 'GET', '/api/mails?cursor=WyJ4Il0'), 'invalid_parameter')
})

it('A mail of another organization is neither listed nor sent again', async () => {
  const other = await service.signIn((await service.createOrganization()).id, ['global-administrator'])
  const [mail] = await mailsOf(service, orgId)
  expect((await list('', other)).items).toEqual([])
  expectProblem(await ask(service, other.headers, 'POST', `/api/mails/${mail?.id}/again`), 'entity_not_found')
})

it('A mail that a node is sending at this moment is not sent again', async () => {
  const { userId } = await createPerson(service, orgId)
  const { rows } = await service.database.pool.query<{ id: string }>(
    `insert into outgoing_mails (org_id, kind, user_id, due_at, claimed_until)
     values ($1, 'test', $2, now() + interval '1 hour', now() + interval '1 minute') returning id`,
    [orgId, userId],
  )
  const path = `/api/mails/${rows[0]?.id}/again`
  expectProblem(await ask(service, owner.headers, 'POST', path), 'conflict')
  await service.database.pool.query('update outgoing_mails set claimed_until = now() where id = $1', [rows[0]?.id])
  expect((await ask(service, owner.headers, 'POST', path)).status).toBe(200)
})

it('An administrator with an address gets a test mail', async () => {
  expectProblem(await ask(service, owner.headers, 'POST', '/api/mails'), 'mail_unavailable')
  await service.database.pool.query(`update users set email = 'owner@example.com' where id = $1`, [owner.userId])
  const answer = await ask(service, owner.headers, 'POST', '/api/mails')
  expect(answer.status).toBe(201)
  await isDone(answer.json<Mail>().id, 'sent')
  // The mail of the test before may arrive after it.
  expect(mailbox.arrived.filter(({ to }) => to === 'owner@example.com')).toHaveLength(1)
})

it('People choose their language and refuse kinds that are not necessary', async () => {
  const person = await service.signIn(orgId)
  const path = '/api/users/me/mail-preferences'
  const change = (body: object) => ask(service, person.headers, 'PATCH', path, body)
  const before = (await ask(service, person.headers, 'GET', path)).json<MailPreferences>()
  expect(before.language).toBeNull()
  expect(before.kinds.every(({ isWanted }) => isWanted)).toBe(true)
  const refused = (await change({ refusedKinds: ['new-sign-in', 'new-sign-in'], language: 'en' })).json<MailPreferences>()
  expect(refused.language).toBe('en')
  expect(refused.kinds.filter(({ isWanted }) => !isWanted).map(({ kind }) => kind)).toEqual(['new-sign-in'])
  expectProblem(await change({ refusedKinds: ['password-changed'] }), 'invalid_request')
  expectProblem(await change({ refusedKinds: ['unknown'] }), 'invalid_body')
  expectProblem(await change({ language: 'xx' }), 'invalid_body')
  const wanted = (await change({ refusedKinds: [] })).json<MailPreferences>()
  expect(wanted).toEqual({ ...before, language: 'en' })
  const others = `/api/users/${owner.userId}/mail-preferences`
  expectProblem(await ask(service, person.headers, 'PATCH', others, {}), 'role_not_allowed')
})

it('A change of the language keeps what the person refuses at the same moment, such as by the link of a mail', async () => {
  const person = await service.signIn(orgId)
  const path = '/api/users/me/mail-preferences'
  const change = (body: object) => ask(service, person.headers, 'PATCH', path, body)
  await change({ language: 'en', refusedPushKinds: ['report'] })
  const unsubscribe = `update mail_preferences set refused_kinds = '{report}' where user_id = $1`
  const { answer } = await afterWaiting(service, [unsubscribe, person.userId], () => change({ language: 'fr' }))
  const stored = answer.json<MailPreferences>()
  const refused = (kinds: readonly { kind: string; isWanted: boolean }[]) =>
    kinds.filter(({ isWanted }) => !isWanted).map(({ kind }) => kind)
  expect([stored.language, refused(stored.kinds), refused(stored.pushKinds)]).toEqual(['fr', ['report'], ['report']])
  expect((await ask(service, person.headers, 'GET', path)).json()).toEqual(stored)
})

it('Mail of the past and mail without a server any longer is deleted after 30 days', async () => {
  const { userId } = await createPerson(service, orgId)
  const insert = (kind: string, values: string) =>
    service.database.pool.query(`insert into outgoing_mails (org_id, kind, user_id, due_at, ${values}`, [orgId, kind, userId])
  const future = `now() + interval '1 day'`
  await insert('test', `status, ended_at) values ($1, $2, $3, ${future}, 'sent', now() - interval '31 days')`)
  await insert('invitation', `status, ended_at) values ($1, $2, $3, ${future}, 'failed', now() - interval '29 days')`)
  await insert('password-reset', `gives_up_at) values ($1, $2, $3, ${future}, now() - interval '31 days')`)
  await purgeMails(service.database.db)
  const { rows } = await service.database.pool.query('select kind from outgoing_mails where user_id = $1', [userId])
  expect(rows).toEqual([{ kind: 'invitation' }])
})
