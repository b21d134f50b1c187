import Type, { type Static } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { SUBMITTERS } from '../roles.ts'
import { dateInput, list, named, oneOf, optionalText, timestamp, UUID_EXAMPLE } from '../schema/atoms.ts'
import { EventResult, eventId, MAX_EVENTS } from './results.ts'

/** Maximum number of days of one announcement, both ends included (contract §3.4). */
export const MAX_TIME_OFF_DAYS = 366

export const TIME_OFF_EVENT_TYPES = ['scheduled', 'cancelled'] as const

export const TimeOffEvent = named(
  'TimeOffEvent',
  Type.Object({
    eventId,
    uid: optionalText(200, { description: 'Id of the user; tried first.', example: UUID_EXAMPLE }),
    email: optionalText(320, {
      description: 'userName or email of the user, case-sensitive; tried second.',
      example: 'ada.byron@example.com',
    }),
    eventType: oneOf(TIME_OFF_EVENT_TYPES, { description: 'Announced or canceled; both may have the same eventId.' }),
    startDate: dateInput({ description: 'First day.', example: '2026-07-06' }),
    endDate: dateInput({ description: 'Last day, inclusive; at most 366 days in total.', example: '2026-07-17' }),
    timeOffType: optionalText(100, {
      description:
        'Type of time off, as named by your system. Only the person and bookings administrators see it, unless the organization shows it.',
      example: 'holiday',
    }),
  }),
)
export type TimeOffEvent = Static<typeof TimeOffEvent>

export const TimeOffRequest = named(
  'TimeOffRequest',
  Type.Object({
    timeOffEvents: list(TimeOffEvent, { minItems: 1, maxItems: MAX_EVENTS }, { description: 'Announcements, applied in order.' }),
  }),
)

export const TimeOffResponse = named(
  'TimeOffResponse',
  Type.Object({
    timestamp: timestamp({ description: 'Time of the response.' }),
    results: list(EventResult, {}, { description: 'One per event, in request order.' }),
  }),
)

export const submitTimeOff = endpoint({
  operation: 'submitTimeOff',
  method: 'POST',
  path: '/v1/timeoff',
  tag: 'submissions',
  roles: SUBMITTERS,
  summary: 'Announce or cancel time off',
  description:
    'Scheduled days from today on become days away, and their bookings are canceled. Canceled days return to the week plan. Past days stay unchanged. A repeated eventId and eventType returns 0, `Already recorded`. Refused events stay in quarantine for 30 days.',
  body: TimeOffRequest,
  response: TimeOffResponse,
})
