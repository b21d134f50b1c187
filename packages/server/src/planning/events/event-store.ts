import type { Reply } from '@rollcall/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

export interface EventRow {
  readonly name: string
  readonly status: 'scheduled' | 'cancelled'
  readonly is_private: boolean
  readonly starts_at: string
  readonly ends_at: string
  readonly location_id: string
  readonly space_id: string | null
  readonly organizer_user_id: string | null
}

/** Inserts the event, unless its id is known, and returns whether it was new. */
export const insertEvent = async (trx: Db, orgId: string, eventId: string, row: EventRow): Promise<boolean> => {
  const inserted = await trx
    .insertInto('workplace_events')
    .values({ org_id: orgId, id: eventId, ...row })
    .onConflict((conflict) => conflict.columns(['org_id', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Returns the stored event and locks it until the transaction ends, which serializes changes of it and of its invitations. */
export const lockEvent = async (trx: Db, orgId: string, eventId: string): Promise<EventRow | undefined> => {
  const { rows } = await sql<EventRow>`
    select name, status, is_private, iso_timestamp(starts_at) as starts_at, iso_timestamp(ends_at) as ends_at,
      location_id, space_id, organizer_user_id
    from workplace_events
    where org_id = ${orgId} and id = ${eventId}
    for no key update`.execute(trx)
  return rows[0]
}

export const updateEventRow = async (trx: Db, orgId: string, eventId: string, changes: Partial<EventRow>): Promise<void> => {
  await trx
    .updateTable('workplace_events')
    .set({ ...changes, updated_at: sql`clock_timestamp()` })
    .where('org_id', '=', orgId)
    .where('id', '=', eventId)
    .execute()
}

export const removeInvitations = async (trx: Db, orgId: string, eventId: string, userIds: readonly string[]): Promise<void> => {
  await sql`
    delete from event_invitations
    where org_id = ${orgId} and event_id = ${eventId} and user_id = any (${[...userIds]}::uuid[])`.execute(trx)
}

interface Invited {
  readonly userId: string
}

/** Adds invitations, and returns whose are new; users who are already invited keep their replies. */
export const addInvitations = async (
  trx: Db,
  orgId: string,
  eventId: string,
  userIds: readonly string[],
): Promise<readonly Invited[]> => {
  const { rows } = await sql<Invited>`
    insert into event_invitations (org_id, event_id, user_id)
    select distinct ${orgId}::uuid, ${eventId}::uuid, id
    from unnest(${[...userIds]}::uuid[]) id
    on conflict do nothing
    returning user_id as "userId"`.execute(trx)
  return rows
}

export const addGroup = async (trx: Db, orgId: string, eventId: string, groupId: string): Promise<readonly Invited[]> => {
  const { rows } = await sql<Invited>`
    insert into event_invitations (org_id, event_id, user_id)
    select m.org_id, ${eventId}::uuid, m.user_id
    from group_members m
    join users u on u.org_id = m.org_id and u.id = m.user_id and u.status = 'active'
    where m.org_id = ${orgId} and m.group_id = ${groupId}
    on conflict do nothing
    returning user_id as "userId"`.execute(trx)
  return rows
}

export const countInvitations = async (trx: Db, orgId: string, eventId: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*) from event_invitations where org_id = ${orgId} and event_id = ${eventId}`.execute(trx)
  return rows[0]?.count ?? 0
}

/** Saves the reply, and returns whether the user is invited. */
export const saveReply = async (trx: Db, orgId: string, eventId: string, userId: string, reply: Reply): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('event_invitations')
    .set({ reply, updated_at: sql`clock_timestamp()` })
    .where('org_id', '=', orgId)
    .where('event_id', '=', eventId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
