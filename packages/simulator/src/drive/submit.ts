import type { RollcallClient } from '@rollcall/client'
import type { EventResult, OccupancyEvent, PresenceEvent, VisitorEvent } from '@rollcall/contract'
import type { Delivery, OccupancyDelivery, PresenceDelivery, VisitorDelivery, Who } from '../day/types.ts'
import type { Batch } from './batches.ts'
import type { Ids } from './ids.ts'

const identityOf = (who: Who, ids: Ids): Pick<PresenceEvent, 'sourceUserId' | 'userId' | 'userEmail'> => {
  switch (who.by) {
    case 'badge':
      return { sourceUserId: who.badge }
    case 'email': {
      const person = ids.personOf(who)
      if (person === undefined) return { userEmail: who.email }
      const { email, userName } = ids.login(person)
      return { userEmail: email ?? userName }
    }
    case 'user':
      return { userId: ids.user(who.person) }
    case 'stranger':
      return { userId: who.userId }
  }
}

const whereAndWhen = ({ at, node, eventId }: Delivery, ids: Ids) => ({
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

const hostOf = ({ host }: VisitorDelivery['visitor'], ids: Ids): Pick<VisitorEvent, 'hostUserId' | 'hostEmail'> => {
  if (host === null) return {}
  return 'person' in host ? { hostUserId: ids.user(host.person) } : { hostEmail: host.email }
}

export const visitorEvent = (delivery: VisitorDelivery, ids: Ids): VisitorEvent => {
  const { visitor, eventType } = delivery
  const { locationType: _always, ...rest } = whereAndWhen(delivery, ids)
  return {
    ...{ ...rest, ...hostOf(visitor, ids), eventType, badgeNumber: visitor.badge },
    ...{ visitorName: visitor.name, visitorEmail: visitor.email, visitorType: visitor.type },
  }
}

const checked = ({ sourceId, deliveries }: Batch, results: readonly EventResult[]): readonly EventResult[] => {
  const isComplete = results.length === deliveries.length
  if (isComplete && results.every(({ eventId }, index) => eventId === deliveries[index]?.eventId)) return results
  throw new Error(`The response for ${sourceId} does not contain one result per event in request order`)
}

/** The deliveries of a batch, typed by its kind. */
const ofKind = <K extends Delivery['kind']>({ deliveries }: Batch, kind: K) =>
  deliveries.filter((one): one is Extract<Delivery, { kind: K }> => one.kind === kind)

const send = (client: RollcallClient, ids: Ids, batch: Batch, options: { signal: AbortSignal }) => {
  const { sourceId, kind } = batch
  switch (kind) {
    case 'presence':
      return client.submitPresence(
        { sourceId, presenceEvents: ofKind(batch, kind).map((one) => presenceEvent(one, ids)) },
        options,
      )
    case 'occupancy':
      return client.submitOccupancy(
        { sourceId, occupancyEvents: ofKind(batch, kind).map((one) => occupancyEvent(one, ids)) },
        options,
      )
    case 'visitor':
      return client.submitVisitorArrival(
        { sourceId, visitorEvents: ofKind(batch, kind).map((one) => visitorEvent(one, ids)) },
        options,
      )
  }
}

/** Sends one batch. Returns the result of every event, or throws. */
export const submitBatch = async (client: RollcallClient, ids: Ids, batch: Batch, signal: AbortSignal) =>
  checked(batch, (await send(client, ids, batch, { signal })).results)
