import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkMail } from '../../src/operations/doctor/check-mail.ts'
import { startTestService, type TestService } from '../../src/testing/test-service.ts'
import { openMailbox } from './mailbox.ts'
import { createPerson, mailTo } from './support.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ mail: undefined })
})
afterAll(() => service[Symbol.asyncDispose]())

const levelsOf = async (smtpUrl: string) => (await checkMail(service.database.db, mailTo(smtpUrl))).map(({ level }) => level)

it('The doctor examines the mail server only where there is one', async () => {
  expect(await checkMail(service.database.db, undefined)).toEqual([])
})

it('The doctor fails a mail server that is away or refuses the password, without repeating it', async () => {
  await using mailbox = await openMailbox({ password: 'right' })
  expect(await levelsOf(mailbox.url)).toEqual(['ok'])
  const [refused] = await checkMail(service.database.db, mailTo(mailbox.url.replace('right', 'wrong-password')))
  expect(refused).toMatchObject({ level: 'fail', found: expect.stringContaining('535') })
  expect(JSON.stringify(refused)).not.toContain('wrong-password')
  expect(await levelsOf('smtp://127.0.0.1:9')).toEqual(['fail'])
})

it('The doctor warns of mail that waits for long, and of many that failed', async () => {
  await using mailbox = await openMailbox()
  const orgId = (await service.createOrganization()).id
  const { userId } = await createPerson(service, orgId)
  const { pool } = service.database
  await pool.query(
    `insert into outgoing_mails (org_id, kind, user_id, status, ended_at)
     select $1, 'test', $2, 'failed', now() from generate_series(1, 3)`,
    [orgId, userId],
  )
  expect(await levelsOf(mailbox.url)).toEqual(['warn'])
  await pool.query(
    `insert into outgoing_mails (org_id, kind, user_id, created_at, due_at)
     values ($1, 'test', $2, now() - interval '2 hours', now() + interval '1 hour')`,
    [orgId, userId],
  )
  expect(await levelsOf(mailbox.url)).toEqual(['warn', 'warn'])
  // The mail of a copy that a move to another cell left behind is sent there.
  await pool.query(`update organizations set placement = 'gone' where id = $1`, [orgId])
  expect(await levelsOf(mailbox.url)).toEqual(['ok'])
})
