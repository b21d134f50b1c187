import Type, { type Static } from 'typebox'
import {
  createdAt,
  levelId,
  levelName,
  locationId,
  locationName,
  status,
  updatedAt,
  zoneId,
  zoneName,
} from '../datasets/columns.ts'
import { id, named, nullable, optional, optionalUuidInput, text, uuidInput } from '../schema/atoms.ts'
import { pageOf, pageQuery } from '../schema/paging.ts'
import { pathId } from '../schema/params.ts'
import { changedStatus, entityOperations, idFilter, MIN_CHANGES, newId, newStatus, statusFilter } from './entity.ts'

const placeName = text(200, { description: 'Unique per zone.', example: 'D-2-014' })

/** Metres from the origin of the floor plan, at most, in either direction. */
const MAX_METRES = 100_000
export const positionInput = (axis: 'x' | 'y') =>
  Type.Number({
    minimum: -MAX_METRES,
    maximum: MAX_METRES,
    description: `Position on the floor plan along ${axis}, metres.`,
    examples: [12.5],
  })
const position = (axis: 'x' | 'y') =>
  nullable(
    Type.Number({ description: `Position on the floor plan along ${axis}, metres; null when not known.`, examples: [12.5] }),
  )

export const Place = named(
  'Place',
  Type.Object({
    placeId: id({ description: 'The desk.' }),
    placeName,
    zoneId,
    zoneName,
    levelId,
    levelName,
    locationId,
    locationName,
    x: position('x'),
    y: position('y'),
    assignedUserId: nullable(
      id({
        description:
          'User whose desk it is on every office day; null when it is nobody’s. Employees see it only of their own, otherwise null.',
      }),
    ),
    status,
    createdAt,
    updatedAt,
  }),
)
export type Place = Static<typeof Place>

const details = {
  x: optional(positionInput('x')),
  y: optional(positionInput('y')),
  assignedUserId: optionalUuidInput({
    description: 'Active user whose desk it is on every office day; null: nobody in particular.',
  }),
}

export const NewPlace = named(
  'NewPlace',
  Type.Object({
    placeId: newId,
    placeName,
    zoneId: uuidInput({ description: 'The zone that it is in, for good.' }),
    ...details,
    status: newStatus,
  }),
)
export const PlaceChanges = named(
  'PlaceChanges',
  Type.Object({ placeName: Type.Optional(placeName), ...details, status: changedStatus }, MIN_CHANGES),
)

export const placeOperations = entityOperations({
  one: 'Place',
  many: 'Places',
  named: 'desk',
  path: '/api/places',
  params: Type.Object({ placeId: pathId('The desk.') }),
  entity: Place,
  page: pageOf('PlacePage', Place),
  query: pageQuery({
    status: statusFilter,
    locationId: idFilter('Only in this building.'),
    levelId: idFilter('Only on this level.'),
    zoneId: idFilter('Only in this zone.'),
    assignedUserId: idFilter('Only those assigned to this user; employees find their own alone.'),
  }),
  creation: NewPlace,
  changes: PlaceChanges,
  order: 'Zone by zone, each in the order of names.',
  onUpdate:
    'Bookings after today of a desk that becomes inactive are canceled; those of a desk that is assigned stay. A desk cannot move to another zone yet: zoneId is refused.',
  createErrors: ['user_inactive'],
  updateErrors: ['user_inactive'],
})
