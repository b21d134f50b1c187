import Type, { type Static } from 'typebox'
import { EVERYBODY, KEEPERS } from '../access/user-roles.ts'
import { levelId, updatedAt } from '../datasets/columns.ts'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import { integer, named, oneOf, text } from '../schema/atoms.ts'
import { Done } from '../schema/done.ts'
import { pathId } from '../schema/params.ts'
import { FLOOR_PLAN_TYPES, FLOOR_PLAN_WIDTH, MAX_FLOOR_PLAN_AREA, MAX_FLOOR_PLAN_BYTES } from './floor-plan-limits.ts'

/** Letters that so many bytes are in Base64. */
const MAX_BASE64 = Math.ceil(MAX_FLOOR_PLAN_BYTES / 3) * 4

/** The shortest there is. */
const PIXEL = 'UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA=='
/** Without a pattern: on millions of letters it runs out of stack. The service looks at what it decodes. */
const image = Type.String({
  minLength: 4,
  maxLength: MAX_BASE64,
  contentEncoding: 'base64',
  description: `The image, whole PNG, JPEG or WebP of at most ${MAX_FLOOR_PLAN_BYTES / 1024 / 1024} MiB and ${MAX_FLOOR_PLAN_AREA / 1e6} million pixels, in Base64.`,
  examples: [PIXEL],
})
const widthMetres = Type.Number({
  ...FLOOR_PLAN_WIDTH,
  description: 'Metres that the image is wide. Its upper left corner is the origin from which desks are placed, y downwards.',
  examples: [60],
})

/** Changes with the plan: whoever has this version needs no other. */
export const floorPlanVersion = text(64, { description: 'Changes with the floor plan.', example: '9f86d081884c7d65' })

export const FloorPlan = named(
  'FloorPlan',
  Type.Object({
    levelId,
    mediaType: oneOf(FLOOR_PLAN_TYPES, { description: 'What kind of image it is.' }),
    image,
    widthMetres,
    heightMetres: Type.Number({ description: 'Metres that the image is high, by its shape.', examples: [40] }),
    widthPixels: integer({ minimum: 1 }, { description: 'Pixels that the image is wide.', example: 1800 }),
    heightPixels: integer({ minimum: 1 }, { description: 'Pixels that the image is high.', example: 1200 }),
    floorPlanVersion,
    updatedAt,
  }),
)
export type FloorPlan = Static<typeof FloorPlan>

export const NewFloorPlan = named('NewFloorPlan', Type.Object({ image, widthMetres }))
export type NewFloorPlan = Static<typeof NewFloorPlan>

const shared = {
  path: '/api/levels/{levelId}/floor-plan',
  tag: 'places',
  roles: AUTOMATION,
  params: Type.Object({ levelId: pathId('The level.') }),
  errors: ['entity_not_found'],
} as const

export const getFloorPlan = endpoint({
  ...shared,
  operation: 'getFloorPlan',
  method: 'GET',
  people: EVERYBODY,
  summary: 'The floor plan of a level',
  description: 'The image below the desks and how large it is. With an ETag; 304 for whoever has this version.',
  response: FloorPlan,
})

export const setFloorPlan = endpoint({
  ...shared,
  operation: 'setFloorPlan',
  method: 'PUT',
  people: KEEPERS,
  summary: 'Give a level a floor plan',
  description: 'Takes the place of the one before. Desks stay where they are.',
  body: NewFloorPlan,
  response: Done,
})

export const removeFloorPlan = endpoint({
  ...shared,
  operation: 'removeFloorPlan',
  method: 'DELETE',
  people: KEEPERS,
  summary: 'Take the floor plan of a level away',
  description: 'Desks stay where they are.',
  response: Done,
})
