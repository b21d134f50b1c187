import type { RollcallClient } from '@rollcall/client'
import type { EventResult, OccupancyEvent, PresenceEvent } from '@rollcall/contract'
import type { OccupancyDelivery, PresenceDelivery, Who } from '../day/types.ts'
import type { Batch } from './batches.ts'
import type { Ids } from './directory.ts'

const identityOf = (who: Who, ids: Ids): Pick<PresenceEvent, 'sourceUserId' | 'userId' | 'userEmail'> => {
  switch (who.by) {
    case 'badge':
      return { sourceUserId: who.badge }
    case 'email':
      return { userEmail: who.email }
    case 'user':
      return { userId: ids.user(who.person) }
    case 'stranger':
      return { userId: who.userId }
  }
}

const whereAndWhen = ({ at, node, eventId }: PresenceDelivery | OccupancyDelivery, ids: Ids) => ({
  timestamp: new Date(at).toISOString(),
  locationId: ids.node(node),
  locationType: node.type,
  eventId,
})

export const presenceEvent = (delivery: PresenceDelivery, ids: Ids): PresenceEvent => ({
  ...whereAndWhen(delivery, ids),
  ...identityOf(delivery.who, ids),
})

export const occupancyEvent = (delivery: OccupancyDelivery, ids: Ids): OccupancyEvent => ({
  ...whereAndWhen(delivery, ids),
  ...(delivery.occupied === undefined ? {} : { occupied: delivery.occupied }),
  ...(delivery.occupancy === undefined ? {} : { occupancy: delivery.occupancy }),
})

const checked = ({ sourceId, deliveries }: Batch, results: readonly EventResult[]): readonly EventResult[] => {
  const isComplete = results.length === deliveries.length
  if (isComplete && results.every(({ eventId }, index) => eventId === deliveries[index]?.eventId)) return results
  throw new Error(`The answer for ${sourceId} does not hold one result per event in request order`)
}

/** Sends one batch. The result of every event is there, or it throws. */
export const submitBatch = async (client: RollcallClient, ids: Ids, batch: Batch, signal: AbortSignal) => {
  const { sourceId, kind, deliveries } = batch
  const options = { signal }
  if (kind === 'presence') {
    const presenceEvents = deliveries.flatMap((one) => (one.kind === 'presence' ? [presenceEvent(one, ids)] : []))
    return checked(batch, (await client.submitPresence({ sourceId, presenceEvents }, options)).results)
  }
  const occupancyEvents = deliveries.flatMap((one) => (one.kind === 'occupancy' ? [occupancyEvent(one, ids)] : []))
  return checked(batch, (await client.submitOccupancy({ sourceId, occupancyEvents }, options)).results)
}
