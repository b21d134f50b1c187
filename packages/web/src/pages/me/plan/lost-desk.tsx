import { Text } from '@mantine/core'
import type { UserDay } from '../shared/user-days.ts'

type Lost = NonNullable<UserDay['lostBooking']>

/** What became of a booking that somebody else canceled, in a sentence. */
export const lostWords = ({ placeName, zoneName, locationName, changedBy, reason }: Lost): string => {
  const what = placeName ? `Your desk ${placeName}` : zoneName ? `Your seat in ${zoneName}` : `Your booking in ${locationName}`
  if (reason === 'inactive') return `${what} was taken out of service.`
  if (reason === 'assigned desk') return `${what} was assigned to another person.`
  const who = changedBy === 'administrator' ? ' by an administrator' : ''
  return `${what} was canceled${who}${reason ? `: ${reason}` : ''}.`
}

export const LostDesk = ({ lost }: { lost: Lost }) => (
  <Text size="sm" c="var(--mantine-color-text)" fs="italic">
    {lostWords(lost)}
  </Text>
)
