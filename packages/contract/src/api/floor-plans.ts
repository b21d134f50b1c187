import Type, { type Static } from 'typebox'
import { levelId, updatedAt } from '../datasets/columns.ts'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import { integer, named, oneOf, text } from '../schema/atoms.ts'
import { Done } from '../schema/done.ts'
import { pathId } from '../schema/params.ts'
import { ALL_USERS, WORKPLACE_ADMINISTRATORS } from '../user-roles.ts'
import { FLOOR_PLAN_TYPES, FLOOR_PLAN_WIDTH, MAX_FLOOR_PLAN_AREA, MAX_FLOOR_PLAN_BYTES } from './floor-plan-limits.ts'

/** Length of the largest image in Base64. */
const MAX_BASE64 = Math.ceil(MAX_FLOOR_PLAN_BYTES / 3) * 4

/** The smallest valid image. */
const PIXEL = 'UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA=='
/**
 * Without a pattern, because a regular expression overflows the stack on millions of characters. The service checks the decoded
 * image.
 */
const image = Type.String({
  minLength: 4,
  maxLength: MAX_BASE64,
  contentEncoding: 'base64',
  description: `A PNG, JPEG, WebP or SVG image of at most ${MAX_FLOOR_PLAN_BYTES / 1024 / 1024} MiB and ${MAX_FLOOR_PLAN_AREA / 1e6} million pixels, in Base64. Of an SVG only the drawing is kept: no scripts, styles from elsewhere, links or animations.`,
  examples: [PIXEL],
})
const widthMetres = Type.Number({
  ...FLOOR_PLAN_WIDTH,
  description: 'Width of the image in meters. Its upper left corner is the origin of desk positions; y points down.',
  examples: [60],
})

/** Changes with the image, so a client can keep the image for a version it already has. */
export const floorPlanVersion = text(64, { description: 'Changes with the floor plan.', example: '9f86d081884c7d65' })

export const FloorPlan = named(
  'FloorPlan',
  Type.Object({
    levelId,
    mediaType: oneOf(FLOOR_PLAN_TYPES, { description: 'Media type of the image.' }),
    image,
    widthMetres,
    heightMetres: Type.Number({ description: 'Height of the image in meters, derived from its aspect ratio.', examples: [40] }),
    widthPixels: integer({ minimum: 1 }, { description: 'Width of the image in pixels.', example: 1800 }),
    heightPixels: integer({ minimum: 1 }, { description: 'Height of the image in pixels.', example: 1200 }),
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
  people: ALL_USERS,
  summary: 'The floor plan of a level',
  description: 'The image shown below the desks, with its size. Sends an ETag, and 304 if the client already has this version.',
  response: FloorPlan,
})

export const setFloorPlan = endpoint({
  ...shared,
  operation: 'setFloorPlan',
  audit: 'floor-plan.set',
  method: 'PUT',
  people: WORKPLACE_ADMINISTRATORS,
  summary: 'Set the floor plan of a level',
  description: 'Replaces the previous floor plan. Desk positions stay unchanged.',
  body: NewFloorPlan,
  response: Done,
})

export const removeFloorPlan = endpoint({
  ...shared,
  operation: 'removeFloorPlan',
  audit: 'floor-plan.remove',
  method: 'DELETE',
  people: WORKPLACE_ADMINISTRATORS,
  summary: 'Remove the floor plan of a level',
  description: 'Desk positions stay unchanged.',
  response: Done,
})
