import Type, { type Static } from 'typebox'
import { BOOKERS } from '../access/user-roles.ts'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import { dateInput, list, named, optionalText, uuidInput } from '../schema/atoms.ts'
import { UserDay } from './user-days.ts'

export const DeskSwapRequest = named(
  'DeskSwapRequest',
  Type.Object({
    day: dateInput({ description: 'The local calendar day.' }),
    userId: uuidInput({ description: 'One of the two.' }),
    placeId: uuidInput({ description: 'The desk that they have now, and give away.' }),
    otherUserId: uuidInput({ description: 'The other.' }),
    otherPlaceId: uuidInput({ description: 'The desk that the other has now, and gives away.' }),
    reason: optionalText(200, { description: 'For the log.', example: 'Needs a desk that moves up and down' }),
  }),
)
export type DeskSwapRequest = Static<typeof DeskSwapRequest>

export const DeskSwap = named(
  'DeskSwap',
  Type.Object({ items: list(UserDay, {}, { description: 'The day of userId, then that of otherUserId, as they are now.' }) }),
)

export const swapDesks = endpoint({
  operation: 'swapDesks',
  method: 'POST',
  path: '/api/desk-swaps',
  tag: 'planning',
  roles: AUTOMATION,
  people: BOOKERS,
  summary: 'Swap the desks of two people on a day',
  description:
    'Both bookings move in one step, or none. Says which desks the two have now, so that a repeated call changes nothing and one that comes too late is refused. In the log both moves have one actionId.',
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
  ],
})
