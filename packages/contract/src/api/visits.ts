import Type, { type Static } from 'typebox'
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
    visitId: id({ description: 'The visit; of a walk-in made from the event of its arrival.' }),
    visitType: oneOf(VISIT_TYPES, { description: 'expected: invited by a host. walkIn: came unannounced.' }),
    status: oneOf(VISIT_STATUSES, { description: 'How far it has come.' }),
    visitorName: optionalName('Name of the visitor', 'Alan Mathison'),
    visitorEmail: nullable(
      text(320, { description: 'E-mail of the visitor; null when there is none.', example: 'alan@visitor.example' }),
    ),
    visitorType: optionalName('Kind of visitor', 'guest'),
    badgeNumber: optionalName('Badge handed out', 'V-12'),
    locationId,
    locationName,
    day: date({ description: 'The local calendar day of the building.' }),
    expectedAt: moment('When the visitor is expected; null when no time was agreed.'),
    hostUserId: optionalId('Whom they visit'),
    hostUserName: nullable(
      text(320, { description: 'Their userName; null when there is none.', example: 'ada.byron@example.com' }),
    ),
    arrivedAt: moment('First arrival; null before it.'),
    departedAt: moment('Last departure; null while the visitor is in the building, and before.'),
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
  description: `By day, then by id; at most ${MAX_RANGE_DAYS} days after the first. Keepers see all of them, everybody those they host. An arrival belongs to the visit of its building and day that has its e-mail, in any letter case, else its name and host; others are walk-ins.`,
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
  description: 'For its host, and for keepers. Walk-ins are in the list alone.',
  response: Visit,
  errors: ['entity_not_found'],
})

const visitorName = text(200, { description: 'Name of the visitor.', example: 'Alan Mathison' })
const visitorEmail = optionalEmail({ description: 'E-mail of the visitor.', example: 'alan@visitor.example' })
const visitorType = optionalText(100, { description: 'Kind of visitor, as the desk calls it.', example: 'guest' })
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
    hostUserId: optionalUuidInput({ description: 'The host; the caller when absent. Only keepers and keys name somebody else.' }),
  }),
)
export type NewVisit = Static<typeof NewVisit>

export const createVisit = endpoint({
  ...gatherings,
  operation: 'createVisit',
  method: 'POST',
  path: '/api/visits',
  summary: 'Expect a visitor',
  description:
    'With a visitId of the same host that is known already, nothing changes and the stored visit is answered. Days that are over are for keepers and keys.',
  body: NewVisit,
  response: Visit,
  status: 201,
  errors: ['entity_not_found', 'conflict', 'place_inactive', 'user_inactive', 'day_in_past'],
})

export const VisitChanges = named(
  'VisitChanges',
  Type.Object(
    {
      status: Type.Optional(oneOf(['expected', 'cancelled'], { description: 'cancelled cancels it.', example: 'cancelled' })),
      visitorName: Type.Optional(visitorName),
      visitorEmail,
      visitorType,
      locationId: optionalUuidInput({ description: 'The building.' }),
      day: Type.Optional(day),
      expectedAt,
      hostUserId: optionalUuidInput({ description: 'The host; only keepers and keys name somebody else.' }),
    },
    MIN_CHANGES,
  ),
)
export type VisitChanges = Static<typeof VisitChanges>

export const updateVisit = endpoint({
  ...gatherings,
  operation: 'updateVisit',
  method: 'PATCH',
  path: '/api/visits/{visitId}',
  params: visitParams,
  summary: 'Change or cancel an expected visit',
  description:
    'For its host, and for keepers. null clears what may be absent. Walk-ins are what visitor events say, and cannot be changed.',
  body: VisitChanges,
  response: Visit,
  errors: ['entity_not_found', 'place_inactive', 'user_inactive', 'day_in_past'],
})
