import type { RollcallClient } from '@rollcall/client'
import type { Company } from '../company/types.ts'
import { batchesOf } from './batches.ts'
import { deliveriesInOrder } from './delivery-order.ts'
import { type Directory, readDirectory, resolveIds } from './directory.ts'
import { sendAll } from './send-all.ts'
import { countResults, emptyTally, type Tally } from './tally.ts'

export interface HistoryProgress {
  /** The day whose deliveries are being handed over. */
  day: string
  tally: Readonly<Tally>
}

export interface HistoryOptions {
  fromDay: string
  toDay: string
  /** Read from the service when absent. */
  directory?: Directory
  /** Told after every call. */
  onProgress?: (progress: HistoryProgress) => void
  /** Calls under way at once, 4 by default. */
  concurrency?: number
  signal?: AbortSignal
}

/**
 * Sends every delivery of these days, late ones included, as fast as the service takes them and about in the order in
 * which the sources would have handed them over.
 */
export const runHistory = async (client: RollcallClient, company: Company, options: HistoryOptions): Promise<Tally> => {
  const { fromDay, toDay, onProgress, concurrency = 4, signal } = options
  const ids = resolveIds(company, options.directory ?? (await readDirectory(client, signal)))
  const tally = emptyTally()
  let day = fromDay
  const deliveries = deliveriesInOrder(company, fromDay, toDay, (done) => {
    day = done
  })
  await sendAll(batchesOf(deliveries), {
    client,
    ids,
    concurrency,
    signal,
    onBatch: ({ sourceId }, results) => {
      countResults(tally, sourceId, results)
      onProgress?.({ day, tally })
    },
  })
  return tally
}
