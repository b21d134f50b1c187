import Type, { type Static } from 'typebox'
import { REPLIES } from '../api/events.ts'
import { PLANS } from '../api/user-days.ts'
import { STATUSES } from '../datasets/columns.ts'
import { ZONE_TYPES } from '../datasets/desks.ts'
import { changedAmenities } from '../entities/amenities.ts'
import { givenFields, importedFields } from '../entities/fields.ts'
import { LOCATION_FIELDS } from '../entities/location-fields.ts'
import { USER_FIELDS } from '../entities/user-fields.ts'
import {
  dateInput,
  flag,
  integer,
  list,
  named,
  oneOf,
  optional,
  optionalText,
  text,
  timestampInput,
  UUID_EXAMPLE,
  uuidInput,
} from '../schema/atoms.ts'

/**
 * The directory import: a JSON file that `rollcall import` validates and applies in one transaction.
 *
 * An entity is identified by its `id`, or else by an id derived from its name within its parent, so importing the same file again
 * changes nothing. References are ids or names; nodes inside a location are referenced by name within their parent. Entities that
 * the file does not contain stay unchanged.
 */
const entityId = Type.Optional(uuidInput({ description: 'Own id; derived from the name when absent.' }))
const entityStatus = Type.Optional(oneOf(STATUSES, { description: 'active when absent.' }))
const name = (description: string, example: string) => text(200, { description, example })
const ref = (description: string, example: string) => optionalText(320, { description: `${description}; id or name.`, example })

const plan = oneOf(PLANS, { description: 'o office, r remote, a away.' })

export const ImportPlace = named(
  'ImportPlace',
  Type.Object({
    id: entityId,
    name: name('Unique per zone.', 'D-2-014'),
    status: entityStatus,
    x: optional(Type.Number({ description: 'Position on the floor plan, in meters.', examples: [12.5] })),
    y: optional(Type.Number({ description: 'Position on the floor plan, in meters.', examples: [4.2] })),
    ...changedAmenities,
    assignedUser: ref('User that the desk is assigned to', 'ada.byron@example.com'),
  }),
)

export const ImportZone = named(
  'ImportZone',
  Type.Object({
    id: entityId,
    name: name('Unique per level.', '2 North'),
    kind: oneOf(ZONE_TYPES, { description: 'Booked by capacity or by desk.' }),
    capacity: optional(
      integer(
        { minimum: 0, maximum: 100_000 },
        { description: 'Capacity of a neighborhood; by default its number of places.', example: 40 },
      ),
    ),
    status: entityStatus,
    places: Type.Optional(list(ImportPlace, { maxItems: 20_000 }, { description: 'Desks of the zone.' })),
  }),
)

export const ImportSpace = named(
  'ImportSpace',
  Type.Object({
    id: entityId,
    name: name('Unique per level.', 'Room Curie'),
    type: text(100, { description: 'Kind of space.', example: 'meeting-room' }),
    capacity: optional(integer({ minimum: 0, maximum: 100_000 }, { description: 'Seats.', example: 8 })),
    status: entityStatus,
  }),
)

export const ImportLevel = named(
  'ImportLevel',
  Type.Object({
    id: entityId,
    name: name('Unique per location.', 'Level 2'),
    ordinal: optional(
      integer({ minimum: -100, maximum: 1000 }, { description: 'Order of the levels, ground floor 0.', example: 2 }),
    ),
    status: entityStatus,
    zones: Type.Optional(list(ImportZone, { maxItems: 1000 }, { description: 'Zones of the level.' })),
    spaces: Type.Optional(list(ImportSpace, { maxItems: 5000 }, { description: 'Spaces of the level.' })),
  }),
)

export const ImportLocation = named(
  'ImportLocation',
  Type.Object({
    id: entityId,
    name: name('Unique per organization.', 'Berlin Mitte'),
    ...givenFields(importedFields(LOCATION_FIELDS)),
    timeZone: text(100, { description: 'IANA time zone.', example: 'Europe/Berlin' }),
    status: entityStatus,
    levels: Type.Optional(list(ImportLevel, { maxItems: 500 }, { description: 'Levels of the building.' })),
    parkingBays: Type.Optional(
      list(
        Type.Object({ id: entityId, name: name('Unique per location.', 'P-12'), status: entityStatus }),
        { maxItems: 20_000 },
        { description: 'Parking bays of the building.' },
      ),
    ),
  }),
)

export const ImportGroup = named(
  'ImportGroup',
  Type.Object({
    id: entityId,
    name: name('Unique per type.', 'Engineering'),
    type: text(100, { description: 'Kind of group.', example: 'department' }),
    parent: Type.Optional(
      Type.Unsafe<{ name: string; type: string } | string | null>({
        anyOf: [
          uuidInput({ description: 'Id of the parent group.', example: UUID_EXAMPLE }),
          Type.Object({
            name: name('Name of the parent group.', 'Product'),
            type: text(100, { description: 'Its type.', example: 'division' }),
          }),
          Type.Null({ description: 'No parent group.', examples: [null] }),
        ],
        description: 'The parent group, by id or by name and type.',
        examples: [{ name: 'Product', type: 'division' }],
      }),
    ),
    status: entityStatus,
  }),
)

