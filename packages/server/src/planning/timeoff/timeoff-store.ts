import { CANCELED_SUFFIX, type TimeOffEvent } from '@rollcall/contract'
import { sql } from 'kysely'
import type { Refusal } from '../../intake/ingest/event-kind.ts'
import type { Db } from '../../platform/db/database.ts'
import type { AcceptedTimeOff } from './timeoff-check.ts'

export interface RefusedTimeOff {
  readonly event: TimeOffEvent
  readonly refusal: Refusal
}

type Identified = Pick<TimeOffEvent, 'eventId' | 'eventType'>

/** Identifies an event; an announcement and its cancellation may share an eventId. The announcement sorts first. */
export const identityOf = ({ eventId, eventType }: Identified): string =>
  eventType === 'scheduled' ? eventId : `${eventId}${CANCELED_SUFFIX}`

/** Records the events that are new; all calls use one order, so that they never deadlock. */
export const insertTimeOff = async (trx: Db, orgId: string, events: readonly AcceptedTimeOff[]): Promise<Set<string>> => {
  if (events.length === 0) return new Set()
  const { rows } = await sql<Identified>`
    insert into time_off_events (org_id, event_id, event_type, user_id, start_date, end_date, time_off_type)
    select ${orgId}::uuid, i."eventId", i."eventType", i."userId", i."firstDay", i."lastDay", i."timeOffType"
    from json_to_recordset(${JSON.stringify(events)}::json)
      as i ("eventId" text, "eventType" text, "userId" uuid, "firstDay" date, "lastDay" date, "timeOffType" text)
    order by i."eventId", i."eventType"
    on conflict do nothing
    returning event_id as "eventId", event_type as "eventType"`.execute(trx)
  return new Set(rows.map(identityOf))
}

/** Announcements have no time, so in the table quarantine they all share this date. */
const NO_DAY = '1970-01-01'

/** Returns only the fields of the schema, which are kept of a refused event. */
const payloadOf = ({ eventId, uid, email, eventType, startDate, endDate, timeOffType }: TimeOffEvent) => ({
  ...{ eventId, uid, email, eventType, startDate, endDate, timeOffType },
})

/** Quarantines refused events, except those that are already recorded, so that repeating a submission is safe. */
export const saveRefused = async (
  trx: Db,
  orgId: string,
  sourceNo: number,
  keyId: string | null,
  refused: readonly RefusedTimeOff[],
): Promise<Set<string>> => {
  if (refused.length === 0) return new Set()
  const input = refused.map(({ event, refusal }) => ({
    ...{ identity: identityOf(event), payload: payloadOf(event), eventId: event.eventId, eventType: event.eventType },
    ...{ resultCode: refusal.resultCode, reason: refusal.message },
  }))
  const { rows } = await sql<{ identity: string }>`
    insert into quarantine as q (org_id, kind, source_no, utc_day, event_id, payload, result_code, reason, key_id)
    select ${orgId}::uuid, 'timeoff', ${sourceNo}::integer, ${NO_DAY}::date, i.identity, i.payload, i."resultCode", i.reason,
      ${keyId}::uuid
    from json_to_recordset(${JSON.stringify(input)}::json) as i (
      identity text, payload jsonb, "eventId" text, "eventType" text, "resultCode" smallint, reason text
    )
    where not exists (
      select
      from time_off_events e
      where e.org_id = ${orgId} and e.event_id = i."eventId" and e.event_type = i."eventType"
    )
    order by i.identity
    on conflict (org_id, kind, utc_day, source_no, event_id) do update
    set payload = excluded.payload, result_code = excluded.result_code, reason = excluded.reason
    returning q.event_id as identity`.execute(trx)
  return new Set(rows.map(({ identity }) => identity))
}

/** Removes accepted events from quarantine. */
export const releaseTimeOff = async (
  trx: Db,
  orgId: string,
  sourceNo: number,
  accepted: readonly AcceptedTimeOff[],
): Promise<void> => {
  await sql`
    delete from quarantine
    where org_id = ${orgId} and kind = 'timeoff' and source_no = ${sourceNo}
      and event_id = any (${accepted.map(identityOf)}::text[])`.execute(trx)
}
