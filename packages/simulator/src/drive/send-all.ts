import type { RollcallClient } from '@rollcall/client'
import type { EventResult } from '@rollcall/contract'
import type { Batch } from './batches.ts'
import type { Ids } from './directory.ts'
import { submitBatch } from './submit.ts'

export interface Sending {
  client: RollcallClient
  ids: Ids
  /** Calls under way at once. */
  concurrency: number
  signal?: AbortSignal | undefined
  onBatch(batch: Batch, results: readonly EventResult[]): void
}

/** Sends all batches, several at once; the first failure stops them all. Batches are made as they are needed. */
export const sendAll = async (
  batches: Iterable<Batch>,
  { client, ids, concurrency, signal, onBatch }: Sending,
): Promise<void> => {
  const failure = new AbortController()
  const either = signal ? AbortSignal.any([signal, failure.signal]) : failure.signal
  const iterator = batches[Symbol.iterator]()
  const work = async () => {
    for (let next = iterator.next(); !next.done; next = iterator.next()) {
      either.throwIfAborted()
      onBatch(next.value, await submitBatch(client, ids, next.value, either))
    }
  }
  const workers = Array.from({ length: Math.max(1, concurrency) }, () =>
    work().catch((error: unknown) => {
      failure.abort(error)
      throw error
    }),
  )
  const outcomes = await Promise.allSettled(workers)
  signal?.throwIfAborted()
  if (failure.signal.aborted) throw failure.signal.reason
  const failed = outcomes.find(({ status }) => status === 'rejected')
  if (failed) throw (failed as PromiseRejectedResult).reason
}
