import type { OccupancyEvent, PresenceEvent } from '@rollcall/contract'
import type { AcceptedEvent, SubmittedEvent } from '../../intake/ingest/event-kind.ts'
import type { AfterStored } from '../../intake/ingest/ingest-service.ts'
import { isOccupied } from '../../intake/occupancy/occupancy-events.ts'
import type { Db } from '../../platform/db/database.ts'
import { startBatcher } from '../../platform/jobs/batcher.ts'
import type { LiveEvent, LiveMessage } from './live-event.ts'
import type { LiveInterest } from './live-interest.ts'
import { findHidden, notifyLive } from './live-store.ts'

const BATCH_MS = 250
/** Older events are not sent, because the live floor shows the present, not history that arrives late. */
const RECENT_MS = 24 * 3_600_000
/** The maximum number of waiting nodes or people; there are more only while the database is down. */
const MAX_WAITING = 50_000
/** The maximum size of a payload; PostgreSQL accepts less than 8,000 bytes. */
const MAX_PAYLOAD = 7_900

interface Pending {
  readonly orgId: string
  readonly locationId: string
  readonly event: LiveEvent
}

export interface LivePublisher extends AsyncDisposable {
  readonly presence: AfterStored<PresenceEvent>
  readonly occupancy: AfterStored<OccupancyEvent>
}

/**
 * Notifies all nodes of stored events at watched locations, four times a second. Of several events of one person, or of one sensor,
 * it sends the latest. Without a watcher, a call costs one look-up in a map.
 */
export const startLivePublisher = (db: Db, interest: LiveInterest, onError: (error: unknown) => void): LivePublisher => {
  const { add, [Symbol.asyncDispose]: dispose } = startBatcher<Pending>({
    everyMs: BATCH_MS,
    keyOf: ({ orgId, event }) => `${orgId} ${event.type} ${nodeOf(event)} ${'userId' in event ? event.userId : ''}`,
    merge: (earlier, later) => (timeOf(later.event) >= timeOf(earlier.event) ? later : earlier),
    write: (batch) => publish(db, batch),
    onError,
    maxKeys: MAX_WAITING,
  })
  const after =
    <E extends SubmittedEvent>(liveEventOf: (accepted: AcceptedEvent<E>) => LiveEvent): AfterStored<E> =>
    async (orgId, events) => {
      if (!interest.isAny()) return
      const since = Date.now() - RECENT_MS
      for (const accepted of events) {
        const { locationId } = accepted.node
        if (!interest.isWatched({ orgId, locationId }) || accepted.time < since) continue
        add({ orgId, locationId, event: liveEventOf(accepted) })
      }
    }
  return { presence: after(presenceOf), occupancy: after(occupancyOf), [Symbol.asyncDispose]: dispose }
}

const nodeOf = (event: LiveEvent): string => ('locationId' in event ? (event.locationId ?? '') : '')
const timeOf = (event: LiveEvent): string => ('timestamp' in event ? event.timestamp : '')

const nodeAndTime = ({ event, node, time }: AcceptedEvent) => ({
  locationType: event.locationType,
  locationId: node.id,
  timestamp: new Date(time).toISOString(),
})

const presenceOf = (accepted: AcceptedEvent<PresenceEvent>): LiveEvent => ({
  type: 'presence',
  // The visibility is looked up later, for a whole batch.
  isHidden: true,
  userId: accepted.userId as string,
  ...nodeAndTime(accepted),
})

const occupancyOf = (accepted: AcceptedEvent<OccupancyEvent>): LiveEvent => ({
  type: 'occupancy',
  ...nodeAndTime(accepted),
  occupied: isOccupied(accepted.event),
  occupancy: accepted.event.occupancy ?? null,
})

const publish = async (db: Db, batch: readonly Pending[]): Promise<void> => {
  const payloads: string[] = []
  for (const [orgId, ofOrganization] of Map.groupBy(batch, (pending) => pending.orgId)) {
    const people = ofOrganization.flatMap(({ event }) => (event.type === 'presence' && event.userId ? [event.userId] : []))
    const hidden = people.length > 0 ? await findHidden(db, orgId, people) : new Set<string | null>()
    for (const [locationId, pending] of Map.groupBy(ofOrganization, (each) => each.locationId)) {
      const events = pending.map(({ event }) =>
        event.type === 'presence' ? { ...event, isHidden: hidden.has(event.userId as string) } : event,
      )
      payloads.push(...payloadsOf({ orgId, locationId, events }))
    }
  }
  await notifyLive(db, payloads)
}

/** Splits the message into as many payloads as necessary. It contains only ASCII, so characters are bytes. */
export const payloadsOf = (message: LiveMessage): string[] => {
  const payload = JSON.stringify(message)
  const { events } = message
  if (payload.length <= MAX_PAYLOAD || events.length === 1) return [payload]
  const middle = Math.ceil(events.length / 2)
  return [events.slice(0, middle), events.slice(middle)].flatMap((half) => payloadsOf({ ...message, events: half }))
}
