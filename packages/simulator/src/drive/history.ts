import type { RollcallClient } from '@rollcall/client'
import type { Company } from '../company/types.ts'
import type { DayRange } from '../day/calendar.ts'
import { arrangeDay } from './arrange.ts'
import { batchesOf } from './batches.ts'
import { cardUpdates, sendCards } from './cards.ts'
import { performDeeds } from './deeds.ts'
import { deliveriesByDay } from './delivery-order.ts'
import { readDirectory } from './directory.ts'
import { type CompanyIds, createIds, requireIds } from './ids.ts'
import { possibleWith } from './possible.ts'
import { sendAll } from './send-all.ts'
import { countConflict, countResults, emptyTally, type Tally } from './tally.ts'

export interface HistoryProgress {
  /** The day whose deliveries are being handed over. */
  day: string
  tally: Readonly<Tally>
}

export interface HistoryOptions extends DayRange {
  /** Of the company, where they are known: otherwise it is found by its names. */
  ids?: CompanyIds
  /** Told after every call. */
  onProgress?: (progress: HistoryProgress) => void
  /** Calls under way at once, 4 by default. */
  concurrency?: number
  signal?: AbortSignal
}

/**
 * Does what people arranged for these days and changed about them, and sends every delivery, late ones included, as fast as the service takes them and about in the order in
 * which the sources would have handed them over.
 */
export const runHistory = async (client: RollcallClient, company: Company, options: HistoryOptions): Promise<Tally> => {
  const { onProgress, concurrency = 4, signal } = options
  const directory = await readDirectory(client, signal)
  const ids = createIds(company, options.ids ?? requireIds(company, directory), directory)
  const possible = possibleWith(ids)
  const tally = emptyTally()
  const driving = { client, ids, concurrency, signal, onConflict: () => countConflict(tally) }
  let before: string | undefined
  for (const { simulated, deliveries } of deliveriesByDay(company, options)) {
    const { day, deeds } = simulated
    await sendCards(driving, cardUpdates(company, ids, day, before))
    await performDeeds(
      driving,
      deeds.map((deed) => ({ day, deed })),
    )
    tally.deeds += deeds.length
    await arrangeDay(driving, company, simulated)
    await sendAll(batchesOf(deliveries.filter(possible.delivery)), {
      ...driving,
      onBatch: ({ sourceId }, results) => {
        countResults(tally, sourceId, results)
        onProgress?.({ day, tally })
      },
    })
    before = day
  }
  return tally
}
