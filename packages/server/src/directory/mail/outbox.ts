import { MAIL_KINDS, type MailKind } from '@rollcall/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** Tells the nodes that mail waits. */
export const MAIL_CHANNEL = 'rollcall_mail'

/** How much mail of one organization may wait. More would be a mistake, and delay what follows. */
const MAX_WAITING = 20_000

export interface NewMail {
  readonly kind: MailKind
  /** Whom it is for. */
  readonly userId: string
  /** Values that the text mentions, and `until` when it is of use. They are stored, so they are no secrets. */
  readonly details?: Readonly<Record<string, string>>
  /** How many of this kind the user may get in an hour, if that is limited. */
  readonly perHour?: number
}

/**
 * What is to be mailed. `write` belongs to a transaction: a change that is rolled back mails nothing. It returns the address, or undefined
 * if nothing is written: there is no mail server, the user is inactive, has no address, does not want such mail, gets too much of it, or
 * belongs to a sample company.
 */
export interface Outbox {
  /** Whether mail is sent at all. */
  readonly isOpen: boolean
  write(trx: Db, orgId: string, mail: NewMail): Promise<WrittenMail | undefined>
}

interface WrittenMail {
  readonly id: string
  readonly address: string
}

export const createOutbox = (isOpen: boolean): Outbox => ({
  isOpen,
  write: async (trx, orgId, mail) => (isOpen ? writeMail(trx, orgId, mail) : undefined),
})

/** For what changes accounts without a service, such as commands: it mails nothing. */
export const NO_OUTBOX = createOutbox(false)

/** Announces mail that is due at once, when the transaction commits. */
export const announceMail = async (trx: Db): Promise<void> => {
  await sql`select pg_notify(${MAIL_CHANNEL}, '')`.execute(trx)
}

const writeMail = async (trx: Db, orgId: string, mail: NewMail): Promise<WrittenMail | undefined> => {
  const { kind, userId, details = {}, perHour } = mail
  const { rows } = await sql<WrittenMail>`
    with recipient as (
      select u.org_id, u.id, u.email
      from users u
      left join mail_preferences p on p.org_id = ${orgId} and p.user_id = u.id
      where u.org_id = ${orgId} and u.id = ${userId} and u.status = 'active' and u.email <> ''
        and not exists (select from sample_entities s where s.org_id = u.org_id and s.kind = 'user' and s.id = u.id::text)
        and (${MAIL_KINDS[kind].isNecessary}::boolean or not ${kind} = any (coalesce(p.refused_kinds, '{}')))
    ), written as (
      insert into outgoing_mails (org_id, kind, user_id, details)
      select r.org_id, ${kind}, r.id, ${JSON.stringify(details)}::jsonb
      from recipient r
      where ${MAX_WAITING} > (
          select count(*)
          from (select from outgoing_mails where org_id = ${orgId} and status = 'waiting' limit ${MAX_WAITING}) w
        )
        and (
          ${perHour ?? null}::integer is null
          or ${perHour ?? null}::integer > (
            select count(*)
            from outgoing_mails
            where org_id = ${orgId} and user_id = ${userId} and kind = ${kind} and created_at > now() - interval '1 hour'
          )
        )
      returning id
    )
    select w.id, r.email as address, pg_notify(${MAIL_CHANNEL}, '')
    from written w, recipient r`.execute(trx)
  const [row] = rows
  return row && { id: row.id, address: row.address }
}
