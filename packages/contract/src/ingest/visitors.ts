import Type, { type Static } from 'typebox'
import { endpoint } from '../endpoint.ts'
import type { Role } from '../roles.ts'
import { list, named, oneOf, optionalText, text, timestampInput, UUID_EXAMPLE } from '../schema/atoms.ts'
import { eventId, MAX_EVENTS, SubmissionResult, sourceId } from './results.ts'

/** Roles that may submit visitors (contract §2). */
const VISITOR_SUBMITTERS: readonly Role[] = ['submitting-events', 'visitor-permissions', 'all-permissions']

export const VISITOR_EVENT_TYPES = ['arrived', 'departed'] as const

export const VisitorEvent = named(
  'VisitorEvent',
  Type.Object({
    eventId,
    timestamp: timestampInput({ description: 'When the visitor arrived or departed.' }),
    eventType: oneOf(VISITOR_EVENT_TYPES, { description: 'Arrived or departed.' }),
    locationId: text(200, { description: 'Id of the building.', example: UUID_EXAMPLE }),
    visitorName: optionalText(200, { description: 'Name of the visitor.', example: 'Alan Mathison' }),
    visitorEmail: optionalText(320, { description: 'E-mail of the visitor.', example: 'alan@visitor.example' }),
    visitorType: optionalText(100, { description: 'Kind of visitor, as named by the reception.', example: 'guest' }),
    hostUserId: optionalText(200, { description: 'Id of the host; tried first.', example: UUID_EXAMPLE }),
    hostEmail: optionalText(320, {
      description: 'userName or email of the host, case-sensitive; tried second.',
      example: 'ada.byron@example.com',
    }),
    badgeNumber: optionalText(128, { description: 'Badge given to the visitor.', example: 'V-12' }),
  }),
)
export type VisitorEvent = Static<typeof VisitorEvent>

export const VisitorRequest = named(
  'VisitorRequest',
  Type.Object({
    sourceId,
    visitorEvents: list(VisitorEvent, { minItems: 1, maxItems: MAX_EVENTS }, { description: 'Arrivals and departures.' }),
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
    'An unknown host is refused (1); visitors without a host are walk-ins. Results, repeats and quarantine work as for presence.',
  body: VisitorRequest,
  response: SubmissionResult,
})
