import Type, { type Static } from 'typebox'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import { flag, id, integer, named, nullable, oneOf, text, timestamp, UUID_EXAMPLE } from '../schema/atoms.ts'
import { pageOf, pageQuery } from '../schema/paging.ts'
import { pathId } from '../schema/params.ts'
import { GLOBAL_ADMINISTRATORS } from '../user-roles.ts'
import { MAIL_GIVES_UP_HOURS, MAIL_KEPT_DAYS, MAIL_KIND_NAMES } from './mail-kinds.ts'

export const MAIL_STATUSES = ['waiting', 'sent', 'failed'] as const

const kind = oneOf(MAIL_KIND_NAMES, { description: 'What it is about.' })
const status = oneOf(MAIL_STATUSES, {
  description: '`waiting`: it is still to be sent; `sent`: the mail server has it; `failed`: refused for good, or given up.',
})

export const Mail = named(
  'Mail',
  Type.Object({
    id: id({ description: 'The mail.' }),
    kind,
    userId: id({ description: 'The user whom it is for.' }),
    userName: text(320, { description: 'userName of this user.', example: 'ada.byron@example.com' }),
    status,
    attempts: integer({ minimum: 0 }, { description: 'How often the service started to send it.' }),
    createdAt: timestamp({ description: 'When it was written.' }),
    dueAt: nullable(timestamp({ description: 'When it is sent, or tried again; null: it does not wait.' })),
    endedAt: nullable(timestamp({ description: 'When it was sent or given up; null: it waits.' })),
    address: nullable(
      text(500, { description: 'The address at the last attempt; null: there was none.', example: 'ada.byron@example.com' }),
    ),
    result: nullable(
      text(1000, {
        description: 'What the mail server answered, or why it was not sent; null: nothing yet.',
        example: '250 OK: queued',
      }),
    ),
  }),
)
export type Mail = Static<typeof Mail>

const shared = { tag: 'administration', roles: AUTOMATION, people: GLOBAL_ADMINISTRATORS } as const
const mailParams = Type.Object({ mailId: pathId('The mail.') })

export const listMails = endpoint({
  ...shared,
  operation: 'listMails',
  method: 'GET',
  path: '/api/mails',
  summary: 'List mail',
  description: `What was sent, what waits, and what could not be sent and why, the newest first. Mail is listed for ${MAIL_KEPT_DAYS} days. Its text is not stored.`,
  query: pageQuery({
    status: Type.Optional(status),
    userId: Type.Optional(text(100, { description: 'Only mail for this user.', example: UUID_EXAMPLE })),
  }),
  response: pageOf('MailPage', Mail),
})

export const sendTestMail = endpoint({
  ...shared,
  operation: 'sendTestMail',
  audit: 'mail.test',
  method: 'POST',
  path: '/api/mails',
  summary: 'Send yourself a test mail',
  description: 'Shows whether the mail server takes mail of this service. The list of mail says what it answered.',
  response: Mail,
  status: 201,
  errors: ['mail_unavailable', 'entity_not_found'],
})

export const sendMailAgain = endpoint({
  ...shared,
  operation: 'sendMailAgain',
  audit: 'mail.send-again',
  method: 'POST',
  path: '/api/mails/{mailId}/again',
  params: mailParams,
  summary: 'Send a mail again',
  description: `For mail that failed, was sent but did not arrive, or should not wait. It is tried for another ${MAIL_GIVES_UP_HOURS} hours. Links in it are new.`,
  response: Mail,
  errors: ['mail_unavailable', 'entity_not_found', 'user_inactive', 'conflict'],
})

export const MailState = named(
  'MailState',
  Type.Object({
    isConfigured: flag({
      description: 'Whether the operator named a mail server. Without one, links are copied instead of mailed.',
    }),
    sender: nullable(text(400, { description: 'The sender; null: no mail server.', example: 'Rollcall <rollcall@example.com>' })),
    waiting: integer({ minimum: 0 }, { description: 'Mail that waits.' }),
    failed: integer(
      { minimum: 0 },
      { description: `Mail of the last ${MAIL_KEPT_DAYS} days that could not be sent.`, example: 0 },
    ),
    oldestWaitingSince: nullable(timestamp({ description: 'Since when the oldest one waits; null: none does.' })),
  }),
)
export type MailState = Static<typeof MailState>

export const getMailState = endpoint({
  ...shared,
  operation: 'getMailState',
  method: 'GET',
  path: '/api/mail-state',
  summary: 'Whether mail is sent',
  description: 'The sender, and how much waits or failed.',
  response: MailState,
})
