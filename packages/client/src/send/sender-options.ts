import { type EventResult, MAX_EVENTS } from '@rollcall/contract'
import type { RollcallError } from '../rollcall-error.ts'
import type { EventKind, EventOf } from './event-kinds.ts'

/** Kind, source and batching of a sender. */
export interface EventSenderOptions<K extends EventKind = EventKind> {
  kind: K
  /** Name of the sending system; part of the identity of its events. */
  sourceId: string
  /** Events per call, at most 1,000, which is the default; larger calls are cheaper per event. */
  batchSize?: number
  /** How long the first event of a batch waits for more; 1,000 ms by default. */
  flushMs?: number
  /** Maximum number of unanswered events; beyond it `send` waits. 10,000 by default. */
  maxPending?: number
  /** Maximum number of concurrent calls; 2 by default. With 1, results arrive in the order of sending. */
  parallel?: number
  /** Receives the result of each event, in the order of its batch: 0 accepted, otherwise refused and kept in quarantine. */
  onResult?: (event: EventOf<K>, result: EventResult) => void
  /**
   * Receives events without a result: those of a call that failed after all retries, or an event that violates the schema. It is
   * safe to send them again. Without it, the next `send`, `flush` or `close` rejects with the error.
   */
  onFailure?: (events: EventOf<K>[], error: RollcallError) => void
}

const inRange = (name: string, value: number, most = Number.MAX_SAFE_INTEGER): number => {
  if (Number.isInteger(value) && value >= 1 && value <= most) return value
  throw new RangeError(`${name} must be an integer from 1 to ${most}, not ${value}`)
}

export interface Limits {
  batchSize: number
  flushMs: number
  maxPending: number
  parallel: number
}

/** @throws RangeError for a value that is not an integer in its range */
export const limitsOf = ({ batchSize, flushMs, maxPending, parallel }: Partial<Limits>): Limits => {
  const pending = inRange('maxPending', maxPending ?? 10_000)
  return {
    // A batch that can never fill up would always wait for flushMs.
    batchSize: Math.min(inRange('batchSize', batchSize ?? MAX_EVENTS, MAX_EVENTS), pending),
    flushMs: inRange('flushMs', flushMs ?? 1000, 2 ** 31 - 1),
    maxPending: pending,
    parallel: inRange('parallel', parallel ?? 2),
  }
}
