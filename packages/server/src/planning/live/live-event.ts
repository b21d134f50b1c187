import type { LiveBooking, LiveOccupancy, LivePresence } from '@rollcall/contract'

/** Whether colleagues may know who it is. */
interface About {
  readonly isHidden: boolean
}

/** Something that happened at a watched location, as nodes notify each other. */
export type LiveEvent =
  | ({ readonly type: 'presence' } & About & LivePresence)
  | ({ readonly type: 'booking' } & About & LiveBooking)
  | ({ readonly type: 'occupancy' } & LiveOccupancy)

/** Payload of a notification on the channel of live events; the function notify_live_bookings() writes it too. */
export interface LiveMessage {
  readonly orgId: string
  readonly locationId: string
  readonly events: readonly LiveEvent[]
}

export const LIVE_CHANNEL = 'rollcall_live'

/** The viewer of a stream. */
export interface Viewer {
  /** Null for a key. */
  readonly userId: string | null
  readonly seesEverybody: boolean
}

/** One event in the format of server-sent events. */
export const eventText = (type: string, data: object, retryMs?: number): string =>
  `event: ${type}\n${retryMs === undefined ? '' : `retry: ${retryMs}\n`}data: ${JSON.stringify(data)}\n\n`

/** Says only that it happened in the building, because the desk would reveal the person. */
const withoutWhere = (event: Exclude<LiveEvent, { type: 'occupancy' }>): LivePresence | LiveBooking => {
  if (event.type === 'presence') {
    return { userId: null, locationType: 'location', locationId: null, timestamp: event.timestamp }
  }
  return { userId: null, day: event.day, status: event.status, zoneId: null, placeId: null }
}

/** The event as this viewer may see it. */
const textFor = ({ userId, seesEverybody }: Viewer, event: LiveEvent): string => {
  if (event.type === 'occupancy') {
    const { type, ...data } = event
    return eventText(type, data)
  }
  const { type, isHidden, ...data } = event
  const isShown = seesEverybody || !isHidden || (userId !== null && data.userId === userId)
  return eventText(type, isShown ? data : withoutWhere(event))
}

/**
 * Encodes the events of a message as text for any viewer. Nearly all viewers see the same, so that text is made once for all of
 * them.
 */
export const textsFor = (events: readonly LiveEvent[]): ((viewer: Viewer) => string) => {
  const join = (viewer: Viewer) => events.map((event) => textFor(viewer, event)).join('')
  const hidden = new Set(events.map((event) => ('isHidden' in event && event.isHidden ? event.userId : null)))
  const known = new Map<boolean, string>()
  return (viewer) => {
    if (!viewer.seesEverybody && viewer.userId !== null && hidden.has(viewer.userId)) return join(viewer)
    const text = known.get(viewer.seesEverybody) ?? join({ userId: null, seesEverybody: viewer.seesEverybody })
    known.set(viewer.seesEverybody, text)
    return text
  }
}
