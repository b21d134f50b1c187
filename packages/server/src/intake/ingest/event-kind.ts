import type { LocationType, ResultCode } from '@rollcall/contract'
import type { NodeDirectory } from '../../directory/matching/node-directory.ts'
import type { UserDirectory } from '../../directory/matching/user-directory.ts'
import type { ColumnType } from '../../platform/sql/binary-array.ts'
import type { Outcome } from '../../platform/telemetry/telemetry.ts'
import type { ChangeTopic } from '../day-changes/day-changes.ts'

/** The fields that all submitted events have in common. */
export interface SubmittedEvent {
  readonly eventId: string
  readonly timestamp: string
  readonly locationId: string
  readonly locationType: LocationType
}

export interface Refusal {
  readonly resultCode: ResultCode
  readonly outcome: Outcome
  /** An explanation for people, without personal names. */
  readonly message: string
}

/** The kind's own columns of an accepted event, or the reason why it is refused. */
export type Verdict = { readonly columns: Record<string, unknown> } | { readonly refusal: Refusal }

export interface Directories {
  readonly nodes: NodeDirectory
  readonly users: UserDirectory
}

export type EventKindName = 'presence' | 'occupancy' | 'visitor'

/** The identity of an event within its source (contract §3). */
export interface EventKey {
  readonly event_id: string
  readonly utc_day: string
}

/** An accepted event as it is stored: the columns of every kind and the kind's own. */
export interface EventRow extends EventKey {
  /** Milliseconds since 1970: formatting them as text would take a tenth of the service's time per call. */
  readonly occurred_at: number
  readonly local_day: string
  readonly location_id: string
  readonly [column: string]: unknown
}

/**
 * A change that follows from some events of a kind. It is part of the statement that stores them, so that both are committed or
 * neither.
 */
export interface Follow {
  /** Returns whether this call may change anything: nearly all calls do not, and skip the change. */
  isNeeded(directories: Directories, orgId: string, accepted: readonly EventRow[]): Promise<boolean>
  /** The columns that the statement reads of the new events, from `inserted`. */
  readonly columns: readonly string[]
  /** The SQL of the change; its organization is $1. */
  readonly statement: string
}

/** A kind of event: where it is stored, and what makes it acceptable beyond the rules for every kind. */
export interface EventKind<E extends SubmittedEvent> {
  readonly kind: EventKindName
  /** The name of the list in the request, for pointers. */
  readonly listName: string
  readonly table: string
  /** The columns in addition to those of every kind, with their SQL types. */
  readonly columns: Record<string, ColumnType>
  /** The topic of day changes, for kinds whose stored events change their local days. */
  readonly topic?: ChangeTopic
  readonly follow?: Follow
  /** The properties of a refused event that are kept, so that it can be replayed. */
  readonly properties: readonly (keyof E & string)[]
  /** Looks up what the events of one call need, then validates each of them. */
  judge(directories: Directories, orgId: string, sourceId: string, events: readonly E[]): Promise<(event: E) => Verdict>
}
