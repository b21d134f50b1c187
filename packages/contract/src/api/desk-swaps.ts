import Type, { type Static } from 'typebox'
import { IN_USER_ACTIONS } from '../audit-actions.ts'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import { dateInput, list, named, OTHER_UUID_EXAMPLE, optionalText, uuidInput } from '../schema/atoms.ts'
import { BOOKINGS_ADMINISTRATORS } from '../user-roles.ts'
import { UserDay } from './user-days.ts'

export const DeskSwapRequest = named(
  'DeskSwapRequest',
  Type.Object({
    day: dateInput({ description: 'The local calendar day.' }),
    userId: uuidInput({ description: 'One of the two users.' }),
    placeId: uuidInput({ description: 'The desk this user has now and gives up.' }),
    otherUserId: uuidInput({ description: 'The other.', example: OTHER_UUID_EXAMPLE }),
    otherPlaceId: uuidInput({
      description: 'The desk the other user has now and gives up.',
      example: OTHER_UUID_EXAMPLE,
    }),
    reason: optionalText(200, { description: 'For the log.', example: 'Needs a desk that moves up and down' }),
  }),
)
export type DeskSwapRequest = Static<typeof DeskSwapRequest>

export const DeskSwap = named(
  'DeskSwap',
  Type.Object({ items: list(UserDay, {}, { description: 'The current day of userId, then that of otherUserId.' }) }),
)

export const swapDesks = endpoint({
  operation: 'swapDesks',
  audit: IN_USER_ACTIONS,
  method: 'POST',
  path: '/api/desk-swaps',
  tag: 'planning',
  roles: AUTOMATION,
  people: BOOKINGS_ADMINISTRATORS,
  summary: 'Swap the desks of two people on a day',
  description:
    'Both bookings move in one step, or neither does. The request names the current desks, so a repeated call changes nothing and a late one is rejected. In the log both moves share one actionId.',
  body: DeskSwapRequest,
  response: DeskSwap,
  errors: [
    'entity_not_found',
    'invalid_request',
    'conflict',
    'desk_taken',
    'desk_assigned',
    'place_inactive',
    'user_inactive',
    'outside_booking_window',
    'time_off',
    'day_closed',
  ],
})
