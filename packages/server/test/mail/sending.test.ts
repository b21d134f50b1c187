import { MAIL_KIND_NAMES, MAIL_LANGUAGES } from '@rollcall/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOutbox } from '../../src/directory/mail/outbox.ts'
import { type MailParts, sendDueMails, startMails } from '../../src/directory/mail/send-mails.ts'
import { type MailServer, openMailServer } from '../../src/platform/mail/mail-server.ts'
import { startListener } from '../../src/platform/notifications/listener.ts'
import { startTestService, type TestService } from '../../src/testing/test-service.ts'
import { headerOf, openMailbox, partOf } from './mailbox.ts'
import { createPerson, mailsOf, mailTo, QUICK, write } from './support.ts'

let service: TestService
/** Sends nothing by itself: the tests do, with mail servers of their own. */
beforeAll(async () => {
  service = await startTestService({ mail: undefined })
})
afterAll(() => service[Symbol.asyncDispose]())

const attempted: string[] = []
const partsFor = (server: MailServer, given: Partial<MailParts> = {}): MailParts => ({
  db: service.database.db,
  server,
  config: mailTo(''),
  sealer: service.sealer,
  telemetry: {
    mailAttempted: (_orgId, { outcome }) => attempted.push(outcome),
    backgroundFailed: (_what, error) => {
      throw error
    },
  },
  makeLink: async () => 'https://rollcall.example.com/account-link#code',
  readReport: async () => undefined,
  ...given,
})

const newOrganization = async (): Promise<string> => {
  // Mail that an earlier test left would be sent first.
  await service.database.pool.query('delete from outgoing_mails')
  return (await service.createOrganization()).id
}

const withoutDot = (text: string): string => text.replace(/[.,:]$/, '')

