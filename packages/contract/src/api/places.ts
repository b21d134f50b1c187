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
import { changedAmenities, newAmenities, shownAmenities } from '../entities/amenities.ts'
import { id, named, nullable, optional, optionalUuidInput, text, uuidInput } from '../schema/atoms.ts'
import { pageOf, pageQuery } from '../schema/paging.ts'
import { pathId } from '../schema/params.ts'
import { changedStatus, entityOperations, idFilter, MIN_CHANGES, nameSearch, newId, newStatus, statusFilter } from './entity.ts'

export const placeName = text(200, { description: 'Unique per zone.', example: 'D-2-014' })

/** Maximum distance in meters from the origin of the floor plan, along either axis. */
const MAX_METERS = 100_000
export const positionInput = (axis: 'x' | 'y') =>
  Type.Number({
    minimum: -MAX_METERS,
    maximum: MAX_METERS,
    description: `Position on the floor plan along ${axis}, in meters.`,
    examples: [12.5],
  })
export const positionOutput = (axis: 'x' | 'y') =>
  nullable(
    Type.Number({ description: `Position on the floor plan along ${axis}, in meters; null if unknown.`, examples: [12.5] }),
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
    x: positionOutput('x'),
    y: positionOutput('y'),
    ...shownAmenities,
    assignedUserId: nullable(
      id({
        description:
          'The user that the desk is assigned to on every office day; null if it is not assigned. Employees see their own id only, otherwise null.',
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
    description: 'The active user that the desk is assigned to on every office day; null: not assigned.',
  }),
}

export const NewPlace = named(
  'NewPlace',
  Type.Object({
    placeId: newId,
    placeName,
    zoneId: uuidInput({ description: 'The zone of the desk.' }),
    ...{ ...details, ...newAmenities },
    status: newStatus,
  }),
)
export const PlaceChanges = named(
  'PlaceChanges',
  Type.Object(
    {
      placeName: Type.Optional(placeName),
      zoneId: Type.Optional(
        uuidInput({ description: 'Another zone of the same building, on any level: the desk moves there today.' }),
      ),
      ...{ ...details, ...changedAmenities },
      status: changedStatus,
    },
    MIN_CHANGES,
  ),
)

export const placeOperations = entityOperations({
  one: 'Place',
  many: 'Places',
  named: 'desk',
  audited: 'place',
  path: '/api/places',
  params: Type.Object({ placeId: pathId('The desk.') }),
  entity: Place,
  page: pageOf('PlacePage', Place),
  query: pageQuery({
    status: statusFilter,
    locationId: idFilter('Only in this building.'),
    levelId: idFilter('Only on this level.'),
    zoneId: idFilter('Only in this zone.'),
    assignedUserId: idFilter('Only desks assigned to this user. Employees find only their own.'),
    search: nameSearch('d-2'),
  }),
  creation: NewPlace,
  changes: PlaceChanges,
  order: 'Ordered by zone, then name.',
  onUpdate:
    'Bookings after today of a desk that becomes inactive are canceled; bookings of a desk that becomes assigned stay. A desk that moves to another zone takes its bookings of today and later along; the days before stay where they were. If desks cannot be booked one by one in the new zone, bookings after today are canceled.',
  createErrors: ['user_inactive'],
  updateErrors: ['user_inactive'],
})
