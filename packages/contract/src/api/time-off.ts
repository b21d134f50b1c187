import Type, { type Static } from 'typebox'
import { OF_PLANNING } from '../audit-actions.ts'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import { named, nullable, oneOf, text, timestamp } from '../schema/atoms.ts'
import { pageOf, pageQuery } from '../schema/paging.ts'
import { pathDay, userParams } from '../schema/params.ts'
import { BOOKINGS_ADMINISTRATORS } from '../user-roles.ts'

export const TimeOff = named(
  'TimeOff',
  Type.Object({
    eventId: text(256, { description: 'Id of the announcement.', example: 'vacation-4711' }),
    eventType: oneOf(['scheduled', 'cancelled'], { description: 'Announced or canceled.' }),
    startDate: pathDay,
    endDate: pathDay,
    timeOffType: nullable(
      text(100, {
        description: 'Type of time off; null if not given, and for keys unless the organization shows it.',
        example: 'holiday',
      }),
    ),
    receivedAt: timestamp({ description: 'When it was announced.' }),
  }),
)
export type TimeOff = Static<typeof TimeOff>

export const listTimeOff = endpoint({
  operation: 'listTimeOff',
  audit: OF_PLANNING,
  method: 'GET',
  path: '/api/users/{userId}/time-off',
  tag: 'planning',
  roles: AUTOMATION,
  params: userParams,
  people: BOOKINGS_ADMINISTRATORS,
  self: true,
  summary: 'Time off of a user',
  description:
    'Announcements and cancellations, latest first, without days past the retention of presence. The day plans say which days are off.',
  query: pageQuery({}),
  response: pageOf('TimeOffPage', TimeOff),
  errors: ['entity_not_found'],
})
