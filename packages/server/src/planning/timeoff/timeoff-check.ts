import { MAX_TIME_OFF_DAYS, RESULT_CODES, type TimeOffEvent } from '@rollcall/contract'
import type { PersonMatch } from '../../directory/matching/user-directory.ts'
import type { Refusal } from '../../intake/ingest/event-kind.ts'
import { calendarDay, daysBetween } from '../../platform/time/day.ts'

/** Valid time off of a known user. */
export interface AcceptedTimeOff {
  readonly eventId: string
  readonly eventType: TimeOffEvent['eventType']
  readonly userId: string
  readonly firstDay: string
  readonly lastDay: string
  readonly timeOffType: string | null
}

const refused = (message: string): Refusal => ({ resultCode: RESULT_CODES.refused, outcome: 'refused', message })

/** An unknown user takes precedence over everything else (docs/decisions/integrators.md). */
export const checkTimeOff = (event: TimeOffEvent, user: PersonMatch): AcceptedTimeOff | Refusal => {
  if (!user) return { resultCode: RESULT_CODES.userNotFound, outcome: 'user_not_found', message: 'User not found' }
  if (user === 'conflict') return refused('uid and email name different users')
  const [firstDay, lastDay] = [calendarDay(event.startDate), calendarDay(event.endDate)]
  if (!firstDay) return refused('startDate is not a day of the calendar')
  if (!lastDay) return refused('endDate is not a day of the calendar')
  const days = daysBetween(firstDay, lastDay) + 1
  if (days < 1) return refused('endDate is before startDate')
  if (days > MAX_TIME_OFF_DAYS) return refused(`The range has ${days} days; at most ${MAX_TIME_OFF_DAYS} are allowed`)
  return {
    eventId: event.eventId,
    eventType: event.eventType,
    userId: user.userId,
    firstDay,
    lastDay,
    timeOffType: event.timeOffType || null,
  }
}
