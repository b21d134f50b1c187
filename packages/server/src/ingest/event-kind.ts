import type { LocationType, ResultCode } from '@rollcall/contract'
import type { UserDirectory } from '../people/user-directory.ts'
import type { NodeDirectory } from '../places/node-directory.ts'
import type { Outcome } from '../telemetry/telemetry.ts'

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

/** A kind of event: where it is stored and what makes it acceptable beyond what holds for every kind. */
export interface EventKind<E extends SubmittedEvent> {
  readonly kind: EventKindName
  /** Name of the list in the request, for pointers. */
  readonly listName: string
  readonly table: string
  /** Columns beyond those of every kind, with their SQL types. */
  readonly columns: Record<string, string>
  /** What is kept of a refused event, so that it can be replayed. */
  readonly properties: readonly (keyof E & string)[]
  /** Looks up what the events of one call need, then judges each of them. */
  judge(directories: Directories, orgId: string, sourceId: string, events: readonly E[]): Promise<(event: E) => Verdict>
}
