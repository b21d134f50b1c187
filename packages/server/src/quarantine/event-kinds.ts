import type { EventKindName, SubmittedEvent } from '../ingest/event-kind.ts'
import type { Ingest } from '../ingest/ingest-service.ts'
import { occupancyEvents, recordOccupancy } from '../occupancy/occupancy-events.ts'
import { presenceEvents, recordPresence } from '../presence/presence-events.ts'
import { recordVisitors, visitorEvents } from '../visitors/visitor-events.ts'

interface RecordedKind {
  readonly table: string
  /** Submits payloads of this kind again; what quarantine kept fits, since it was validated when it came. */
  readonly record: Ingest<never>
}

/** Every kind of event that can be refused, so that it can be found among the stored ones and submitted again. */
export const EVENT_KINDS: Record<EventKindName, RecordedKind> = {
  presence: { table: presenceEvents.table, record: recordPresence },
  occupancy: { table: occupancyEvents.table, record: recordOccupancy },
  visitor: { table: visitorEvents.table, record: recordVisitors },
}

export const EVENT_KIND_NAMES = Object.keys(EVENT_KINDS) as EventKindName[]

export const recordKind = (kind: EventKindName): Ingest<SubmittedEvent> => EVENT_KINDS[kind].record as Ingest<SubmittedEvent>
