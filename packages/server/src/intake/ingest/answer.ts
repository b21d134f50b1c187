import { ALREADY_RECORDED, type EventResult, RESULT_CODES } from '@rollcall/contract'
import type { Outcome } from '../../platform/telemetry/telemetry.ts'
import type { EventKey, EventRow, Refusal, SubmittedEvent } from './event-kind.ts'
import { eventIdentity, type QuarantineRow, type StoredBatch } from './event-store.ts'

/** A validated event before it is stored: a row, or a refusal with its row for quarantine. */
export type Judged = EventKey & { row?: EventRow; refused?: QuarantineRow; refusal?: Refusal }

/** Returns the results of a call, in the order of its events. Nearly all calls contain only new events, which need no comparison. */
export const answer = (
  events: readonly SubmittedEvent[],
  judged: readonly Judged[],
  accepted: readonly EventRow[],
  { inserted, quarantined }: StoredBatch,
): { results: EventResult[]; outcomes: Outcome[] } => {
  if (inserted === 'all' && accepted.length === events.length) {
    return { results: events.map(({ eventId }) => resultOf(eventId, true)), outcomes: events.map(() => 'accepted') }
  }
  const answered = new Set<string>()
  const outcomes: Outcome[] = []
  const results = events.map(({ eventId }, index): EventResult => {
    const { refusal, ...key } = judged[index] as Judged
    const identity = eventIdentity(key)
    if (refusal && quarantined.has(identity)) {
      outcomes.push(refusal.outcome)
      return { eventId, resultCode: refusal.resultCode, message: refusal.message }
    }
    const isNew = !refusal && (inserted === 'all' || inserted.has(identity)) && !answered.has(identity)
    answered.add(identity)
    outcomes.push(isNew ? 'accepted' : 'repeated')
    return resultOf(eventId, isNew)
  })
  return { results, outcomes }
}

const resultOf = (eventId: string, isNew: boolean): EventResult => ({
  eventId,
  resultCode: RESULT_CODES.accepted,
  message: isNew ? 'Accepted' : ALREADY_RECORDED,
})
