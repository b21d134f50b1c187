import Type, { type Static } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { shownAmenities } from '../entities/amenities.ts'
import { WAREHOUSE_READERS } from '../roles.ts'
import { id, named, oneOf, text } from '../schema/atoms.ts'
import { formatParameter } from '../schema/format.ts'
import { ANALYSTS } from '../user-roles.ts'
import { levelId, levelName, locationId, locationName, optionalId, status, updatedAt, zoneId, zoneName } from './columns.ts'

/** How a zone is booked: by capacity, or by individual desk (domain §1). */
export const ZONE_TYPES = ['neighborhood', 'individual'] as const

export const DeskRow = named(
  'DeskRow',
  Type.Object({
    deskId: id({ description: 'The desk (a place).' }),
    deskName: text(200, { description: 'Unique per zone.', example: 'D-2-014' }),
    status,
    locationId,
    locationName,
    levelId,
    levelName,
    zoneId,
    zoneName,
    zoneType: oneOf(ZONE_TYPES, { description: 'How the zone is booked: by capacity or by desk.' }),
    assignedUserId: optionalId('User that the desk is assigned to on every office day'),
    updatedAt,
    ...shownAmenities,
  }),
)
export type DeskRow = Static<typeof DeskRow>

export const readDesks = endpoint({
  operation: 'readDesks',
  audit: { none: 'Its rows have no names of people and nothing about what they do.' },
  method: 'GET',
  path: '/v1/analytics/desks',
  tag: 'warehouse',
  roles: WAREHOUSE_READERS,
  viewers: ANALYSTS,
  summary: 'All desks',
  description: 'One row per desk, ordered by deskId.',
  query: Type.Object({ ...formatParameter }),
  response: DeskRow,
  streamed: true,
})
