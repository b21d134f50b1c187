import type { OccupancyEvent, PresenceEvent, SubmissionResult } from '@rollcall/contract'
import type { RollcallClient } from '../operations.ts'

interface EventOfKind {
  presence: PresenceEvent
  occupancy: OccupancyEvent
}

/** The kinds of events that a sender supports. */
export type EventKind = keyof EventOfKind
export type EventOf<K extends EventKind> = EventOfKind[K]

/** The part of the client that a sender uses. */
export type Submitter = Pick<RollcallClient, 'submitPresence' | 'submitOccupancy'>

/** Submits events of one kind and source; returns one result per event, in order. */
export type Submit<E> = (events: E[]) => Promise<SubmissionResult>

const SUBMITS: { [K in EventKind]: (client: Submitter, sourceId: string) => Submit<EventOf<K>> } = {
  presence: (client, sourceId) => (presenceEvents) => client.submitPresence({ sourceId, presenceEvents }),
  occupancy: (client, sourceId) => (occupancyEvents) => client.submitOccupancy({ sourceId, occupancyEvents }),
}

export const submitOf = <K extends EventKind>(client: Submitter, kind: K, sourceId: string): Submit<EventOf<K>> =>
  SUBMITS[kind](client, sourceId)
