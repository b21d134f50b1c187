import { randomUUID } from 'node:crypto'
import { createOutbox, type NewMail } from '../../src/directory/mail/outbox.ts'
import type { MailConfig } from '../../src/platform/mail-config.ts'
import type { TestService } from '../../src/testing/test-service.ts'
import { JSON_TYPE, send } from '../http/support/send.ts'

type Headers = Record<string, string>

export const PUBLIC_URL = 'https://rollcall.example.com'

export const mailTo = (smtpUrl: string): MailConfig => ({
  smtpUrl,
  sender: { name: 'Example Ltd, Rollcall', address: 'desk@mail.example.com' },
  publicUrl: PUBLIC_URL,
})

/** A timing at which a test need not wait. A busy machine may take seconds to send a mail, which nothing else sends meanwhile. */
export const QUICK = { everyMs: 20, claimMs: 60_000, backoffMs: [50] }

/** Creates an active user with an e-mail address. */
export const createPerson = async (
  { database }: Pick<TestService, 'database'>,
  orgId: string,
  given: { email?: string | null; firstName?: string; status?: string } = {},
): Promise<{ userId: string; userName: string; email: string | null }> => {
  const userId = randomUUID()
  const userName = `person-${userId}`
  const email = given.email === undefined ? `${userName}@example.com` : given.email
  await database.db
    .insertInto('users')
    .values({
      org_id: orgId,
      id: userId,
      user_name: userName,
      email,
      first_name: given.firstName ?? null,
      status: given.status ?? 'active',
    })
    .execute()
  return { userId, userName, email }
}

/** Writes a mail as a service does. */
export const write = ({ database }: Pick<TestService, 'database'>, orgId: string, mail: NewMail) =>
  database.db.transaction().execute((trx) => createOutbox(true).write(trx, orgId, mail))

interface MailRow {
  readonly id: string
  readonly kind: string
  readonly status: string
  readonly attempts: number
  readonly address: string | null
  readonly result: string | null
  readonly dueInMs: number
}

export const mailsOf = async ({ database }: Pick<TestService, 'database'>, orgId: string): Promise<MailRow[]> => {
  const { rows } = await database.pool.query<MailRow>(
    `select id, kind, status, attempts, address, result, extract(epoch from due_at - now())::float8 * 1000 as "dueInMs"
     from outgoing_mails where org_id = $1 order by created_at, id`,
    [orgId],
  )
  return rows
}

/** Comes from another address each time, where the service trusts its proxy: refusals of one address become slow. */
export const fromAnywhere = (): Headers => ({
  'x-forwarded-for': `10.${[0, 0, 0].map(() => Math.floor(Math.random() * 250)).join('.')}`,
})

export const ask = ({ baseUrl }: TestService, headers: Headers, method: string, path: string, body?: object) =>
  send(baseUrl, { method, path, headers: { ...(body ? JSON_TYPE : {}), ...headers }, ...(body ? { body } : {}) })
