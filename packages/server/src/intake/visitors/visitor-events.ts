import { RESULT_CODES, type VisitorEvent } from '@rollcall/contract'
import type { EventKind, Refusal } from '../ingest/event-kind.ts'
import { ingester } from '../ingest/ingest-service.ts'

/** A visitor event names a building, so its node is always a location. */
export type VisitorEventAtLocation = VisitorEvent & { readonly locationType: 'location' }

const HOST_NOT_FOUND: Refusal = { resultCode: RESULT_CODES.userNotFound, outcome: 'user_not_found', message: 'Host not found' }
const HOSTS_IN_CONFLICT: Refusal = {
  resultCode: RESULT_CODES.refused,
  outcome: 'refused',
  message: 'hostUserId and hostEmail name different users',
}

/** A visitor arrives or leaves; without a host it is a walk-in (contract §3.7, domain §9). */
export const visitorEvents: EventKind<VisitorEventAtLocation> = {
  kind: 'visitor',
  topic: 'visits',
  listName: 'visitorEvents',
  table: 'visitor_events',
  columns: {
    event_type: { type: 'text', of: ({ event }) => event.eventType },
    visitor_name: { type: 'text', of: ({ event }) => event.visitorName || undefined },
    visitor_email: { type: 'text', of: ({ event }) => event.visitorEmail || undefined },
    visitor_type: { type: 'text', of: ({ event }) => event.visitorType || undefined },
    host_user_id: { type: 'uuid', of: ({ userId }) => userId },
    badge_number: { type: 'text', of: ({ event }) => event.badgeNumber || undefined },
  },
  properties: [
    ...(['eventId', 'timestamp', 'eventType', 'locationId', 'locationType', 'visitorName', 'visitorEmail'] as const),
    ...(['visitorType', 'hostUserId', 'hostEmail', 'badgeNumber'] as const),
  ],
  person: ({ hostUserId, hostEmail }) => ({ userId: hostUserId, userEmail: hostEmail }),
  judge({ hostUserId, hostEmail }, host) {
    if (host === 'conflict') return HOSTS_IN_CONFLICT
    return !host && (hostUserId || hostEmail) ? HOST_NOT_FOUND : undefined
  },
}

export const recordVisitors = ingester(visitorEvents)
