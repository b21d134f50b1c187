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
import { ZONE_TYPES } from '../datasets/desks.ts'
import { flag, integer, named, nullable, oneOf, optional, uuidInput } from '../schema/atoms.ts'
import { pageOf, pageQuery } from '../schema/paging.ts'
import { pathId } from '../schema/params.ts'
import { changedStatus, entityOperations, idFilter, MIN_CHANGES, nameSearch, newId, newStatus, statusFilter } from './entity.ts'

export const zoneType = oneOf(ZONE_TYPES, {
  description: 'How the zone is booked: by capacity (neighborhood) or by individual desk.',
})
const CAPACITY = {
  description: 'Maximum number of bookings of a neighborhood per day; null only for a zone booked by desk.',
  example: 24,
}
export const capacity = optional(integer({ minimum: 0, maximum: 100_000 }, CAPACITY))
const isOverflow = flag({ description: 'Whether users are booked here when the zones of their group are full.' })

export const Zone = named(
  'Zone',
  Type.Object({
    zoneId,
    zoneName,
    zoneType,
    capacity: nullable(integer({ minimum: 0 }, CAPACITY)),
    isOverflow,
    levelId,
    levelName,
    locationId,
    locationName,
    status,
    createdAt,
    updatedAt,
  }),
)
export type Zone = Static<typeof Zone>

export const NewZone = named(
  'NewZone',
  Type.Object({
    zoneId: newId,
    zoneName,
    zoneType,
    capacity,
    isOverflow: optional(isOverflow),
    levelId: uuidInput({ description: 'The level of the zone, which cannot change.' }),
    status: newStatus,
  }),
)
export const ZoneChanges = named(
  'ZoneChanges',
  Type.Object(
    {
      zoneName: Type.Optional(zoneName),
      zoneType: Type.Optional(zoneType),
      capacity,
      isOverflow: Type.Optional(isOverflow),
      status: changedStatus,
    },
    MIN_CHANGES,
  ),
)

export const zoneOperations = entityOperations({
  one: 'Zone',
  many: 'Zones',
  named: 'zone',
  audited: 'zone',
  path: '/api/zones',
  params: Type.Object({ zoneId: pathId('The zone.') }),
  entity: Zone,
  page: pageOf('ZonePage', Zone),
  query: pageQuery({
    status: statusFilter,
    locationId: idFilter('Only in this building.'),
    levelId: idFilter('Only on this level.'),
    search: nameSearch('2 n'),
  }),
  creation: NewZone,
  changes: ZoneChanges,
  order: 'Ordered by level, then name.',
  onUpdate:
    'Bookings after today in a zone that becomes inactive are canceled. A capacity below the bookings of any day is rejected.',
  updateErrors: ['zone_capacity_in_use', 'zone_kind_in_use'],
})
