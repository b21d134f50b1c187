import Type, { type Static } from 'typebox'
import type { Role } from '../access/roles.ts'
import { endpoint } from '../endpoint.ts'
import { list, named, oneOf, optionalText, text, timestampInput, UUID_EXAMPLE } from '../schema/atoms.ts'
import { eventId, MAX_EVENTS, SubmissionResult, sourceId } from './results.ts'

/** Who may submit visitors (contract §2). */
const VISITOR_SUBMITTERS: readonly Role[] = ['submitting-events', 'visitor-permissions', 'all-permissions']

export const VISITOR_EVENT_TYPES = ['arrived', 'departed'] as const

export const VisitorEvent = named(
  'VisitorEvent',
  Type.Object({
    eventId,
    timestamp: timestampInput({ description: 'When the visitor came or went.' }),
    eventType: oneOf(VISITOR_EVENT_TYPES, { description: 'Came or went.' }),
    locationId: text(200, { description: 'Id of the building.', example: UUID_EXAMPLE }),
    visitorName: optionalText(200, { description: 'Name of the visitor.', example: 'Alan Mathison' }),
    visitorEmail: optionalText(320, { description: 'E-mail of the visitor.', example: 'alan@visitor.example' }),
    visitorType: optionalText(100, { description: 'Kind of visitor, as the desk calls it.', example: 'guest' }),
    hostUserId: optionalText(200, { description: 'Id of the host; tried first.', example: UUID_EXAMPLE }),
    hostEmail: optionalText(320, {
      description: 'userName or email of the host, case-sensitive; tried second.',
      example: 'ada.byron@example.com',
    }),
    badgeNumber: optionalText(128, { description: 'Badge handed out.', example: 'V-12' }),
  }),
)
export type VisitorEvent = Static<typeof VisitorEvent>

export const VisitorRequest = named(
  'VisitorRequest',
  Type.Object({
    sourceId,
    visitorEvents: list(
      VisitorEvent,
      { minItems: 1, maxItems: MAX_EVENTS },
      { description: 'One visitor coming or going, each.' },
    ),
  }),
)
export type VisitorRequest = Static<typeof VisitorRequest>

export const submitVisitorArrival = endpoint({
  operation: 'submitVisitorArrival',
  method: 'POST',
  path: '/v1/visitor-arrival',
  tag: 'submissions',
  roles: VISITOR_SUBMITTERS,
  summary: 'Submit arrivals and departures of visitors',
  description:
    'An unknown host is refused (1) only where a host is named: visitors without a host are walk-ins. Results, repeats and quarantine as for presence.',
  body: VisitorRequest,
  response: SubmissionResult,
})
