import type { UserDay } from './plans.ts'

export type Lost = NonNullable<UserDay['lostBooking']>

/** Explains in a sentence why a booking was canceled by another user. */
export const lostWords = ({ placeName, zoneName, locationName, changedBy, reason }: Lost, whose = 'Your'): string => {
  const what = placeName
    ? `${whose} desk ${placeName}`
    : zoneName
      ? `${whose} seat in ${zoneName}`
      : `${whose} booking in ${locationName}`
  if (reason === 'inactive') return `${what} was taken out of service.`
  if (reason === 'assigned desk') return `${what} was assigned to another person.`
  if (changedBy === 'auto-release') return `${what} was released: ${reason}.`
  const who = changedBy === 'administrator' ? ' by an administrator' : ''
  return `${what} was canceled${who}${reason ? `: ${reason}` : ''}.`
}
