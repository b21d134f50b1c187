import Type, { type Static } from 'typebox'
import { OF_GATHERINGS } from '../audit-actions.ts'
import { createdAt, locationId, locationName, optionalId, optionalName, updatedAt } from '../datasets/columns.ts'
import { endpoint } from '../endpoint.ts'
import {
  date,
  dateInput,
  id,
  named,
  nullable,
  oneOf,
  optional,
  optionalEmail,
  optionalText,
  optionalUuidInput,
  text,
  timestamp,
  timestampInput,
  uuidInput,
} from '../schema/atoms.ts'
import { dateRange, MAX_RANGE_DAYS } from '../schema/date-range.ts'
import { pageOf, pageQuery } from '../schema/paging.ts'
import { pathId } from '../schema/params.ts'
import { idFilter, MIN_CHANGES, newId } from './entity.ts'
import { gatherings } from './gathering-parts.ts'

export const VISIT_TYPES = ['expected', 'walkIn'] as const
export const VISIT_STATUSES = ['expected', 'arrived', 'departed', 'cancelled'] as const

const moment = (description: string) => nullable(timestamp({ description }))

export const Visit = named(
  'Visit',
  Type.Object({
    visitId: id({ description: 'The visit. The id of a walk-in derives from its arrival event.' }),
    visitType: oneOf(VISIT_TYPES, { description: 'expected: invited by a host. walkIn: came unannounced.' }),
    status: oneOf(VISIT_STATUSES, { description: 'State of the visit.' }),
    visitorName: optionalName('Name of the visitor', 'Alan Mathison'),
    visitorEmail: nullable(
      text(320, { description: 'E-mail of the visitor; null if there is none.', example: 'alan@visitor.example' }),
    ),
    visitorType: optionalName('Kind of visitor', 'guest'),
    badgeNumber: optionalName('Badge given to the visitor', 'V-12'),
    locationId,
    locationName,
    day: date({ description: 'The local calendar day of the building.' }),
    expectedAt: moment('When the visitor is expected; null without a time.'),
    hostUserId: optionalId('The host'),
    hostUserName: nullable(
      text(320, { description: 'userName of the host; null if there is none.', example: 'ada.byron@example.com' }),
    ),
    arrivedAt: moment('First arrival; null before the arrival.'),
    departedAt: moment('Last departure; null before the departure.'),
    createdAt,
    updatedAt,
  }),
)
export type Visit = Static<typeof Visit>

export const listVisits = endpoint({
  ...gatherings,
  operation: 'listVisits',
  method: 'GET',
  path: '/api/visits',
  summary: 'List expected visits and walk-ins',
  description: `Ordered by day, then id; the last day is at most ${MAX_RANGE_DAYS} days after the first. Workplace administrators see all visits, other users those they host. An arrival is matched to the visit of its building and day with the same e-mail, in any letter case, else with the same name and host; unmatched arrivals are walk-ins.`,
  query: pageQuery({
    ...dateRange,
    locationId: idFilter('Only in this building.'),
    hostUserId: idFilter('Only with this host.'),
  }),
  response: pageOf('VisitPage', Visit),
  errors: ['range_too_large'],
})

const visitParams = Type.Object({ visitId: pathId('The visit.') })

export const getVisit = endpoint({
  ...gatherings,
  operation: 'getVisit',
  method: 'GET',
  path: '/api/visits/{visitId}',
  params: visitParams,
  summary: 'One expected visit',
  description: 'For its host and for workplace administrators. Walk-ins are only available in the list.',
  response: Visit,
  errors: ['entity_not_found'],
})

const visitorName = text(200, { description: 'Name of the visitor.', example: 'Alan Mathison' })
const visitorEmail = optionalEmail({ description: 'E-mail of the visitor.', example: 'alan@visitor.example' })
const visitorType = optionalText(100, { description: 'Kind of visitor, as named by the reception.', example: 'guest' })
const day = dateInput({ description: 'The local calendar day of the building.' })
const expectedAt = optional(timestampInput({ description: 'When the visitor is expected, on that day.' }))

export const NewVisit = named(
  'NewVisit',
  Type.Object({
    visitId: newId,
    visitorName,
    visitorEmail,
    visitorType,
    locationId: uuidInput({ description: 'The building.' }),
    day,
    expectedAt,
    hostUserId: optionalUuidInput({
      description: 'The host; the caller when absent. Only workplace administrators and keys may name another user.',
    }),
  }),
)
export type NewVisit = Static<typeof NewVisit>

export const createVisit = endpoint({
  ...gatherings,
  operation: 'createVisit',
  audit: OF_GATHERINGS,
  method: 'POST',
  path: '/api/visits',
  summary: 'Expect a visitor',
  description:
    'If the host already has a visit with this visitId, nothing changes and the stored visit is returned. Only workplace administrators and keys may add past visits.',
  body: NewVisit,
  response: Visit,
  status: 201,
  errors: ['entity_not_found', 'conflict', 'place_inactive', 'user_inactive', 'day_in_past'],
})

export const VisitChanges = named(
  'VisitChanges',
  Type.Object(
    {
      status: Type.Optional(
        oneOf(['expected', 'cancelled'], { description: '`cancelled` cancels the visit.', example: 'cancelled' }),
      ),
      visitorName: Type.Optional(visitorName),
      visitorEmail,
      visitorType,
      locationId: optionalUuidInput({ description: 'The building.' }),
      day: Type.Optional(day),
      expectedAt,
      hostUserId: optionalUuidInput({ description: 'The host. Only workplace administrators and keys may name another user.' }),
    },
    MIN_CHANGES,
  ),
)
export type VisitChanges = Static<typeof VisitChanges>

export const updateVisit = endpoint({
  ...gatherings,
  operation: 'updateVisit',
  audit: OF_GATHERINGS,
  method: 'PATCH',
  path: '/api/visits/{visitId}',
  params: visitParams,
  summary: 'Change or cancel an expected visit',
  description:
    'For its host and for workplace administrators. null clears an optional field. Walk-ins come from visitor events and cannot be changed.',
  body: VisitChanges,
  response: Visit,
  errors: ['entity_not_found', 'place_inactive', 'user_inactive', 'day_in_past'],
})
