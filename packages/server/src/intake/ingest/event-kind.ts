import type { LocationType, ResultCode } from '@rollcall/contract'
import type { NodeDirectory } from '../../directory/matching/node-directory.ts'
import type { UserDirectory } from '../../directory/matching/user-directory.ts'
import type { ColumnType } from '../../platform/sql/binary-array.ts'
import type { Outcome } from '../../platform/telemetry/telemetry.ts'
import type { ChangeTopic } from '../day-changes/day-changes.ts'

/** What all submitted events have in common. */
export interface SubmittedEvent {
  readonly eventId: string
  readonly timestamp: string
  readonly locationId: string
  readonly locationType: LocationType
}

export interface Refusal {
  readonly resultCode: ResultCode
  readonly outcome: Outcome
  /** For people; names no person. */
  readonly message: string
}

/** Columns of its own that an accepted event fills, or why it is refused. */
export type Verdict = { readonly columns: Record<string, unknown> } | { readonly refusal: Refusal }

export interface Directories {
  readonly nodes: NodeDirectory
  readonly users: UserDirectory
}

export type EventKindName = 'presence' | 'occupancy' | 'visitor'

/** What an event is known by within its source (contract §3). */
export interface EventKey {
  readonly event_id: string
  readonly utc_day: string
}

/** An accepted event as it is stored: the columns of every kind and those of its own. */
export interface EventRow extends EventKey {
  /** Milliseconds since 1970: writing all of them as text would take a tenth of what a call costs the service. */
  readonly occurred_at: number
  readonly local_day: string
  readonly location_id: string
  readonly [column: string]: unknown
}

/** What some calls of a kind change besides storing events, in the same statement, so that both are committed or neither. */
export interface Follow {
  /** Whether this call may change anything: nearly all do not, and pay nothing. */
  isNeeded(directories: Directories, orgId: string, accepted: readonly EventRow[]): Promise<boolean>
  /** Columns of what was new that the statement reads from `inserted`. */
  readonly columns: readonly string[]
  /** Its organization is $1. */
  readonly statement: string
}

/** A kind of event: where it is stored and what makes it acceptable beyond what holds for every kind. */
export interface EventKind<E extends SubmittedEvent> {
  readonly kind: EventKindName
  /** Name of the list in the request, for pointers. */
  readonly listName: string
  readonly table: string
  /** Columns beyond those of every kind, with their SQL types. */
  readonly columns: Record<string, ColumnType>
  /** Where events that are stored change their local days. */
  readonly topic?: ChangeTopic
  readonly follow?: Follow
  /** What is kept of a refused event, so that it can be replayed. */
  readonly properties: readonly (keyof E & string)[]
  /** Looks up what the events of one call need, then judges each of them. */
  judge(directories: Directories, orgId: string, sourceId: string, events: readonly E[]): Promise<(event: E) => Verdict>
}
