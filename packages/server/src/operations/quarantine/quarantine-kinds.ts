import type { EventResult, TimeOffEvent } from '@rollcall/contract'
import { type RawBuilder, sql } from 'kysely'
import type { EventKindName, SubmittedEvent } from '../../intake/ingest/event-kind.ts'
import type { Ingest, IngestContext, Submission } from '../../intake/ingest/ingest-service.ts'
import { occupancyEvents, recordOccupancy } from '../../intake/occupancy/occupancy-events.ts'
import { presenceEvents, recordPresence } from '../../intake/presence/presence-events.ts'
import { recordVisitors, visitorEvents } from '../../intake/visitors/visitor-events.ts'
import { recordTimeOff } from '../../planning/timeoff/timeoff-service.ts'
import type { Db } from '../../platform/db/database.ts'

/** The kinds of events that can be quarantined. */
export type QuarantineKind = EventKindName | 'timeoff'

/** The stored part of a refused event: the fields of its schema. */
export type QuarantinedPayload = SubmittedEvent | TimeOffEvent

interface RecordedKind {
  /** Finds the stored event that equals `q`, a row of quarantine. */
  readonly stored: RawBuilder<unknown>
  /** Submits payloads of this kind again. They are valid, because they were validated when they arrived. */
  record(db: Db, context: IngestContext, submission: Submission, payloads: readonly never[]): Promise<EventResult[]>
}

const eventKind = (table: string, record: Ingest<never>): RecordedKind => ({
  stored: sql`
    select from ${sql.table(table)} e
    where e.org_id = q.org_id and e.utc_day = q.utc_day and e.source_no = q.source_no and e.event_id = q.event_id`,
  record: (_, context, submission, payloads) => record(context, submission, payloads),
})

/** How each kind is found among stored events and submitted again. */
const QUARANTINE_KINDS: Record<QuarantineKind, RecordedKind> = {
  presence: eventKind(presenceEvents.table, recordPresence),
  occupancy: eventKind(occupancyEvents.table, recordOccupancy),
  visitor: eventKind(visitorEvents.table, recordVisitors),
  timeoff: {
    stored: sql`
      select from time_off_events e
      where e.org_id = q.org_id and e.event_id = q.payload ->> 'eventId' and e.event_type = q.payload ->> 'eventType'`,
    record: recordTimeOff,
  },
}

export const EVENT_KIND_NAMES = Object.keys(QUARANTINE_KINDS) as QuarantineKind[]

/** Returns the statement that finds the stored event of `q`, by kind. */
export const storedStatements = (): [QuarantineKind, RawBuilder<unknown>][] =>
  EVENT_KIND_NAMES.map((kind) => [kind, QUARANTINE_KINDS[kind].stored])

export const recordAgain = (
  kind: QuarantineKind,
  db: Db,
  context: IngestContext,
  submission: Submission,
  payloads: readonly QuarantinedPayload[],
): Promise<EventResult[]> => QUARANTINE_KINDS[kind].record(db, context, submission, payloads as readonly never[])