describe('a mail', () => {
  it('is written in the language that the person chose, with the same facts in each', async () => {
    await using mailbox = await openMailbox()
    await using server = await openMailServer(mailTo(mailbox.url))
    const orgId = await newOrganization()
    const { userId, email } = await createPerson(service, orgId, { firstName: 'Zoë' })
    const details = {
      name: 'Laptop',
      address: '192.0.2.7',
      userAgent: 'Firefox',
      node: 'D-17',
      building: 'Harbor',
      time: '10:20',
    }
    const kinds = MAIL_KIND_NAMES.filter((kind) => kind !== 'report')
    for (const language of MAIL_LANGUAGES) {
      await service.database.pool.query(
        `insert into mail_preferences (org_id, user_id, language, refused_kinds) values ($1, $2, $3, '{}')
         on conflict (org_id, user_id) do update set language = excluded.language`,
        [orgId, userId, language],
      )
      for (const kind of kinds) await write(service, orgId, { kind, userId, details })
      while ((await sendDueMails(partsFor(server))) > 0);
    }
    expect(mailbox.arrived).toHaveLength(kinds.length * MAIL_LANGUAGES.length)
    const mails = Object.groupBy(mailbox.arrived, (mail) => headerOf(mail, 'Content-Language') ?? '')
    expect(Object.keys(mails).toSorted()).toEqual([...MAIL_LANGUAGES].toSorted())
    expect(mails.de?.map((mail) => partOf(mail, 'text/plain')).join()).toContain('Guten Tag Zoë,')
    expect(mails.fr?.map((mail) => partOf(mail, 'text/plain')).join()).toContain('Bonjour Zoë,')
    // Addresses, names and times that a mail mentions, in order of the text, which differs.
    const facts = new RegExp(`${Object.values(details).join('|')}|https://[^\\s#]+|${email}`, 'g')
    const factsIn = (language: string) =>
      mails[language]
        ?.map((mail) => (partOf(mail, 'text/plain').match(facts) ?? []).map(withoutDot).toSorted())
        .map(String)
        .toSorted()
    expect(factsIn('de')).toEqual(factsIn('en'))
    expect(factsIn('fr')).toEqual(factsIn('en'))
    expect(new Set(mailbox.arrived.map((mail) => headerOf(mail, 'Subject'))).size).toBe(mailbox.arrived.length)
  })

  it('arrives as plain text and HTML, from the sender, with a Message-ID of its own', async () => {
    await using mailbox = await openMailbox()
    await using server = await openMailServer(mailTo(mailbox.url))
    const orgId = await newOrganization()
    const { userId, email } = await createPerson(service, orgId, { firstName: 'Zoë <b>' })
    const written = await write(service, orgId, { kind: 'passkey-added', userId, details: { name: 'Laptop & "phone"' } })
    expect(await sendDueMails(partsFor(server))).toBe(1)
    const [mail] = mailbox.arrived
    if (!mail) throw new Error('Nothing arrived.')
    expect([mail.from, mail.to]).toEqual(['desk@mail.example.com', email])
    expect(headerOf(mail, 'From')).toBe('"Example Ltd, Rollcall" <desk@mail.example.com>')
    expect(headerOf(mail, 'Subject')).toBe('A passkey was added to your account')
    expect(headerOf(mail, 'Message-ID')).toBe(`<${written?.id}@mail.example.com>`)
    expect(headerOf(mail, 'Auto-Submitted')).toBe('auto-generated')
    expect(headerOf(mail, 'List-Unsubscribe')).toBeUndefined()
    const [plain, html] = [partOf(mail, 'text/plain'), partOf(mail, 'text/html')]
    expect(plain).toContain('Hello Zoë <b>,')
    expect(plain).toContain('"Laptop & "phone""')
    expect(html).toContain('Hello Zoë &lt;b&gt;,')
    expect(html).toContain('Laptop &amp; &quot;phone&quot;')
    expect(html).not.toContain('<b>')
    expect(html).toContain('prefers-color-scheme: dark')
    expect(await mailsOf(service, orgId)).toMatchObject([
      { status: 'sent', attempts: 1, address: email, result: expect.stringMatching(/^250 /) },
    ])
  })

  it('is sent once by several nodes, and each organization gets its turn', async () => {
    await using mailbox = await openMailbox()
    await using server = await openMailServer(mailTo(mailbox.url))
    const [busy, other] = [await newOrganization(), (await service.createOrganization()).id]
    const [a, b] = [await createPerson(service, busy), await createPerson(service, other)]
    for (let index = 0; index < 40; index++) await write(service, busy, { kind: 'test', userId: a.userId })
    await write(service, other, { kind: 'test', userId: b.userId })
    const rounds: number[] = []
    const node = async () => {
      for (;;) {
        const sent = await sendDueMails(partsFor(server))
        if (sent === 0) return
        rounds.push(sent)
      }
    }
    await sendDueMails(partsFor(server))
    expect(mailbox.arrived.map(({ to }) => to)).toContain(b.email)
    await Promise.all([node(), node(), node()])
    const ids = mailbox.arrived.map((mail) => headerOf(mail, 'Message-ID'))
    expect(ids).toHaveLength(41)
    expect(new Set(ids).size).toBe(41)
    expect(Math.max(...rounds)).toBeLessThanOrEqual(5)
  })

  it('is not written by a change that is rolled back', async () => {
    const orgId = await newOrganization()
    const { userId } = await createPerson(service, orgId)
    const change = service.database.db.transaction().execute(async (trx) => {
      await createOutbox(true).write(trx, orgId, { kind: 'test', userId })
      throw new Error('rolled back')
    })
    await expect(change).rejects.toThrow('rolled back')
    expect(await mailsOf(service, orgId)).toEqual([])
  })

  it('is not written for people who are inactive, have no address or refused the kind, nor beyond the limit of an hour', async () => {
    const orgId = await newOrganization()
    const [inactive, silent, refusing, busy] = [
      await createPerson(service, orgId, { status: 'inactive' }),
      await createPerson(service, orgId, { email: null }),
      await createPerson(service, orgId),
      await createPerson(service, orgId),
    ]
    const { db } = service.database
    const refused = { org_id: orgId, user_id: refusing.userId, refused_kinds: ['new-sign-in', 'test'] }
    await db.insertInto('mail_preferences').values(refused).execute()
    const kind = 'new-sign-in'
    for (const { userId } of [inactive, silent, refusing]) expect(await write(service, orgId, { kind, userId })).toBeUndefined()
    // A necessary kind cannot be refused, whatever the table says.
    expect(await write(service, orgId, { kind: 'test', userId: refusing.userId })).toMatchObject({ address: refusing.email })
    for (const expected of [true, true, false]) {
      const written = await write(service, orgId, { kind, userId: busy.userId, perHour: 2 })
      expect(written !== undefined).toBe(expected)
    }
  })
})

