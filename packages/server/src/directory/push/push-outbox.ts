import { PUSH_KINDS, type PushKind } from '@rollcall/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** Tells the nodes that notifications wait. */
export const PUSH_CHANNEL = 'rollcall_push'

/** How many notifications of one organization may wait. More would be a mistake, and delay what follows. */
const MAX_WAITING = 20_000

export interface NewPush {
  /** Whom it is for. */
  readonly userId: string
  /** The matter that it is about: a newer notification replaces an older one of the same matter. */
  readonly topic: string
  /** Values that the text mentions. */
  readonly details: Readonly<Record<string, string | null>>
  /** When it is no longer of use, if that is earlier than usual for its kind. */
  readonly until?: Date
}

/**
 * Writes notifications for the devices of these people, in the transaction of what they are about. Those who have none, or do not want this
 * kind, get nothing: for them it is one look-up by index.
 */
export const writePushes = async (trx: Db, orgId: string, kind: PushKind, pushes: readonly NewPush[]): Promise<void> => {
  if (pushes.length === 0) return
  const rows = pushes.map(({ userId, topic, details, until }) => ({ user_id: userId, topic, details, until: until ?? null }))
  await sql`
    with written as (
      insert into outgoing_pushes (org_id, device_id, kind, topic, details, expires_at)
      select d.org_id, d.id, ${kind}, n.topic, n.details, least(n.until, now() + make_interval(hours => ${PUSH_KINDS[kind].hours}))
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (user_id uuid, topic text, details jsonb, until timestamptz)
      join push_devices d on d.org_id = ${orgId} and d.user_id = n.user_id
      left join mail_preferences p on p.org_id = ${orgId} and p.user_id = n.user_id
      where not ${kind} = any (coalesce(p.refused_push_kinds, '{}')) and coalesce(n.until > now(), true)
        and ${MAX_WAITING} > (
          select count(*)
          from (select from outgoing_pushes where org_id = ${orgId} limit ${MAX_WAITING}) w
        )
      on conflict (org_id, device_id, topic) do update
      set id = gen_random_uuid(), kind = excluded.kind, details = excluded.details, attempts = 0, created_at = now(), due_at = now(),
        claimed_until = null, expires_at = excluded.expires_at
      returning id
    )
    select pg_notify(${PUSH_CHANNEL}, '')
    where exists (select from written)`.execute(trx)
}
