import Type, { type Static } from 'typebox'
import { levelId, zoneId, zoneName } from '../datasets/columns.ts'
import { ZONE_TYPES } from '../datasets/desks.ts'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import { id, integer, list, named, nullable, oneOf, text, uuidInput } from '../schema/atoms.ts'
import { pathId } from '../schema/params.ts'
import { ALL_USERS, WORKPLACE_ADMINISTRATORS } from '../user-roles.ts'
import { CORNERS, MAX_LAYOUT_CHANGES } from './floor-plan-limits.ts'
import { placeName, positionInput, positionOutput } from './places.ts'
import { capacity, zoneType } from './zones.ts'

const Corner = named('Corner', Type.Object({ x: positionInput('x'), y: positionInput('y') }))
export type Corner = Static<typeof Corner>

const OUTLINE = { description: 'The corners of the zone on the floor plan, in order; null if no outline was drawn.' }
const corners = Type.Array(Corner, { ...CORNERS, ...OUTLINE })

const ROTATION = { description: 'How far the desk is turned on the floor plan, in degrees clockwise.', example: 90 }
const rotation = integer({ minimum: 0, maximum: 359 }, ROTATION)

export const LevelLayout = named(
  'LevelLayout',
  Type.Object({
    levelId,
    layoutVersion: text(64, { description: 'Changes with the layout; the ETag contains it.', example: '9f86d081884c7d65' }),
    zones: list(
      Type.Object({
        zoneId,
        zoneName,
        zoneType: oneOf(ZONE_TYPES, { description: 'How the zone is booked.' }),
        outline: nullable(corners),
      }),
      {},
      { description: 'Active zones of the level, by name.' },
    ),
    desks: list(
      Type.Object({
        placeId: id({ description: 'The desk.' }),
        placeName,
        zoneId,
        zoneName,
        x: positionOutput('x'),
        y: positionOutput('y'),
        rotation: integer({ minimum: 0, maximum: 359 }, ROTATION),
      }),
      {},
      { description: 'Active desks of the level, by zone and name.' },
    ),
  }),
)
export type LevelLayout = Static<typeof LevelLayout>

const AT_MOST = { maxItems: MAX_LAYOUT_CHANGES }
const isNew = uuidInput({ description: 'Your own id, so that a repeated call adds nothing twice.' })

export const LayoutChanges = named(
  'LayoutChanges',
  Type.Object(
    {
      desks: Type.Optional(
        list(
          Type.Object({
            placeId: uuidInput({ description: 'A desk of the level; each desk at most once.' }),
            x: nullable(positionInput('x')),
            y: nullable(positionInput('y')),
            rotation,
          }),
          AT_MOST,
          { description: 'Desks that were moved or turned. Null for x and y takes a desk off the floor plan.' },
        ),
      ),
      newDesks: Type.Optional(
        list(
          Type.Object({
            placeId: isNew,
            placeName,
            zoneId: uuidInput({ description: 'A zone of the level, or one that this call adds.' }),
            x: positionInput('x'),
            y: positionInput('y'),
            rotation,
          }),
          AT_MOST,
          { description: 'Desks to add.' },
        ),
      ),
      zones: Type.Optional(
        list(
          Type.Object({
            zoneId: uuidInput({ description: 'A zone of the level; each zone at most once.' }),
            outline: nullable(corners),
          }),
          AT_MOST,
          { description: 'Zones whose outline was drawn or changed; null removes it.' },
        ),
      ),
      newZones: Type.Optional(
        list(Type.Object({ zoneId: isNew, zoneName, zoneType, capacity, outline: corners }), AT_MOST, {
          description: 'Zones to add.',
        }),
      ),
    },
    { minProperties: 1 },
  ),
)
export type LayoutChanges = Static<typeof LayoutChanges>

const shared = {
  path: '/api/levels/{levelId}/layout',
  tag: 'places',
  roles: AUTOMATION,
  params: Type.Object({ levelId: pathId('The level.') }),
  response: LevelLayout,
} as const

export const getLevelLayout = endpoint({
  ...shared,
  operation: 'getLevelLayout',
  method: 'GET',
  people: ALL_USERS,
  summary: 'What is drawn on the floor plan of a level',
  description: 'The outlines of its zones and the positions of its desks. Sends an ETag, for `If-Match` of a change.',
  errors: ['entity_not_found'],
})

export const changeLevelLayout = endpoint({
  ...shared,
  operation: 'changeLevelLayout',
  audit: 'level.layout',
  method: 'PATCH',
  people: WORKPLACE_ADMINISTRATORS,
  summary: 'Change what is drawn on the floor plan of a level',
  description: `Up to ${MAX_LAYOUT_CHANGES.toLocaleString('en')} of each at once, all or none. With \`If-Match\`, nothing changes if the layout was changed meanwhile. What is not named stays.`,
  body: LayoutChanges,
  errors: ['entity_not_found', 'name_taken', 'precondition_failed'],
})
