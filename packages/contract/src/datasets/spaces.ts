import Type, { type Static } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { WAREHOUSE_READERS } from '../roles.ts'
import { id, integer, named, nullable, text } from '../schema/atoms.ts'
import { formatParameter } from '../schema/format.ts'
import { ANALYSTS } from '../user-roles.ts'
import { levelId, levelName, locationId, locationName, status, updatedAt } from './columns.ts'

export const SpaceRow = named(
  'SpaceRow',
  Type.Object({
    spaceId: id({ description: 'The space.' }),
    spaceName: text(200, { description: 'Unique per level.', example: 'Room Curie' }),
    spaceType: text(100, { description: 'Kind of space.', example: 'meeting-room' }),
    capacity: nullable(integer({ minimum: 0 }, { description: 'Seats; null if unknown.', example: 8 })),
    status,
    locationId,
    locationName,
    levelId,
    levelName,
    updatedAt,
  }),
)
export type SpaceRow = Static<typeof SpaceRow>

export const readSpaces = endpoint({
  operation: 'readSpaces',
  audit: { none: 'Its rows have no people.' },
  method: 'GET',
  path: '/v1/analytics/spaces',
  tag: 'warehouse',
  roles: WAREHOUSE_READERS,
  viewers: ANALYSTS,
  summary: 'All spaces',
  description: 'One row per meeting room, booth and the like, ordered by spaceId.',
  query: Type.Object({ ...formatParameter }),
  response: SpaceRow,
  streamed: true,
})
