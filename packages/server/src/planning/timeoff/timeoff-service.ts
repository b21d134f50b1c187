import { ALREADY_RECORDED, type EventResult, RESULT_CODES, type TimeOffEvent } from '@rollcall/contract'
import type { Refusal } from '../../intake/ingest/event-kind.ts'
import type { IngestContext, Submission } from '../../intake/ingest/ingest-service.ts'
import { underRules } from '../../platform/db/constraints.ts'
import type { Db } from '../../platform/db/database.ts'
import { countMoved, countOutcomes, NO_COUNTS, type Outcome } from '../../platform/telemetry/telemetry.ts'
import { transactBounded } from '../../platform/transactions/lock-wait.ts'
import { type AcceptedTimeOff, checkTimeOff } from './timeoff-check.ts'
import { applyTimeOff } from './timeoff-days.ts'
import { identityOf, insertTimeOff, type RefusedTimeOff, releaseTimeOff, saveRefused } from './timeoff-store.ts'

/** Calls with time off have no sourceId (contract §3.4), so all time off is listed under this one. */
export const TIME_OFF_SOURCE = 'timeoff'

type Judged = AcceptedTimeOff | Refusal

const isAccepted = (judged: Judged): judged is AcceptedTimeOff => 'userId' in judged

/**
 * Records the events of one call and changes their days, in one transaction (domain §5). An event that was already recorded has no
 * effect.
 */
export const recordTimeOff = async (
  db: Db,
  context: IngestContext,
  submission: Submission,
  events: readonly TimeOffEvent[],
): Promise<EventResult[]> => {
  const { orgId, sourceId, release } = submission
  const receivedAt = Date.now()
  const sourceNo = await context.sources.numberOf(orgId, sourceId)
  const refOf = ({ uid, email }: TimeOffEvent) => ({ userId: uid, userEmail: email })
  const users = await context.directories.users.resolve(orgId, sourceId, events.map(refOf))
  const judged = events.map((event, index) => checkTimeOff(event, users[index]))

  const recorded = transactBounded(db, async (trx) => {
    const answered = answer(events, judged, await store(trx, submission, sourceNo, events, judged))
    await submission.recordReplay?.(trx, answered.results)
    return answered
  })
  const { results, outcomes } = await underRules(recorded)
  if (release) {
    context.health.report({ orgId, sourceNo, counts: countMoved(release, outcomes) })
    context.telemetry.eventsSubmitted('timeoff', { ...NO_COUNTS, accepted: countOutcomes(outcomes).accepted })
    return results
  }
  const counts = countOutcomes(outcomes)
  // An announcement has no time of its own, so its arrival counts.
  const arrival = { receivedAt, skewMs: 0, lastEvent: receivedAt }
  context.health.report({ orgId, sourceNo, counts, arrival })
  context.telemetry.eventsSubmitted('timeoff', counts)
  return results
}

/** The identities that this call recorded, and those that it quarantined; all others were already recorded. */
interface Stored {
  readonly inserted: ReadonlySet<string>
  readonly quarantined: ReadonlySet<string>
}

const store = async (
  trx: Db,
  { orgId, keyId, release }: Submission,
  sourceNo: number,
  events: readonly TimeOffEvent[],
  judged: readonly Judged[],
): Promise<Stored> => {
  const accepted = new Map<string, AcceptedTimeOff>()
  for (const item of judged) if (isAccepted(item) && !accepted.has(identityOf(item))) accepted.set(identityOf(item), item)
  const refused = new Map<string, RefusedTimeOff>()
  judged.forEach((item, index) => {
    const event = events[index] as TimeOffEvent
    if (!isAccepted(item) && !accepted.has(identityOf(event))) refused.set(identityOf(event), { event, refusal: item })
  })
  const items = [...accepted.values()]
  const inserted = await insertTimeOff(trx, orgId, items)
  await applyTimeOff(
    trx,
    orgId,
    items.filter((item) => inserted.has(identityOf(item))),
  )
  if (release) await releaseTimeOff(trx, orgId, sourceNo, items)
  const quarantined = await saveRefused(trx, orgId, sourceNo, keyId, [...refused.values()])
  return { inserted, quarantined }
}

const answer = (events: readonly TimeOffEvent[], judged: readonly Judged[], { inserted, quarantined }: Stored) => {
  const answered = new Set<string>()
  const outcomes: Outcome[] = []
  const results = events.map((event, index): EventResult => {
    const { eventId } = event
    const item = judged[index] as Judged
    const identity = identityOf(event)
    if (!isAccepted(item) && quarantined.has(identity)) {
      outcomes.push(item.outcome)
      return { eventId, resultCode: item.resultCode, message: item.message }
    }
    const isNew = isAccepted(item) && inserted.has(identity) && !answered.has(identity)
    answered.add(identity)
    outcomes.push(isNew ? 'accepted' : 'repeated')
    return { eventId, resultCode: RESULT_CODES.accepted, message: isNew ? 'Accepted' : ALREADY_RECORDED }
  })
  return { results, outcomes }
}