const weekday = (day: string) =>
  optional(
    Type.Object(
      { plan, location: ref('Office of that day; the primary location when absent', 'Berlin Mitte') },
      { description: `Plan of each ${day}.`, examples: [{ plan: 'o' }] },
    ),
  )

export const ImportWeekPlan = named(
  'ImportWeekPlan',
  Type.Object(
    {
      monday: weekday('Monday'),
      tuesday: weekday('Tuesday'),
      wednesday: weekday('Wednesday'),
      thursday: weekday('Thursday'),
      friday: weekday('Friday'),
      saturday: weekday('Saturday'),
      sunday: weekday('Sunday'),
    },
    { description: 'The usual plan of each weekday.' },
  ),
)

export const ImportUser = named(
  'ImportUser',
  Type.Object({
    id: entityId,
    userName: text(320, { description: 'UPN, unique per organization, compared exactly.', example: 'ada.byron@example.com' }),
    ...givenFields(importedFields(USER_FIELDS)),
    status: entityStatus,
    onboarded: Type.Optional(flag({ description: 'false when absent.' })),
    primaryLocation: ref('Primary location', 'Berlin Mitte'),
    groups: Type.Optional(
      list(
        Type.Object({
          name: name('Name of a group.', 'Engineering'),
          type: text(100, { description: 'Its type.', example: 'department' }),
        }),
        { maxItems: 100 },
        { description: 'Groups the user is a member of; the first one is the primary group.' },
      ),
    ),
    attributes: Type.Optional(
      Type.Record(Type.String(), Type.String({ maxLength: 1000 }), {
        description: 'Attributes by name.',
        examples: [{ costCentre: '4711' }],
      }),
    ),
    weekPlan: Type.Optional(ImportWeekPlan),
    identities: Type.Optional(
      list(
        Type.Object({
          sourceId: text(128, { description: 'The source.', example: 'badge-readers-berlin' }),
          sourceUserId: text(256, { description: 'The id of the user in that source.', example: '0004711' }),
        }),
        { maxItems: 100 },
        { description: 'Identity map: ids of this user in other sources.' },
      ),
    ),
  }),
)

const user = text(320, { description: 'The user, by id or userName.', example: 'ada.byron@example.com' })
const day = dateInput({ description: 'The day; past days are allowed.' })

export const ImportDayPlan = named(
  'ImportDayPlan',
  Type.Object({ user, day, plan, location: ref('Office of that day', 'Berlin Mitte') }),
)

export const ImportBooking = named(
  'ImportBooking',
  Type.Object({
    user,
    day,
    location: text(320, { description: 'The building, by id or name.', example: 'Berlin Mitte' }),
    level: ref('Level, required if the zone is given by name', 'Level 2'),
    zone: ref('Zone; makes it a booking of depth 2', '2 North'),
    place: ref('Desk; makes it a booking of depth 3', 'D-2-014'),
    status: Type.Optional(oneOf(['booked', 'cancelled'], { description: 'booked when absent.' })),
  }),
)

export const ImportEvent = named(
  'ImportEvent',
  Type.Object({
    id: entityId,
    name: name('Name of the gathering.', 'All hands'),
    status: Type.Optional(oneOf(['scheduled', 'cancelled'], { description: 'scheduled when absent.' })),
    isPrivate: Type.Optional(flag({ description: 'Private events never show name or invitees to a key.', example: false })),
    startsAt: timestampInput({ description: 'Start.' }),
    endsAt: timestampInput({ description: 'End, after the start.', example: '2026-01-05T10:00:00.000Z' }),
    location: text(320, { description: 'The building, by id or name.', example: 'Berlin Mitte' }),
    level: ref('Level of the space', 'Level 2'),
    space: ref('Space', 'Room Curie'),
    organizer: ref('Organizer, by id or userName', 'ada.byron@example.com'),
    invitations: Type.Optional(
      list(
        Type.Object({ user, reply: Type.Optional(oneOf(REPLIES, { description: 'invited when absent.' })) }),
        { maxItems: 10_000 },
        { description: 'Invitees with their replies.' },
      ),
    ),
  }),
)

/** Sections are ordered so that an entity precedes its references. */
export const ImportFile = named(
  'ImportFile',
  Type.Object({
    locations: Type.Optional(list(ImportLocation, {}, { description: 'Buildings with all their contents.' })),
    groups: Type.Optional(list(ImportGroup, {}, { description: 'Groups and their hierarchy.' })),
    users: Type.Optional(list(ImportUser, {}, { description: 'People.' })),
    dayPlans: Type.Optional(list(ImportDayPlan, {}, { description: 'Plans for single days.' })),
    bookings: Type.Optional(list(ImportBooking, {}, { description: 'At most one per user and day.' })),
    events: Type.Optional(list(ImportEvent, {}, { description: 'Workplace events.' })),
  }),
)
export type ImportFile = Static<typeof ImportFile>
