import type { LocationType, ResultCode } from '@rollcall/contract'
import type { Node, NodeDirectory } from '../../directory/matching/node-directory.ts'
import type { PersonMatch, PersonRef, UserDirectory } from '../../directory/matching/user-directory.ts'
import type { ColumnType, ValueOf } from '../../platform/sql/binary-array.ts'
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

export interface Directories {
  readonly nodes: NodeDirectory
  readonly users: UserDirectory
}

export type EventKindName = 'presence' | 'occupancy' | 'visitor'

/** The identity of an event within its source (contract §3). */
export interface EventKey {
  readonly eventId: string
  readonly utcDay: string
}

/** An event that is accepted, with what its call found about it. */
export interface AcceptedEvent<E extends SubmittedEvent = SubmittedEvent> extends EventKey {
  readonly event: E
  /** Milliseconds since 1970. */
  readonly time: number
  readonly localDay: string
  readonly node: Node
  /** The person whom the event names, if its kind names one. */
  readonly userId: string | undefined
}

/** An event that is refused, and why. It is stored in quarantine. */
export interface RefusedEvent<E extends SubmittedEvent = SubmittedEvent> extends EventKey {
  readonly event: E
  readonly refusal: Refusal
}

/** A column of a table of events: its SQL type, and its value for an event. */
export interface EventColumn<E extends SubmittedEvent> {
  readonly type: ColumnType
  readonly of: ValueOf<AcceptedEvent<E>>
}

/**
 * A change that follows from some events of a kind. It is part of the statement that stores them, so that both are committed or
 * neither.
 */
export interface Follow {
  /** Returns whether this call may change anything: nearly all calls do not, and skip the change. */
  isNeeded(directories: Directories, orgId: string, accepted: readonly AcceptedEvent[]): Promise<boolean>
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
  /** The columns in addition to those of every kind. */
  readonly columns: Readonly<Record<string, EventColumn<E>>>
  /** The topic of day changes, for kinds whose stored events change their local days. */
  readonly topic?: ChangeTopic
  readonly follow?: Follow
  /** The properties of a refused event that are kept, so that it can be replayed. */
  readonly properties: readonly (keyof E & string)[]
  /** The people whom the events of a call name, for kinds whose events may name one. */
  readonly person?: (event: E) => PersonRef
  /** Returns why the event is refused, if the kind's own rules refuse it. */
  judge(event: E, user: PersonMatch): Refusal | undefined
}
