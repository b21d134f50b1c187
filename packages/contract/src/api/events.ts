import Type, { type Static } from 'typebox'
import { OF_GATHERINGS } from '../audit-actions.ts'
import { createdAt, locationId, locationName, optionalId, optionalName, updatedAt } from '../datasets/columns.ts'
import { endpoint } from '../endpoint.ts'
import {
  date,
  flag,
  id,
  integer,
  named,
  nullable,
  oneOf,
  optional,
  optionalUuidInput,
  text,
  timestamp,
  timestampInput,
  uuidInput,
} from '../schema/atoms.ts'
import { dateFilters } from '../schema/date-range.ts'
import { pageOf, pageQuery } from '../schema/paging.ts'
import { idFilter, MIN_CHANGES, newId } from './entity.ts'
import { eventParams, gatherings, userIds } from './gathering-parts.ts'

export const EVENT_STATUSES = ['scheduled', 'cancelled'] as const
export const REPLIES = ['invited', 'accepted', 'declined'] as const
export type Reply = (typeof REPLIES)[number]

/** Maximum length of a workplace event in days. */
export const MAX_EVENT_DAYS = 31
/** Maximum number of people invited or uninvited by one call, and of invitations of one event. */
export const MAX_INVITED_AT_ONCE = 1_000
export const MAX_INVITATIONS = 10_000

const eventName = text(200, { description: 'Name of the gathering.', example: 'All hands' })
const startsAt = timestampInput({ description: 'When it starts.', example: '2026-01-05T13:00:00.000Z' })
const endsAt = timestampInput({
  description: `When it ends: after startsAt, and at most ${MAX_EVENT_DAYS} days later.`,
  example: '2026-01-05T15:00:00.000Z',
})
const isPrivate = flag({ description: 'Only the organizer and invitees see its name and who is invited.', example: false })
const count = (description: string, example: number) => integer({ minimum: 0 }, { description, example })

const shown = {
  eventId: id({ description: 'The workplace event.' }),
  eventName: nullable(
    text(200, {
      description: 'Name; null for a private event unless the caller is its organizer or an invitee.',
      example: 'All hands',
    }),
  ),
  status: oneOf(EVENT_STATUSES, { description: 'A canceled event stays as history.' }),
  isPrivate,
  startsAt: timestamp({ description: 'When it starts.' }),
  endsAt: timestamp({ description: 'When it ends.' }),
  day: date({ description: 'The local calendar day of the building on which it starts; the event belongs to that day.' }),
  locationId,
  locationName,
  spaceId: optionalId('Space'),
  spaceName: optionalName('Name of the space', 'Auditorium'),
  organizerUserId: optionalId('The organizer'),
  organizerName: nullable(
    text(401, { description: 'Their first and last name, else their userName; null if there is none.', example: 'Ada Byron' }),
  ),
  reply: nullable(oneOf(REPLIES, { description: 'The reply of the caller; null if not invited.' })),
  invitedCount: count('Number of invitees, regardless of their reply.', 24),
  acceptedCount: count('Number of invitees who accepted.', 18),
  declinedCount: count('Number of invitees who declined.', 2),
}

export const WorkplaceEventSummary = named('WorkplaceEventSummary', Type.Object({ ...shown, createdAt, updatedAt }))
export type WorkplaceEventSummary = Static<typeof WorkplaceEventSummary>

export const WorkplaceEvent = named(
  'WorkplaceEvent',
  Type.Object({
    ...shown,
    attendedCount: nullable(
      count(
        'Number of invitees present at the building on the day of the event. Only getEvent counts them, for analysts and keys; otherwise null.',
        17,
      ),
    ),
    createdAt,
    updatedAt,
  }),
)
export type WorkplaceEvent = Static<typeof WorkplaceEvent>

export const listEvents = endpoint({
  ...gatherings,
  operation: 'listEvents',
  method: 'GET',
  path: '/api/events',
  summary: 'List workplace events',
  description:
    'Ordered by start, then by id. An event belongs to the local day on which it starts. Filters with unknown values match nothing.',
  query: pageQuery({
    ...dateFilters,
    locationId: idFilter('Only in this building.'),
    mine: Type.Optional(
      oneOf(['true', 'false'], { description: 'true: only events that the caller organizes or is invited to.' }),
    ),
  }),
  response: pageOf('WorkplaceEventPage', WorkplaceEventSummary),
})

export const getEvent = endpoint({
  ...gatherings,
  operation: 'getEvent',
  method: 'GET',
  path: '/api/events/{eventId}',
  params: eventParams,
  summary: 'One workplace event',
  description: 'Analysts and keys also see how many invitees came.',
  response: WorkplaceEvent,
  errors: ['entity_not_found'],
})

export const NewWorkplaceEvent = named(
  'NewWorkplaceEvent',
  Type.Object({
    eventId: newId,
    eventName,
    isPrivate: optional(isPrivate),
    startsAt,
    endsAt,
    locationId: uuidInput({ description: 'The building.' }),
    spaceId: optionalUuidInput({ description: 'A space of that building.' }),
    organizerUserId: optionalUuidInput({
      description: 'The organizer; the caller when absent. Only workplace administrators and keys may name another user.',
    }),
    invitees: optional(userIds('The invitees.', { maxItems: MAX_INVITED_AT_ONCE })),
  }),
)
export type NewWorkplaceEvent = Static<typeof NewWorkplaceEvent>

export const createEvent = endpoint({
  ...gatherings,
  operation: 'createEvent',
  audit: OF_GATHERINGS,
  method: 'POST',
  path: '/api/events',
  summary: 'Add a workplace event',
  description:
    'The caller is the organizer. If the caller already has an event with this eventId, nothing changes and the stored event is returned. A space has one event at a time. Only workplace administrators and keys may add an event that is already over.',
  body: NewWorkplaceEvent,
  response: WorkplaceEvent,
  status: 201,
  errors: ['entity_not_found', 'conflict', 'place_inactive', 'user_inactive', 'day_in_past', 'space_taken'],
})

export const WorkplaceEventChanges = named(
  'WorkplaceEventChanges',
  Type.Object(
    {
      eventName: Type.Optional(eventName),
      status: Type.Optional(oneOf(EVENT_STATUSES, { description: '`cancelled` cancels the event.', example: 'cancelled' })),
      isPrivate: Type.Optional(isPrivate),
      startsAt: Type.Optional(startsAt),
      endsAt: Type.Optional(endsAt),
      locationId: optionalUuidInput({ description: 'The building.' }),
      spaceId: optionalUuidInput({ description: 'A space of that building; null: none.' }),
    },
    MIN_CHANGES,
  ),
)
export type WorkplaceEventChanges = Static<typeof WorkplaceEventChanges>

export const updateEvent = endpoint({
  ...gatherings,
  operation: 'updateEvent',
  audit: OF_GATHERINGS,
  method: 'PATCH',
  path: '/api/events/{eventId}',
  params: eventParams,
  summary: 'Change or cancel a workplace event',
  description:
    'For its organizer and for workplace administrators. Only the organizer may change the name of a private event and whether it is private. Replies stay.',
  body: WorkplaceEventChanges,
  response: WorkplaceEvent,
  errors: ['entity_not_found', 'place_inactive', 'day_in_past', 'space_taken'],
})
