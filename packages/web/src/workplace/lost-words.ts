import { t } from '@lingui/core/macro'
import type { UserDay } from './plans.ts'

export type Lost = NonNullable<UserDay['lostBooking']>

/** What was booked, as the beginning of a sentence. */
const subject = ({ placeName, zoneName, locationName }: Lost, isOwn: boolean): string => {
  if (placeName) return isOwn ? t`Your desk ${placeName}` : t`The desk ${placeName}`
  if (zoneName) return isOwn ? t`Your seat in ${zoneName}` : t`The seat in ${zoneName}`
  return isOwn ? t`Your booking in ${locationName}` : t`The booking in ${locationName}`
}

/** Explains in a sentence why a booking was canceled by another user. */
export const lostWords = (lost: Lost, isOwn = true): string => {
  const { changedBy, reason, placeName, zoneName, locationName } = lost
  const what = subject(lost, isOwn)
  if (reason === 'inactive')
    return placeName || zoneName
      ? t`${what}, or what it is in, was taken out of service.`
      : t`${locationName} was taken out of service.`
  if (reason === 'assigned desk') return t`${what} was assigned to another person.`
  if (changedBy === 'auto-release') {
    const time = /\d\d:\d\d/.exec(reason ?? '')?.[0]
    return time ? t`${what} was released: not confirmed by ${time}.` : t`${what} was released.`
  }
  if (changedBy === 'administrator')
    return reason ? t`${what} was canceled by an administrator: ${reason}.` : t`${what} was canceled by an administrator.`
  return reason ? t`${what} was canceled: ${reason}.` : t`${what} was canceled.`
}
