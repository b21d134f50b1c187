import Type, { type Static } from 'typebox'
import { IN_USER_ACTIONS, OF_PLANNING } from '../audit-actions.ts'
import { levelName, locationId, locationName, zoneName } from '../datasets/columns.ts'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import { flag, id, integer, list, named, nullableObject, oneOf, text, uuidInput } from '../schema/atoms.ts'
import { pageOf, pageQuery } from '../schema/paging.ts'
import { pathDay, pathId, pathUserId, userDayParams } from '../schema/params.ts'
import { BOOKINGS_ADMINISTRATORS, WORKPLACE_ADMINISTRATORS } from '../user-roles.ts'
import { Booking, UserDay } from './user-days.ts'

const ofPerson = { tag: 'planning', roles: AUTOMATION, people: BOOKINGS_ADMINISTRATORS, self: true } as const

export const checkIn = endpoint({
  ...ofPerson,
  operation: 'checkIn',
  audit: IN_USER_ACTIONS,
  method: 'POST',
  path: '/api/users/{userId}/days/{day}/check-in',
  params: userDayParams,
  summary: 'Check in for the booking of today',
  description:
    'Confirms the booking, so that it is not released, and counts as attendance in its building. Repeating it changes nothing.',
  response: UserDay,
  errors: ['entity_not_found', 'check_in_not_today', 'nothing_booked'],
})

/** What a desk is to the user who stands at it. */
export const DESK_STATES = ['mine', 'free', 'taken', 'assigned', 'inactive'] as const

export const DeskToday = named(
  'DeskToday',
  Type.Object({
    placeId: id({ description: 'The desk.' }),
    placeName: text(200, { description: 'Its name.', example: 'D-2-014' }),
    zoneName,
    levelName,
    locationId,
    locationName,
    day: { ...pathDay, description: 'Today, at the building.' },
    state: oneOf(DESK_STATES, {
      description:
        'mine: the user has booked it. free: the user may book it. taken: another user has. assigned: it is the desk of another user. inactive: it is out of service, or not booked one by one.',
    }),
    booking: nullableObject(Booking, { description: 'What the user has booked today; null without a booking.' }),
  }),
)
export type DeskToday = Static<typeof DeskToday>

const codeParams = Type.Object({ userId: pathUserId, code: pathId('The code of the desk, from its QR code.') })

export const getDeskOfCode = endpoint({
  ...ofPerson,
  operation: 'getDeskOfCode',
  audit: OF_PLANNING,
  method: 'GET',
  path: '/api/users/{userId}/desk-codes/{code}',
  params: codeParams,
  summary: 'The desk of a QR code, today',
  description: 'What the desk is to the user today, and what the user has booked instead.',
  response: DeskToday,
  errors: ['entity_not_found'],
})

export const DeskCheckInRequest = named(
  'DeskCheckInRequest',
  Type.Object({
    move: Type.Optional(
      flag({
        description: 'Whether to give up another booking of today for this desk; otherwise it is refused.',
        example: false,
      }),
    ),
  }),
)

export const checkInAtDesk = endpoint({
  ...ofPerson,
  operation: 'checkInAtDesk',
  audit: IN_USER_ACTIONS,
  method: 'POST',
  path: '/api/users/{userId}/desk-codes/{code}/check-in',
  params: codeParams,
  summary: 'Check in at the desk of a QR code',
  description:
    'Confirms the booking of the desk today. Without any booking today the desk is booked first, and the day becomes an office day. Repeating it changes nothing.',
  body: DeskCheckInRequest,
  response: UserDay,
  errors: [
    'entity_not_found',
    'booked_elsewhere',
    'desk_taken',
    'desk_assigned',
    'place_inactive',
    'user_inactive',
    'day_in_past',
    'time_off',
    'day_closed',
  ],
})

export const DeskCode = named(
  'DeskCode',
  Type.Object({
    placeId: id({ description: 'The desk.' }),
    placeName: text(200, { description: 'Its name.', example: 'D-2-014' }),
    code: id({ description: 'What its QR code contains, after `/desks/` of the address of the web app.' }),
  }),
)
export type DeskCode = Static<typeof DeskCode>

const ofZone = {
  tag: 'places',
  roles: AUTOMATION,
  people: WORKPLACE_ADMINISTRATORS,
  path: '/api/zones/{zoneId}/desk-codes',
  params: Type.Object({ zoneId: pathId('The zone.') }),
  errors: ['entity_not_found'],
} as const

export const listDeskCodes = endpoint({
  ...ofZone,
  operation: 'listDeskCodes',
  method: 'GET',
  summary: 'The QR codes of the desks of a zone',
  description: 'For printing. Only active desks, ordered by name.',
  query: pageQuery({}),
  response: pageOf('DeskCodePage', DeskCode),
})

/** Maximum number of desks in one call. */
const MAX_DESKS = 1000

export const DeskCodeRenewal = named(
  'DeskCodeRenewal',
  Type.Object({
    placeIds: Type.Optional(
      list(
        uuidInput({ description: 'A desk of the zone.' }),
        { maxItems: MAX_DESKS },
        { description: 'Only these desks; all desks of the zone when absent.' },
      ),
    ),
  }),
)

export const renewDeskCodes = endpoint({
  ...ofZone,
  operation: 'renewDeskCodes',
  audit: 'desk-code.renew',
  method: 'POST',
  summary: 'Give desks new QR codes',
  description: 'Printed codes of these desks no longer work, for example after a picture of them was passed on.',
  body: DeskCodeRenewal,
  response: named(
    'RenewedDeskCodes',
    Type.Object({ renewed: integer({ minimum: 0 }, { description: 'Number of desks with a new code.', example: 12 }) }),
  ),
})
