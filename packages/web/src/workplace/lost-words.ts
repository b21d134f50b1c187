import { t } from '@lingui/core/macro'
import type { UserDay } from './plans.ts'

export type Lost = NonNullable<UserDay['lostBooking']>

/** Explains in a sentence why a booking was canceled by another user. */
export const lostWords = ({ placeName, zoneName, locationName, changedBy, reason }: Lost, whose = t`Your`): string => {
  const what = placeName
    ? `${whose} desk ${placeName}`
    : zoneName
      ? t`${whose} seat in ${zoneName}`
      : t`${whose} booking in ${locationName}`
  if (reason === 'inactive') return t`${what} was taken out of service.`
  if (reason === 'assigned desk') return t`${what} was assigned to another person.`
  if (changedBy === 'auto-release') return t`${what} was released: ${reason ?? ''}.`
  const who = changedBy === 'administrator' ? t` by an administrator` : ''
  return t`${what} was canceled${who}${reason ? `: ${reason}` : ''}.`
}
