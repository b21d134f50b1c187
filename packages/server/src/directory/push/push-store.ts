import type { PushKind } from '@rollcall/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** How much one organization gets of a round, so that none waits for the notifications of another. */
const PER_ORGANIZATION = 10

/** A notification that this node has for itself, and where it goes. */
export interface ClaimedPush {
  readonly orgId: string
  readonly id: string
  readonly kind: PushKind
  readonly topic: string
  readonly details: Readonly<Record<string, string | null>>
  /** Including the one that begins. */
  readonly attempts: number
  /** For how long it is still of use. */
  readonly ttlSeconds: number
  readonly deviceId: string
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
  readonly publicKey: string | null
  readonly privateSealed: Buffer | null
  readonly isActive: boolean
  readonly language: string | null
  readonly refusedKinds: readonly string[]
}

/** Takes notifications that are due, of each organization a few, for this node alone: others skip them until the claim ends. */
export const claimPushes = async (db: Db, count: number, claimMs: number): Promise<ClaimedPush[]> => {
  const { rows } = await sql<ClaimedPush>`
    with due as (
      select d.org_id, d.id
      from organizations o
      cross join lateral (
        select p.org_id, p.id, p.due_at
        from outgoing_pushes p
        where p.org_id = o.id and p.due_at <= now() and (p.claimed_until is null or p.claimed_until <= now())
          and p.expires_at > now()
        order by p.due_at
        limit ${PER_ORGANIZATION}
        for update skip locked
      ) d
      where o.placement = 'here' and exists (select from outgoing_pushes where due_at <= now())
      order by d.due_at
      limit ${count}
    ), claimed as (
      update outgoing_pushes p
      set attempts = p.attempts + 1, claimed_until = now() + make_interval(secs => ${claimMs / 1000})
      from due d
      where p.org_id = d.org_id and p.id = d.id
      returning p.*
    )
    select c.org_id as "orgId", c.id, c.kind, c.topic, c.details, c.attempts,
      ceil(extract(epoch from c.expires_at - now()))::integer as "ttlSeconds", d.id as "deviceId", d.endpoint, d.p256dh, d.auth,
      k.public_key as "publicKey", k.private_sealed as "privateSealed", u.status = 'active' as "isActive", p.language,
      coalesce(p.refused_push_kinds, '{}') as "refusedKinds"
    from claimed c
    join push_devices d on d.org_id = c.org_id and d.id = c.device_id
    join users u on u.org_id = d.org_id and u.id = d.user_id
    left join push_keys k on k.org_id = c.org_id
    left join mail_preferences p on p.org_id = d.org_id and p.user_id = d.user_id
    order by c.due_at`.execute(db)
  return rows
}

type Claim = Pick<ClaimedPush, 'orgId' | 'id' | 'attempts'>

/** Ends the claim for good. A newer notification of the same matter has another id, and stays. */
export const deletePush = async (db: Db, { orgId, id, attempts }: Claim): Promise<void> => {
  await db
    .deleteFrom('outgoing_pushes')
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .execute()
}

/** Ends the claim; it is tried again later. `isTried`: whether there was an attempt. */
export const postponePush = async (db: Db, { orgId, id, attempts }: Claim, inMs: number, isTried = true): Promise<void> => {
  await db
    .updateTable('outgoing_pushes')
    .set({
      claimed_until: null,
      due_at: sql`now() + make_interval(secs => ${inMs / 1000})`,
      ...(!isTried && { attempts: attempts - 1 }),
    })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .execute()
}

/** Forgets a browser that is no longer subscribed, unless it has renewed its subscription meanwhile, and what waits for it. */
export const forgetDevice = async (db: Db, { orgId, deviceId, p256dh }: ClaimedPush): Promise<void> => {
  await db
    .deleteFrom('push_devices')
    .where('org_id', '=', orgId)
    .where('id', '=', deviceId)
    .where('p256dh', '=', p256dh)
    .execute()
}
