import type { RollcallClient } from '@rollcall/client'
import type { EventResult } from '@rollcall/contract'
import type { Batch } from './batches.ts'
import type { Ids } from './ids.ts'
import { inParallel } from './in-parallel.ts'
import { submitBatch } from './submit.ts'

/** The target of a run and its options. */
export interface Driving {
  client: RollcallClient
  ids: Ids
  /** Maximum number of concurrent calls. */
  concurrency: number
  signal?: AbortSignal | undefined
  /** Called for each refusal caused by changes of other users. */
  onConflict(): void
}

export interface Sending extends Driving {
  onBatch(batch: Batch, results: readonly EventResult[]): void
}

/** Sends all batches, several concurrently. The first failure stops all. Batches are created on demand. */
export const sendAll = (batches: Iterable<Batch>, { client, ids, concurrency, signal, onBatch }: Sending): Promise<void> =>
  inParallel(batches, concurrency, signal, async (batch, either) => onBatch(batch, await submitBatch(client, ids, batch, either)))
