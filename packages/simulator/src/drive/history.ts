import type { RollcallClient } from '@rollcall/client'
import type { Company } from '../company/types.ts'
import type { DayRange } from '../day/calendar.ts'
import { arrangeDay } from './arrange.ts'
import { batchesOf } from './batches.ts'
import { cardUpdates, sendCards } from './cards.ts'
import { deliveriesByDay } from './delivery-order.ts'
import { readDirectory } from './directory.ts'
import { type CompanyIds, createIds, requireIds } from './ids.ts'
import { applyPlanChanges } from './plan-changes.ts'
import { possibleWith } from './possible.ts'
import { sendAll } from './send-all.ts'
import { countConflict, countResults, emptyTally, type Tally } from './tally.ts'

export interface HistoryProgress {
  /** The day whose deliveries are being sent. */
  day: string
  tally: Readonly<Tally>
}

export interface HistoryOptions extends DayRange {
  /** Ids of the company, if known; otherwise they are found by name. */
  ids?: CompanyIds
  /** Called after every call. */
  onProgress?: (progress: HistoryProgress) => void
  /** Maximum number of concurrent calls, 4 by default. */
  concurrency?: number
  signal?: AbortSignal
}

/**
 * Arranges these days, applies the changes that people make, and sends every delivery, including late ones, as fast as the
 * service accepts them and roughly in the original order of delivery.
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
    const { day, planChanges } = simulated
    await sendCards(driving, cardUpdates(company, ids, day, before))
    await applyPlanChanges(
      driving,
      planChanges.map((planChange) => ({ day, planChange })),
    )
    tally.deeds += planChanges.length
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