describe('what cannot be sent', () => {
  it('fails for good when the server refuses the recipient, and later mail is sent', async () => {
    const gone = { code: 550, text: '5.1.1 No such user' }
    await using mailbox = await openMailbox({ refuse: (address) => (address === 'gone@example.com' ? gone : undefined) })
    await using server = await openMailServer(mailTo(mailbox.url))
    const orgId = await newOrganization()
    const [one, two] = [await createPerson(service, orgId, { email: 'gone@example.com' }), await createPerson(service, orgId)]
    await write(service, orgId, { kind: 'test', userId: one.userId })
    await write(service, orgId, { kind: 'test', userId: two.userId })
    await sendDueMails(partsFor(server))
    expect(await mailsOf(service, orgId)).toMatchObject([
      { status: 'failed', attempts: 1, address: 'gone@example.com', result: expect.stringContaining('No such user') },
      { status: 'sent' },
    ])
  })

  it('waits longer after each temporary refusal, and is given up after its time', async () => {
    const busy = { code: 451, text: '4.7.1 Greylisted' }
    await using mailbox = await openMailbox({ refuse: () => busy })
    await using server = await openMailServer(mailTo(mailbox.url))
    const orgId = await newOrganization()
    const { userId } = await createPerson(service, orgId)
    await write(service, orgId, { kind: 'test', userId })
    const due = () => service.database.pool.query(`update outgoing_mails set due_at = now() where org_id = $1`, [orgId])
    const delays: number[] = []
    for (let attempt = 0; attempt < 4; attempt++) {
      await due()
      await sendDueMails(partsFor(server))
      delays.push(Math.round(((await mailsOf(service, orgId))[0]?.dueInMs ?? 0) / 60_000))
    }
    expect(delays).toEqual([1, 2, 5, 15])
    expect(await sendDueMails(partsFor(server))).toBe(0)
    await service.database.pool.query(`update outgoing_mails set due_at = now(), gives_up_at = now() where org_id = $1`, [orgId])
    await sendDueMails(partsFor(server))
    const [mail] = await mailsOf(service, orgId)
    expect(mail).toMatchObject({ status: 'failed', attempts: 5, result: expect.stringMatching(/^Given up\. .*Greylisted/) })
  })

  it('waits while the server is away, and a few attempts find that out for all', async () => {
    const port = await (async () => {
      await using closed = await openMailbox()
      return closed.port
    })()
    await using server = await openMailServer(mailTo(`smtp://127.0.0.1:${port}`))
    const orgId = await newOrganization()
    for (let index = 0; index < 10; index++) {
      const { userId } = await createPerson(service, orgId)
      await write(service, orgId, { kind: 'test', userId })
    }
    expect(await sendDueMails(partsFor(server))).toBe(0)
    const mails = await mailsOf(service, orgId)
    expect(mails.every(({ status }) => status === 'waiting')).toBe(true)
    expect(mails.reduce((sum, { attempts }) => sum + attempts, 0)).toBeLessThanOrEqual(5)
    await using mailbox = await openMailbox({ port })
    await service.database.pool.query(`update outgoing_mails set due_at = now() where org_id = $1`, [orgId])
    while ((await sendDueMails(partsFor(server))) > 0);
    expect(mailbox.arrived).toHaveLength(10)
  })

  it('waits when the server does not take our password, which no log and no list repeats', async () => {
    await using mailbox = await openMailbox({ password: 'right' })
    const wrong = mailbox.url.replace('right', 'wrong-password')
    await using server = await openMailServer(mailTo(wrong))
    const orgId = await newOrganization()
    const { userId } = await createPerson(service, orgId)
    await write(service, orgId, { kind: 'test', userId })
    expect(await sendDueMails(partsFor(server))).toBe(0)
    expect(mailbox.signedIn).toEqual(['rollcall:wrong-password'])
    const [mail] = await mailsOf(service, orgId)
    expect(mail).toMatchObject({ status: 'waiting', result: expect.stringContaining('535') })
    expect(mail?.result).not.toContain('wrong-password')
    await using right = await openMailServer(mailTo(mailbox.url))
    expect(await right.check()).toBeUndefined()
    expect(await server.check()).toContain('535')
  })

  it('is dropped when the person became inactive, unsubscribed or lost the account since, or it is too late', async () => {
    await using mailbox = await openMailbox()
    await using server = await openMailServer(mailTo(mailbox.url))
    const orgId = await newOrganization()
    const { pool } = service.database
    const [leaver, refusing, accountless, late] = [
      await createPerson(service, orgId),
      await createPerson(service, orgId),
      await createPerson(service, orgId),
      await createPerson(service, orgId),
    ]
    await write(service, orgId, { kind: 'test', userId: leaver.userId })
    await write(service, orgId, { kind: 'new-sign-in', userId: refusing.userId })
    await write(service, orgId, { kind: 'invitation', userId: accountless.userId })
    const until = new Date().toISOString()
    await write(service, orgId, { kind: 'check-in-due', userId: late.userId, details: { time: '10:30', building: 'HQ', until } })
    await pool.query(`update users set status = 'inactive' where id = $1`, [leaver.userId])
    await pool.query(`insert into mail_preferences (org_id, user_id, refused_kinds) values ($1, $2, '{new-sign-in}')`, [
      orgId,
      refusing.userId,
    ])
    await sendDueMails(partsFor(server, { makeLink: async () => undefined }))
    expect(mailbox.arrived).toEqual([])
    expect((await mailsOf(service, orgId)).map(({ status, result }) => [status, result])).toEqual([
      ['failed', 'The user is inactive.'],
      ['failed', 'The user has unsubscribed from this kind.'],
      ['failed', 'The user has no account, or may sign in only with an identity provider.'],
      ['failed', 'The time that it announces is over.'],
    ])
  })

  it('is sent a second time, with the same Message-ID, if a node dies between sending and noting it', async () => {
    await using mailbox = await openMailbox()
    await using server = await openMailServer(mailTo(mailbox.url))
    const orgId = await newOrganization()
    const { userId } = await createPerson(service, orgId)
    await write(service, orgId, { kind: 'test', userId })
    const isSent = Promise.withResolvers<void>()
    const dying: MailServer = {
      ...server,
      async send(message) {
        await server.send(message)
        isSent.resolve()
        // The node is gone: nothing follows.
        return new Promise(() => {})
      },
    }
    void sendDueMails(partsFor(dying))
    await isSent.promise
    expect(await sendDueMails(partsFor(server))).toBe(0)
    // The claim of the node ends.
    await service.database.pool.query('update outgoing_mails set claimed_until = now() where org_id = $1', [orgId])
    expect(await sendDueMails(partsFor(server))).toBe(1)
    const [first, second] = mailbox.arrived.map((mail) => headerOf(mail, 'Message-ID'))
    expect(mailbox.arrived).toHaveLength(2)
    expect(second).toBe(first)
    expect(await mailsOf(service, orgId)).toMatchObject([{ status: 'sent', attempts: 2 }])
  })
})

it('New mail is sent at once, by the announcement of its transaction', async () => {
  await using mailbox = await openMailbox()
  await using server = await openMailServer(mailTo(mailbox.url))
  await using listener = await startListener(service.database.url)
  const orgId = await newOrganization()
  const { userId } = await createPerson(service, orgId)
  await using _ = await startMails(partsFor(server, { timing: { ...QUICK, everyMs: 3_600_000 } }), listener)
  await write(service, orgId, { kind: 'test', userId })
  await expect.poll(() => mailbox.arrived.length).toBe(1)
})
