import Type, { type Static } from 'typebox'
import { createdAt, levelId, levelName, locationId, locationName, zoneId, zoneName } from '../datasets/columns.ts'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import { id, list, named, text } from '../schema/atoms.ts'
import { Done } from '../schema/done.ts'
import { pathId, pathUserId, userParams } from '../schema/params.ts'
import { BOOKINGS_ADMINISTRATORS } from '../user-roles.ts'

/** Maximum number of favorite desks of a user. */
export const MAX_FAVORITE_DESKS = 50

export const FavoriteDesk = named(
  'FavoriteDesk',
  Type.Object({
    placeId: id({ description: 'The desk.' }),
    placeName: text(200, { description: 'Its name.', example: 'D-2-014' }),
    zoneId,
    zoneName,
    levelId,
    levelName,
    locationId,
    locationName,
    createdAt,
  }),
)
export type FavoriteDesk = Static<typeof FavoriteDesk>

const shared = {
  tag: 'planning',
  roles: AUTOMATION,
  people: BOOKINGS_ADMINISTRATORS,
  self: true,
  audit: { none: 'Favorites only decide which desks a user is offered first.' },
} as const
const ofDesk = {
  ...shared,
  path: '/api/users/{userId}/favorite-desks/{placeId}',
  params: Type.Object({ userId: pathUserId, placeId: pathId('The desk.') }),
} as const

export const listFavoriteDesks = endpoint({
  ...shared,
  operation: 'listFavoriteDesks',
  method: 'GET',
  path: '/api/users/{userId}/favorite-desks',
  params: userParams,
  summary: 'Favorite desks of a user',
  description: `The active desks that the user marked as favorites, by name. A user has at most ${MAX_FAVORITE_DESKS}.`,
  response: named('FavoriteDesks', Type.Object({ items: list(FavoriteDesk, {}, { description: 'The desks.' }) })),
  errors: ['entity_not_found'],
})

export const addFavoriteDesk = endpoint({
  ...ofDesk,
  operation: 'addFavoriteDesk',
  method: 'PUT',
  summary: 'Mark a desk as a favorite',
  description: `For an active desk. Repeating it changes nothing. A user has at most ${MAX_FAVORITE_DESKS} favorites.`,
  response: Done,
  errors: ['entity_not_found', 'place_inactive', 'conflict'],
})

export const removeFavoriteDesk = endpoint({
  ...ofDesk,
  operation: 'removeFavoriteDesk',
  method: 'DELETE',
  summary: 'Remove a desk from the favorites',
  description: 'If the desk is no favorite, nothing happens.',
  response: Done,
  errors: ['entity_not_found'],
})
