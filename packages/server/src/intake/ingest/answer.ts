import { ALREADY_RECORDED, type EventResult, RESULT_CODES } from '@rollcall/contract'
import type { Outcome } from '../../platform/telemetry/telemetry.ts'
import type { AcceptedEvent, RefusedEvent } from './event-kind.ts'
import { eventIdentity, type StoredBatch } from './event-store.ts'

/** A validated event before it is stored. */
export type Judged = AcceptedEvent | RefusedEvent

/** Returns the results of a call, in the order of its events, of which `accepted` different ones were to be stored. Nearly all calls contain only new events, which need no comparison. */
export const answer = (
  judged: readonly Judged[],
  accepted: number,
  { inserted, quarantined }: StoredBatch,
): { results: EventResult[]; outcomes: Outcome[] } => {
  if (inserted === 'all' && accepted === judged.length) {
    return { results: judged.map(({ eventId }) => resultOf(eventId, true)), outcomes: judged.map(() => 'accepted') }
  }
  const answered = new Set<string>()
  const outcomes: Outcome[] = []
  const results = judged.map((event): EventResult => {
    const { eventId } = event
    const refusal = 'refusal' in event ? event.refusal : undefined
    const identity = eventIdentity(event)
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
