import type { RollcallClient } from '@rollcall/client'
import type { EventResult } from '@rollcall/contract'
import type { Company } from '../company/types.ts'
import { dayNumber, daysBetween, dayText } from '../day/calendar.ts'
import { simulateDay } from '../day/simulate-day.ts'
import type { Delivery } from '../day/types.ts'
import { arrangeAhead, arrangeDay } from './arrange.ts'
import { type Batch, batchesOf } from './batches.ts'
import { cardUpdates, sendCards } from './cards.ts'
import { createFastClock, lastClosedDay, latestOpenDay, pause } from './clock.ts'
import { readDirectory } from './directory.ts'
import { createDueQueue } from './due-queue.ts'
import { type CompanyIds, createIds, requireIds } from './ids.ts'
import { applyPlanChanges, type DayPlanChange } from './plan-changes.ts'
import { possibleWith } from './possible.ts'
import { sendAll } from './send-all.ts'
import { countConflict, countResults, emptyTally, type Tally } from './tally.ts'
import { sendTimeOff } from './time-off.ts'

export interface LiveOptions {
  /** 1 is real time. At a higher speed the rest of today is sent early; the next day still starts at its real time. */
  speed?: number
  /** Stops the run, which then returns its counts. */
  signal?: AbortSignal
  onEvent?: (delivery: Delivery, result: EventResult) => void
  /** Called once everything that was due at the start has been sent. */
  onCaughtUp?: () => void
  /** Ids of the company, if known; otherwise they are found by name. */
  ids?: CompanyIds
  concurrency?: number
  /** First day to send; by default the day after the last day that is over in every office. */
  fromDay?: string
  /** Leaves out what was due until this time; by default nothing. */
  dueAfter?: number
  /** The real clock. */
  now?: () => number
}

/** Longest sleep: the run notices a new day, or the wake-up of a suspended computer, within this time. */
const LONGEST_PAUSE_MS = 5000
/** Events that are due at about the same time are sent together. */
const SHORTEST_PAUSE_MS = 200

/**
 * Sends deliveries and applies changes of plans when they are due, day after day, until aborted. It first catches up on
 * everything due before the start. Days are local to each office, so two can be open at the same time.
 */
export const runLive = async (client: RollcallClient, company: Company, options: LiveOptions = {}): Promise<Tally> => {
  const { speed = 1, signal, onEvent, concurrency = 4, dueAfter = Number.NEGATIVE_INFINITY, now = Date.now } = options
  let { onCaughtUp } = options
  const tally = emptyTally()
  const found = options.ids ?? requireIds(company, await readDirectory(client, signal))
  const reloadIds = async () => createIds(company, found, await readDirectory(client, signal))
  const driving = { client, ids: await reloadIds(), concurrency, signal, onConflict: () => countConflict(tally) }
  const deliveries = createDueQueue<Delivery>(({ deliverAt }) => deliverAt)
  const planChanges = createDueQueue<DayPlanChange>(({ planChange }) => planChange.at)
  const clock = createFastClock(speed, now)
  let nextDay = options.fromDay ?? dayText(dayNumber(lastClosedDay(company, now())) + 1)
  let before: string | undefined

  const openDays = async () => {
    const latest = latestOpenDay(company, now())
    if (dayNumber(latest) < dayNumber(nextDay)) return
    driving.ids = await reloadIds()
    await sendCards(driving, cardUpdates(company, driving.ids, latest, before))
    for (const day of daysBetween(nextDay, latest)) {
      const simulated = simulateDay(company, day)
      await sendTimeOff(driving, company, day)
      await arrangeDay(driving, company, simulated)
      deliveries.add(simulated.deliveries.filter(({ deliverAt }) => deliverAt > dueAfter))
      planChanges.add(simulated.planChanges.filter(({ at }) => at > dueAfter).map((planChange) => ({ day, planChange })))
    }
    await arrangeAhead(driving, company, latest)
    before = latest
    nextDay = dayText(dayNumber(latest) + 1)
    clock.set()
  }

  const onBatch = ({ sourceId, deliveries: sent }: Batch, results: readonly EventResult[]) => {
    countResults(tally, sourceId, results)
    for (const [index, result] of results.entries()) {
      const delivery = sent[index]
      if (delivery) onEvent?.(delivery, result)
    }
  }

  const sendDue = async () => {
    const due = planChanges.takeDue(clock.now())
    await applyPlanChanges(driving, due)
    tally.deeds += due.length
    const sent = deliveries.takeDue(clock.now()).filter(possibleWith(driving.ids).delivery)
    await sendAll(batchesOf(sent), { ...driving, onBatch })
  }

  while (!signal?.aborted) {
    try {
      await openDays()
      await sendDue()
      onCaughtUp?.()
      onCaughtUp = undefined
    } catch (error) {
      if (!signal?.aborted) throw error
    }
    const nextAt = Math.min(deliveries.nextAt(), planChanges.nextAt())
    await pause(Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, (nextAt - clock.now()) / speed)), signal)
  }
  return tally
}
