import { type PresenceEvent, RESULT_CODES } from '@rollcall/contract'
import type { EventKind, Refusal } from '../ingest/event-kind.ts'
import { ingester } from '../ingest/ingest-service.ts'

const USER_NOT_FOUND: Refusal = {
  resultCode: RESULT_CODES.userNotFound,
  outcome: 'user_not_found',
  message: 'User not found',
}
const USERS_IN_CONFLICT: Refusal = {
  resultCode: RESULT_CODES.refused,
  outcome: 'refused',
  message: 'userId and userEmail name different users',
}

/** One person seen at one node at one time (contract §3.1). */
export const presenceEvents: EventKind<PresenceEvent> = {
  kind: 'presence',
  listName: 'presenceEvents',
  table: 'presence_events',
  columns: { user_id: 'uuid', source_user_id: 'text' },
  properties: ['eventId', 'timestamp', 'locationId', 'locationType', 'userId', 'userEmail', 'sourceUserId'],
  async judge({ users }, orgId, sourceId, events) {
    const userOf = await users.resolve(orgId, sourceId, events)
    return (event) => {
      const user = userOf(event)
      if (user === 'conflict') return { refusal: USERS_IN_CONFLICT }
      if (!user) return { refusal: USER_NOT_FOUND }
      return { columns: { user_id: user.userId, source_user_id: event.sourceUserId || undefined } }
    }
  },
}

export const recordPresence = ingester(presenceEvents)
