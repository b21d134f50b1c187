import Type, { type Static } from 'typebox'
import { createdAt, levelId, levelName, locationId, locationName, status, updatedAt } from '../datasets/columns.ts'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import { integer, list, named, nullable, optional, uuidInput } from '../schema/atoms.ts'
import { Done } from '../schema/done.ts'
import { pageOf, pageQuery } from '../schema/paging.ts'
import { pathId } from '../schema/params.ts'
import { WORKPLACE_ADMINISTRATORS } from '../user-roles.ts'
import { changedStatus, entityOperations, idFilter, MIN_CHANGES, nameSearch, newId, newStatus, statusFilter } from './entity.ts'
import { floorPlanVersion } from './floor-plans.ts'
import { positionInput } from './places.ts'

const ORDINAL = { description: 'Order of the levels of a building, ground floor 0; null if unknown.', example: 2 }
const ordinal = optional(integer({ minimum: -100, maximum: 1000 }, ORDINAL))

export const Level = named(
  'Level',
  Type.Object({
    levelId,
    levelName,
    locationId,
    locationName,
    ordinal: nullable(integer({}, ORDINAL)),
    floorPlanVersion: nullable(floorPlanVersion),
    status,
    createdAt,
    updatedAt,
  }),
)
export type Level = Static<typeof Level>

export const NewLevel = named(
  'NewLevel',
  Type.Object({
    levelId: newId,
    levelName,
    locationId: uuidInput({ description: 'The building of the level, which cannot change.' }),
    ordinal,
    status: newStatus,
  }),
)
export const LevelChanges = named(
  'LevelChanges',
  Type.Object({ levelName: Type.Optional(levelName), ordinal, status: changedStatus }, MIN_CHANGES),
)

const params = Type.Object({ levelId: pathId('The level.') })

export const levelOperations = entityOperations({
  one: 'Level',
  many: 'Levels',
  named: 'level',
  audited: 'level',
  path: '/api/levels',
  params,
  entity: Level,
  page: pageOf('LevelPage', Level),
  query: pageQuery({
    status: statusFilter,
    locationId: idFilter('Only in this building.'),
    search: nameSearch('lev'),
  }),
  creation: NewLevel,
  changes: LevelChanges,
  order: 'Ordered by building, then name.',
  onUpdate: 'Bookings after today on a level that becomes inactive are canceled.',
})

/** Maximum number of desks in one call. */
export const MAX_POSITIONS = 1000

export const Positions = named(
  'Positions',
  Type.Object({
    positions: list(
      Type.Object({
        placeId: uuidInput({ description: 'A desk of the level; each desk at most once.' }),
        x: positionInput('x'),
        y: positionInput('y'),
      }),
      { minItems: 1, maxItems: MAX_POSITIONS },
      { description: 'Positions of desks on the floor plan. Other desks stay unchanged.' },
    ),
  }),
)
export type Positions = Static<typeof Positions>

export const setPositions = endpoint({
  operation: 'setPositions',
  audit: 'level.positions',
  method: 'PUT',
  path: '/api/levels/{levelId}/positions',
  tag: 'places',
  roles: AUTOMATION,
  params,
  people: WORKPLACE_ADMINISTRATORS,
  summary: 'Place desks on the floor plan',
  description: `Up to ${MAX_POSITIONS.toLocaleString('en')} desks of the level at once, all or none.`,
  body: Positions,
  response: Done,
  errors: ['entity_not_found'],
})
