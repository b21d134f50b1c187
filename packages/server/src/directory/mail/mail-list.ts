import { MAIL_KEPT_DAYS, type Mail, type MailState } from '@rollcall/contract'
import { sql } from 'kysely'
import type { PageRequest } from '../../gate/parameters/paging.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'

interface Filter {
  readonly status?: string | undefined
  readonly userId?: string | undefined
}

interface MailRow extends Omit<Mail, 'createdAt' | 'dueAt' | 'endedAt'> {
  readonly createdAt: Date
  readonly dueAt: Date | null
  readonly endedAt: Date | null
  /** The time of writing with all its digits, for the cursor. */
  readonly position: string
}

/** Lists mail, the newest first. With a page, it returns one row more than its limit. */
export const listMails = async (db: Db, orgId: string, { status, userId }: Filter, page: PageRequest): Promise<MailRow[]> => {
  const [position = null, id = null] = page.after ?? []
  const { rows } = await sql<MailRow>`
    select ${COLUMNS}
    from outgoing_mails m
    join users u on u.org_id = ${orgId} and u.id = m.user_id
    where m.org_id = ${orgId}
      and (${status ?? null}::text is null or m.status = ${status ?? null})
      and (${userId ?? null}::uuid is null or m.user_id = ${userId ?? null})
      and (${position}::timestamptz is null or (m.created_at, m.id) < (${position}::timestamptz, ${id}::uuid))
    order by m.created_at desc, m.id desc
    limit ${page.limit + 1}`.execute(db)
  return rows
}

/** @throws AppError entity_not_found */
export const getMail = async (db: Db, orgId: string, mailId: string): Promise<MailRow> => {
  const { rows } = await sql<MailRow>`
    select ${COLUMNS}
    from outgoing_mails m
    join users u on u.org_id = ${orgId} and u.id = m.user_id
    where m.org_id = ${orgId} and m.id = ${mailId}`.execute(db)
  const [mail] = rows
  if (!mail)
    throw new AppError('entity_not_found', { detail: `There is no mail with this id. Mail is kept for ${MAIL_KEPT_DAYS} days.` })
  return mail
}

const COLUMNS = sql`m.id, m.kind, m.user_id as "userId", u.user_name as "userName", m.status, m.attempts, m.created_at as "createdAt",
  case when m.status = 'waiting' then m.due_at end as "dueAt", m.ended_at as "endedAt", m.address, m.result,
  to_char(m.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as position`

export const positionOf = ({ position, id }: MailRow): readonly string[] => [position, id]

export const toMail = ({ position, createdAt, dueAt, endedAt, ...mail }: MailRow): Mail => ({
  ...mail,
  createdAt: createdAt.toISOString(),
  dueAt: dueAt?.toISOString() ?? null,
  endedAt: endedAt?.toISOString() ?? null,
})

export const countMails = async (
  db: Db,
  orgId: string,
): Promise<Pick<MailState, 'waiting' | 'failed' | 'oldestWaitingSince'>> => {
  const { rows } = await sql<{ waiting: number; failed: number; oldest: Date | null }>`
    select count(*) filter (where status = 'waiting') as waiting, count(*) filter (where status = 'failed') as failed,
      min(created_at) filter (where status = 'waiting') as oldest
    from outgoing_mails
    where org_id = ${orgId}`.execute(db)
  const [{ waiting = 0, failed = 0, oldest = null } = {}] = rows
  return { waiting, failed, oldestWaitingSince: oldest?.toISOString() ?? null }
}
