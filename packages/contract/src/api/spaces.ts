import Type, { type Static } from 'typebox'
import { createdAt, levelId, levelName, locationId, locationName, status, updatedAt } from '../datasets/columns.ts'
import { id, integer, named, nullable, optional, text, uuidInput } from '../schema/atoms.ts'
import { pageOf, pageQuery } from '../schema/paging.ts'
import { pathId } from '../schema/params.ts'
import { changedStatus, entityOperations, idFilter, MIN_CHANGES, nameSearch, newId, newStatus, statusFilter } from './entity.ts'

const spaceName = text(200, { description: 'Unique per level.', example: 'Room Curie' })
const spaceType = text(100, { description: 'Kind of space.', example: 'meeting-room' })
const SEATS = { description: 'Seats; null if unknown.', example: 8 }
const capacity = optional(integer({ minimum: 0, maximum: 100_000 }, SEATS))

export const Space = named(
  'Space',
  Type.Object({
    spaceId: id({ description: 'The space.' }),
    spaceName,
    spaceType,
    capacity: nullable(integer({ minimum: 0 }, SEATS)),
    levelId,
    levelName,
    locationId,
    locationName,
    status,
    createdAt,
    updatedAt,
  }),
)
export type Space = Static<typeof Space>

export const NewSpace = named(
  'NewSpace',
  Type.Object({
    spaceId: newId,
    spaceName,
    spaceType,
    capacity,
    levelId: uuidInput({ description: 'The level of the space, which cannot change.' }),
    status: newStatus,
  }),
)
export const SpaceChanges = named(
  'SpaceChanges',
  Type.Object(
    { spaceName: Type.Optional(spaceName), spaceType: Type.Optional(spaceType), capacity, status: changedStatus },
    MIN_CHANGES,
  ),
)

export const spaceOperations = entityOperations({
  one: 'Space',
  many: 'Spaces',
  named: 'space',
  audited: 'space',
  path: '/api/spaces',
  params: Type.Object({ spaceId: pathId('The space.') }),
  entity: Space,
  page: pageOf('SpacePage', Space),
  query: pageQuery({
    status: statusFilter,
    locationId: idFilter('Only in this building.'),
    levelId: idFilter('Only on this level.'),
    search: nameSearch('aud'),
  }),
  creation: NewSpace,
  changes: SpaceChanges,
  order: 'Ordered by level, then name.',
  onUpdate: 'Events planned in a space that becomes inactive stay.',
})
