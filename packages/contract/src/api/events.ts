import Type, { type Static } from 'typebox'
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

/** Days that a workplace event lasts at most. */
export const MAX_EVENT_DAYS = 31
/** People invited or uninvited by one call, and invitations of one event. */
export const MAX_INVITED_AT_ONCE = 1_000
export const MAX_INVITATIONS = 10_000

const eventName = text(200, { description: 'Name of the gathering.', example: 'All hands' })
const startsAt = timestampInput({ description: 'When it begins.', example: '2026-01-05T13:00:00.000Z' })
const endsAt = timestampInput({
  description: `When it ends: after startsAt, and at most ${MAX_EVENT_DAYS} days later.`,
  example: '2026-01-05T15:00:00.000Z',
})
const isPrivate = flag({ description: 'Only organiser and invitees see what it is called and who is invited.', example: false })
const count = (description: string, example: number) => integer({ minimum: 0 }, { description, example })

const shown = {
  eventId: id({ description: 'The workplace event.' }),
  eventName: nullable(
    text(200, {
      description: 'Name; null for whoever is neither organiser nor invited, where it is private.',
      example: 'All hands',
    }),
  ),
  status: oneOf(EVENT_STATUSES, { description: 'A cancelled event stays as history.' }),
  isPrivate,
  startsAt: timestamp({ description: 'When it begins.' }),
  endsAt: timestamp({ description: 'When it ends.' }),
  day: date({ description: 'The local calendar day of the building on which it begins: the day it belongs to.' }),
  locationId,
  locationName,
  spaceId: optionalId('Space'),
  spaceName: optionalName('Name of the space', 'Auditorium'),
  organizerUserId: optionalId('Who organizes it'),
  organizerName: nullable(
    text(401, { description: 'Their first and last name, else their userName; null when there is none.', example: 'Ada Byron' }),
  ),
  reply: nullable(oneOf(REPLIES, { description: 'What the caller replied; null when not invited.' })),
  invitedCount: count('How many are invited, whatever they replied.', 24),
  acceptedCount: count('How many of them accepted.', 18),
  declinedCount: count('How many of them declined.', 2),
}

export const WorkplaceEventSummary = named('WorkplaceEventSummary', Type.Object({ ...shown, createdAt, updatedAt }))
export type WorkplaceEventSummary = Static<typeof WorkplaceEventSummary>

export const WorkplaceEvent = named(
  'WorkplaceEvent',
  Type.Object({
    ...shown,
    attendedCount: nullable(
      count(
        'How many of the invited were present at the building on the day of the event; only getEvent counts them, for analysts and keys, elsewhere null.',
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
    'By start, then by id. An event belongs to the local day on which it begins. Filters that name nothing known match nothing.',
  query: pageQuery({
    ...dateFilters,
    locationId: idFilter('Only in this building.'),
    mine: Type.Optional(oneOf(['true', 'false'], { description: 'true: only what the caller organizes or is invited to.' })),
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
  description: 'For analysts and keys with how many of the invited came.',
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
      description: 'Who organizes it; the caller when absent. Only keepers and keys name somebody else.',
    }),
    invitees: optional(userIds('Who is invited.', { maxItems: MAX_INVITED_AT_ONCE })),
  }),
)
export type NewWorkplaceEvent = Static<typeof NewWorkplaceEvent>

export const createEvent = endpoint({
  ...gatherings,
  operation: 'createEvent',
  method: 'POST',
  path: '/api/events',
  summary: 'Add a workplace event',
  description:
    'The caller organizes it. With an eventId of theirs that is known already, nothing changes and the stored event is answered. A space has one gathering at a time; what would be over already only keepers and keys add.',
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
      status: Type.Optional(oneOf(EVENT_STATUSES, { description: 'cancelled cancels it.', example: 'cancelled' })),
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
  method: 'PATCH',
  path: '/api/events/{eventId}',
  params: eventParams,
  summary: 'Change or cancel a workplace event',
  description:
    'For its organiser, and for keepers; what a private event is called, and that it is private, only its organiser changes. Replies stay.',
  body: WorkplaceEventChanges,
  response: WorkplaceEvent,
  errors: ['entity_not_found', 'place_inactive', 'day_in_past', 'space_taken'],
})
