import Type, { type Static } from 'typebox'
import { createdAt, locationId, locationName, status, updatedAt } from '../datasets/columns.ts'
import { id, named, text, uuidInput } from '../schema/atoms.ts'
import { pageOf, pageQuery } from '../schema/paging.ts'
import { pathId } from '../schema/params.ts'
import { changedStatus, entityOperations, idFilter, MIN_CHANGES, newId, newStatus, statusFilter } from './entity.ts'

const bayName = text(200, { description: 'Unique per building.', example: 'P-12' })

export const ParkingBay = named(
  'ParkingBay',
  Type.Object({
    bayId: id({ description: 'The parking bay.' }),
    bayName,
    locationId,
    locationName,
    status,
    createdAt,
    updatedAt,
  }),
)
export type ParkingBay = Static<typeof ParkingBay>

export const NewParkingBay = named(
  'NewParkingBay',
  Type.Object({
    bayId: newId,
    bayName,
    locationId: uuidInput({ description: 'The building of the bay, which cannot change.' }),
    status: newStatus,
  }),
)
export const ParkingBayChanges = named(
  'ParkingBayChanges',
  Type.Object({ bayName: Type.Optional(bayName), status: changedStatus }, MIN_CHANGES),
)

export const parkingBayOperations = entityOperations({
  one: 'ParkingBay',
  many: 'ParkingBays',
  named: 'parking bay',
  audited: 'bay',
  path: '/api/parking-bays',
  params: Type.Object({ bayId: pathId('The parking bay.') }),
  entity: ParkingBay,
  page: pageOf('ParkingBayPage', ParkingBay),
  query: pageQuery({ status: statusFilter, locationId: idFilter('Only in this building.') }),
  creation: NewParkingBay,
  changes: ParkingBayChanges,
  order: 'Ordered by building, then name.',
  onUpdate: 'Bookings after today of a bay that becomes inactive are canceled.',
})
