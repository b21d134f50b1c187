import type { RollcallClient } from '@rollcall/client'
import type { EventResult } from '@rollcall/contract'
import type { Company } from '../company/types.ts'
import { dayNumber, daysBetween, dayText } from '../day/calendar.ts'
import { simulateDay } from '../day/simulate-day.ts'
import type { Delivery } from '../day/types.ts'
import { batchesOf } from './batches.ts'
import { createFastClock, lastClosedDay, latestOpenDay, pause } from './clock.ts'
import { type Directory, readDirectory, resolveIds } from './directory.ts'
import { sendAll } from './send-all.ts'
import { countResults, emptyTally, type Tally } from './tally.ts'

export interface LiveOptions {
  /** 1 is real time. Faster, the rest of today is sent early, and the next day begins when it really begins. */
  speed?: number
  /** Ends the run, which then returns its counts. */
  signal?: AbortSignal
  onEvent?: (delivery: Delivery, result: EventResult) => void
  directory?: Directory
  concurrency?: number
  /** First day to send; by default the day after the last one that is over in every office. */
  fromDay?: string
  /** The real clock. */
  now?: () => number
}

/** Longest sleep: a new day is noticed, and a suspended computer wakes up, within this time. */
const LONGEST_PAUSE_MS = 5000
/** Events that fall due close together travel together. */
const SHORTEST_PAUSE_MS = 200

/** Deliveries that are not due yet. */
interface Waiting {
  add(deliveries: readonly Delivery[]): void
  takeDue(now: number): Delivery[]
  nextAt(): number | undefined
}

const createWaiting = (): Waiting => {
  let list: Delivery[] = []
  return {
    add: (deliveries) => {
      list = [...list, ...deliveries].sort((a, b) => a.deliverAt - b.deliverAt)
    },
    takeDue: (now) => {
      const later = list.findIndex(({ deliverAt }) => deliverAt > now)
      return list.splice(0, later < 0 ? list.length : later)
    },
    nextAt: () => list[0]?.deliverAt,
  }
}

/**
 * Sends today's deliveries when they are due, day after day, until aborted. What was due before the start is caught up
 * first. Days are each office's own, so two of them can be open at once.
 */
export const runLive = async (client: RollcallClient, company: Company, options: LiveOptions = {}): Promise<Tally> => {
  const { speed = 1, signal, onEvent, concurrency = 4, now = Date.now } = options
  const ids = resolveIds(company, options.directory ?? (await readDirectory(client, signal)))
  const tally = emptyTally()
  const waiting = createWaiting()
  const clock = createFastClock(speed, now)
  let nextDay = options.fromDay ?? dayText(dayNumber(lastClosedDay(company, now())) + 1)

  const openDays = () => {
    const latest = latestOpenDay(company, now())
    if (dayNumber(latest) < dayNumber(nextDay)) return
    for (const day of daysBetween(nextDay, latest)) waiting.add(simulateDay(company, day).deliveries)
    nextDay = dayText(dayNumber(latest) + 1)
    clock.set()
  }

  const onBatch = ({ sourceId, deliveries }: { sourceId: string; deliveries: Delivery[] }, results: readonly EventResult[]) => {
    countResults(tally, sourceId, results)
    for (const [index, result] of results.entries()) {
      const delivery = deliveries[index]
      if (delivery) onEvent?.(delivery, result)
    }
  }

  while (!signal?.aborted) {
    openDays()
    const due = waiting.takeDue(clock.now())
    try {
      await sendAll(batchesOf(due), { client, ids, concurrency, signal, onBatch })
    } catch (error) {
      if (!signal?.aborted) throw error
    }
    const untilNext = ((waiting.nextAt() ?? Number.POSITIVE_INFINITY) - clock.now()) / speed
    await pause(Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, untilNext)), signal)
  }
  return tally
}
