import type { RollcallClient } from '@rollcall/client'
import type { EventResult } from '@rollcall/contract'
import type { Batch } from './batches.ts'
import type { Ids } from './ids.ts'
import { inParallel } from './in-parallel.ts'
import { submitBatch } from './submit.ts'

/** Whom to drive, and how. */
export interface Driving {
  client: RollcallClient
  ids: Ids
  /** Calls under way at once. */
  concurrency: number
  signal?: AbortSignal | undefined
  /** Told of what was refused because of what others have done in the service. */
  onConflict(): void
}

export interface Sending extends Driving {
  onBatch(batch: Batch, results: readonly EventResult[]): void
}

/** Sends all batches, several at once; the first failure stops them all. Batches are made as they are needed. */
export const sendAll = (batches: Iterable<Batch>, { client, ids, concurrency, signal, onBatch }: Sending): Promise<void> =>
  inParallel(batches, concurrency, signal, async (batch, either) => onBatch(batch, await submitBatch(client, ids, batch, either)))
