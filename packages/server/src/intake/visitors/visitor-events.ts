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

const hostOf = ({ hostUserId, hostEmail }: VisitorEvent) => ({ userId: hostUserId, userEmail: hostEmail })

/** A visitor arrives or leaves; without a host it is a walk-in (contract §3.7, domain §9). */
export const visitorEvents: EventKind<VisitorEventAtLocation> = {
  kind: 'visitor',
  listName: 'visitorEvents',
  table: 'visitor_events',
  columns: {
    event_type: 'text',
    visitor_name: 'text',
    visitor_email: 'text',
    visitor_type: 'text',
    host_user_id: 'uuid',
    badge_number: 'text',
  },
  properties: [
    ...(['eventId', 'timestamp', 'eventType', 'locationId', 'locationType', 'visitorName', 'visitorEmail'] as const),
    ...(['visitorType', 'hostUserId', 'hostEmail', 'badgeNumber'] as const),
  ],
  async judge({ users }, orgId, sourceId, events) {
    const userOf = await users.resolve(orgId, sourceId, events.map(hostOf))
    return (event) => {
      const host = userOf(hostOf(event))
      if (host === 'conflict') return { refusal: HOSTS_IN_CONFLICT }
      if (!host && (event.hostUserId || event.hostEmail)) return { refusal: HOST_NOT_FOUND }
      return { columns: columnsOf(event, host?.userId) }
    }
  },
}

const columnsOf = (event: VisitorEvent, hostUserId: string | undefined) => ({
  event_type: event.eventType,
  visitor_name: event.visitorName || undefined,
  visitor_email: event.visitorEmail || undefined,
  visitor_type: event.visitorType || undefined,
  host_user_id: hostUserId,
  badge_number: event.badgeNumber || undefined,
})

export const recordVisitors = ingester(visitorEvents)
