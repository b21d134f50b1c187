import Type, { type Static } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { SUBMITTERS } from '../roles.ts'
import { list, named, oneOf, optionalText, text, timestampInput, UUID_EXAMPLE } from '../schema/atoms.ts'
import { eventId, MAX_EVENTS, SubmissionResult, sourceId } from './results.ts'

/** Kinds of nodes at which an event can be reported (domain §1). */
export const LOCATION_TYPES = ['location', 'level', 'zone', 'place', 'space'] as const
export type LocationType = (typeof LOCATION_TYPES)[number]

export const locationRef = text(200, { description: 'Id of the node of the event.', example: UUID_EXAMPLE })
export const locationType = oneOf(LOCATION_TYPES, { description: 'Kind of node of locationId.', example: 'place' })

export const PresenceEvent = named(
  'PresenceEvent',
  Type.Object({
    timestamp: timestampInput({ description: 'When the person was there.' }),
    locationId: locationRef,
    locationType,
    eventId,
    sourceUserId: optionalText(256, {
      description: 'The id of the person in the source: a mapped identity, card number or scan datum.',
      example: '0004711',
    }),
    userId: optionalText(200, { description: 'Id of the user; tried first.', example: UUID_EXAMPLE }),
    userEmail: optionalText(320, {
      description: 'userName or email of the user, case-sensitive; tried second.',
      example: 'ada.byron@example.com',
    }),
  }),
)
export type PresenceEvent = Static<typeof PresenceEvent>

export const PresenceRequest = named(
  'PresenceRequest',
  Type.Object({
    sourceId,
    presenceEvents: list(
      PresenceEvent,
      { minItems: 1, maxItems: MAX_EVENTS },
      { description: 'Events; each says that one person was seen at one node at one time.' },
    ),
  }),
)
export type PresenceRequest = Static<typeof PresenceRequest>

export const submitPresence = endpoint({
  operation: 'submitPresence',
  method: 'POST',
  path: '/v1/presence',
  tag: 'submissions',
  roles: SUBMITTERS,
  summary: 'Submit presence events',
  description:
    'The response follows after all accepted events are committed. Repeating a call is safe: a stored event returns 0, `Already recorded`. Refused events stay in quarantine for 30 days.',
  body: PresenceRequest,
  response: SubmissionResult,
})
