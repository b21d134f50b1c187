import { MAIL_GIVES_UP_HOURS, MAIL_KEPT_DAYS, type MailKind } from '@rollcall/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { servedHere } from '../../platform/db/served-here.ts'

/** How much one organization gets of a round, so that none waits for the mail of another. */
const PER_ORGANIZATION = 5

/** A mail that this node has for itself, and whom it goes to, as the directory knows the person now. */
export interface ClaimedMail {
  readonly orgId: string
  readonly id: string
  readonly kind: MailKind
  readonly userId: string
  readonly details: Readonly<Record<string, string>>
  readonly createdAt: Date
  /** Including the one that begins. */
  readonly attempts: number
  /** Whether a further failure is the last one. */
  readonly isLast: boolean
  readonly organizationName: string
  readonly userName: string
  readonly firstName: string | null
  readonly lastName: string | null
  readonly email: string | null
  readonly isActive: boolean
  readonly language: string | null
  readonly refusedKinds: readonly string[]
}

/**
 * Takes mail that is due, of each organization a few, for this node alone: others skip it until the claim ends. It commits before
 * anything is sent. Without mail that waits it is one look-up in a small index.
 */
export const claimMails = async (db: Db, count: number, claimMs: number): Promise<ClaimedMail[]> => {
  const { rows } = await sql<ClaimedMail>`
    with due as (
      select d.org_id, d.id, o.name as organization_name
      from organizations o
      cross join lateral (
        select m.org_id, m.id, m.due_at
        from outgoing_mails m
        where m.org_id = o.id and m.status = 'waiting' and m.due_at <= now()
          and (m.claimed_until is null or m.claimed_until <= now())
        order by m.due_at
        limit ${PER_ORGANIZATION}
        for update skip locked
      ) d
      where o.placement = 'here' and exists (select from outgoing_mails where status = 'waiting' and due_at <= now())
      order by d.due_at
      limit ${count}
    ), claimed as (
      update outgoing_mails m
      set attempts = m.attempts + 1, claimed_until = now() + make_interval(secs => ${claimMs / 1000})
      from due d
      where m.org_id = d.org_id and m.id = d.id
      returning m.*, d.organization_name
    )
    select c.org_id as "orgId", c.id, c.kind, c.user_id as "userId", c.details, c.created_at as "createdAt", c.attempts,
      c.gives_up_at <= now() as "isLast", c.organization_name as "organizationName", u.user_name as "userName",
      u.first_name as "firstName", u.last_name as "lastName", u.email, u.status = 'active' as "isActive", p.language,
      coalesce(p.refused_kinds, '{}') as "refusedKinds"
    from claimed c
    join users u on u.org_id = c.org_id and u.id = c.user_id
    left join mail_preferences p on p.org_id = c.org_id and p.user_id = c.user_id
    order by c.due_at`.execute(db)
  return rows
}

/** How an attempt ends, and when the mail is tried again if it waits. */
export interface Ending {
  readonly status: 'sent' | 'failed' | 'waiting'
  readonly address: string | null
  readonly result: string
  readonly inMs: number
}

/** Ends the claim. A mail that another node has claimed since, or an administrator sends again, is left alone. */
export const endAttempt = async (db: Db, { orgId, id, attempts }: ClaimedMail, ending: Ending): Promise<void> => {
  const isWaiting = ending.status === 'waiting'
  await db
    .updateTable('outgoing_mails')
    .set({
      status: ending.status,
      address: ending.address,
      result: ending.result,
      claimed_until: null,
      ended_at: isWaiting ? null : sql`now()`,
      ...(isWaiting && { due_at: sql`now() + make_interval(secs => ${ending.inMs / 1000})` }),
    })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .where('attempts', '=', attempts)
    .execute()
}

/** Gives a mail back that was claimed and not tried. */
export const releaseMail = async (db: Db, { orgId, id, attempts }: ClaimedMail, inMs: number, result: string): Promise<void> => {
  await db
    .updateTable('outgoing_mails')
    .set({
      attempts: attempts - 1,
      claimed_until: null,
      due_at: sql`now() + make_interval(secs => ${inMs / 1000})`,
      result,
    })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .where('attempts', '=', attempts)
    .execute()
}

/** Makes a mail wait again as if it were new, unless a node is sending it at this moment. Returns whether it does. */
export const restartMail = async (db: Db, orgId: string, id: string): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('outgoing_mails')
    .set({
      status: 'waiting',
      attempts: 0,
      due_at: sql`now()`,
      gives_up_at: sql`now() + make_interval(hours => ${MAIL_GIVES_UP_HOURS})`,
      ended_at: null,
      claimed_until: null,
    })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where((where) => where.or([where('claimed_until', 'is', null), where('claimed_until', '<=', sql<Date>`now()`)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Deletes mail that ended long ago, or waits for a mail server that there is no more. */
export const purgeMails = async (db: Db): Promise<void> => {
  await sql`
    delete from outgoing_mails
    where coalesce(ended_at, gives_up_at) < now() - make_interval(days => ${MAIL_KEPT_DAYS})
      and ${servedHere('outgoing_mails.org_id')}`.execute(db)
}
