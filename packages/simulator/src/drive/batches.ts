import { MAX_EVENTS } from '@rollcall/contract'
import type { Delivery } from '../day/types.ts'

/** The content of one call: events of one kind and source. */
export interface Batch {
  kind: Delivery['kind']
  sourceId: string
  deliveries: Delivery[]
}

/** Yields a full batch as soon as there are enough events, and the rest at the end. Buffers at most one batch per source. */
export function* batchesOf(deliveries: Iterable<Delivery>, size = MAX_EVENTS): Generator<Batch, void, undefined> {
  const open = new Map<string, Batch>()
  for (const delivery of deliveries) {
    const { kind, sourceId } = delivery
    const key = `${kind} ${sourceId}`
    const batch = open.get(key) ?? { kind, sourceId, deliveries: [] }
    open.set(key, batch)
    batch.deliveries.push(delivery)
    if (batch.deliveries.length < size) continue
    open.delete(key)
    yield batch
  }
  yield* open.values()
}
