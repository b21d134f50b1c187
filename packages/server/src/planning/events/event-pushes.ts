import type { PushKind } from '@rollcall/contract'
import { sql } from 'kysely'
import { writePushes } from '../../directory/push/push-outbox.ts'
import type { Principal } from '../../gate/access/principal.ts'
import type { Db } from '../../platform/db/database.ts'

interface Told {
  readonly userId: string
}

interface Facts {
  readonly event: string
  readonly building: string
  readonly day: string
  readonly time: string
  readonly startsAt: Date
  readonly organizer: string | null
}

/** Notifies people of an event that is still to come, except who does it and who organizes it. No one is invited to a canceled one. */
const tell = async (trx: Db, { orgId, userId }: Principal, eventId: string, kind: PushKind, people: readonly Told[]) => {
  if (people.length === 0) return
  const { rows } = await sql<Facts>`
    select e.name as event, l.name as building, e.starts_at as "startsAt", e.organizer_user_id as organizer,
      to_char(e.starts_at at time zone l.time_zone, 'YYYY-MM-DD') as day,
      to_char(e.starts_at at time zone l.time_zone, 'HH24:MI') as time
    from workplace_events e
    join locations l on l.org_id = e.org_id and l.id = e.location_id
    where e.org_id = ${orgId} and e.id = ${eventId} and (e.status = 'scheduled' or ${kind}::text = 'event-canceled')`.execute(trx)
  const [found] = rows
  if (!found) return
  const { startsAt, organizer, ...details } = found
  const told = people.filter((each) => each.userId !== userId && each.userId !== organizer)
  const pushes = told.map((each) => ({ userId: each.userId, topic: `event ${eventId}`, details, until: startsAt }))
  await writePushes(trx, orgId, kind, pushes)
}

/** Those whom someone has just invited. */
export const tellInvited = (trx: Db, caller: Principal, eventId: string, invited: readonly Told[]): Promise<void> =>
  tell(trx, caller, eventId, 'event-invitation', invited)

/** Those who would have come. */
export const tellCanceled = async (trx: Db, caller: Principal, eventId: string): Promise<void> => {
  const { rows } = await sql<Told>`
    select user_id as "userId"
    from event_invitations
    where org_id = ${caller.orgId} and event_id = ${eventId} and reply = 'accepted'`.execute(trx)
  await tell(trx, caller, eventId, 'event-canceled', rows)
}
