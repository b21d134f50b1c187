import type { LiveBooking, LiveOccupancy, LivePresence } from '@rollcall/contract'

interface Visibility {
  /** Whether colleagues may not know who it is. */
  readonly isHidden: boolean
}

/** An event at a watched location, in the form in which nodes notify each other. */
export type LiveEvent =
  | ({ readonly type: 'presence' } & Visibility & LivePresence)
  | ({ readonly type: 'booking' } & Visibility & LiveBooking)
  | ({ readonly type: 'occupancy' } & LiveOccupancy)

/** The payload of a notification on the channel of live events. The function notify_live_bookings() also creates such payloads. */
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
  /** A kiosk screen only learns that something happened, and loads again. */
  readonly isScreen?: true
}

/** What passers-by of a kiosk screen see. */
export const SCREEN_VIEWER: Viewer = { userId: null, seesEverybody: false, isScreen: true }

/** Formats one event as a server-sent event. */
export const eventText = (type: string, data: object, retryMs?: number): string =>
  `event: ${type}\n${retryMs === undefined ? '' : `retry: ${retryMs}\n`}data: ${JSON.stringify(data)}\n\n`

const CHANGE = eventText('change', {})

/** Keeps only that it happened in the building, because the desk would reveal the person. */
const withoutNode = (event: Exclude<LiveEvent, { type: 'occupancy' }>): LivePresence | LiveBooking => {
  if (event.type === 'presence') {
    return { userId: null, locationType: 'location', locationId: null, timestamp: event.timestamp }
  }
  return { userId: null, day: event.day, status: event.status, zoneId: null, placeId: null }
}

/** Returns the event as this viewer may see it. */
const textFor = ({ userId, seesEverybody }: Viewer, event: LiveEvent): string => {
  if (event.type === 'occupancy') {
    const { type, ...data } = event
    return eventText(type, data)
  }
  const { type, isHidden, ...data } = event
  const isVisible = seesEverybody || !isHidden || (userId !== null && data.userId === userId)
  return eventText(type, isVisible ? data : withoutNode(event))
}

/**
 * Returns a function that encodes the events of a message for a viewer. Nearly all viewers see the same, so their text is created
 * once.
 */
export const textsFor = (events: readonly LiveEvent[]): ((viewer: Viewer) => string) => {
  const join = (viewer: Viewer) => events.map((event) => textFor(viewer, event)).join('')
  const hidden = new Set(events.map((event) => ('isHidden' in event && event.isHidden ? event.userId : null)))
  const known = new Map<boolean, string>()
  return (viewer) => {
    if (viewer.isScreen) return CHANGE
    if (!viewer.seesEverybody && viewer.userId !== null && hidden.has(viewer.userId)) return join(viewer)
    const text = known.get(viewer.seesEverybody) ?? join({ userId: null, seesEverybody: viewer.seesEverybody })
    known.set(viewer.seesEverybody, text)
    return text
  }
}
