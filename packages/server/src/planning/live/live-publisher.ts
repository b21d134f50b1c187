import type { LocationType } from '@rollcall/contract'
import type { EventRow } from '../../intake/ingest/event-kind.ts'
import type { AfterStored } from '../../intake/ingest/ingest-service.ts'
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
  readonly presence: AfterStored
  readonly occupancy: AfterStored
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
    (eventOf: (row: EventRow) => LiveEvent): AfterStored =>
    async (orgId, rows) => {
      if (!interest.isAny()) return
      const since = Date.now() - RECENT_MS
      for (const row of rows) {
        const locationId = row.location_id
        if (!interest.isWatched({ orgId, locationId }) || row.occurred_at < since) continue
        add({ orgId, locationId, event: eventOf(row) })
      }
    }
  return { presence: after(presenceOf), occupancy: after(occupancyOf), [Symbol.asyncDispose]: dispose }
}

const nodeOf = (event: LiveEvent): string => ('locationId' in event ? (event.locationId ?? '') : '')
const timeOf = (event: LiveEvent): string => ('timestamp' in event ? event.timestamp : '')

const nodeAndTime = (row: EventRow) => ({
  locationType: row.node_type as LocationType,
  locationId: row.node_id as string,
  timestamp: new Date(row.occurred_at).toISOString(),
})

const presenceOf = (row: EventRow): LiveEvent => ({
  type: 'presence',
  // The visibility is looked up later, for a whole batch.
  isHidden: true,
  userId: row.user_id as string,
  ...nodeAndTime(row),
})

const occupancyOf = (row: EventRow): LiveEvent => ({
  type: 'occupancy',
  ...nodeAndTime(row),
  occupied: row.occupied as boolean,
  occupancy: (row.occupancy as number | undefined) ?? null,
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
