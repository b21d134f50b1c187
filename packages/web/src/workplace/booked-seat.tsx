import { t } from '@lingui/core/macro'
import { Text } from '@mantine/core'
import { bookedPlace, type UserDay } from './plans.ts'

interface Props {
  readonly day: UserDay
  /** Whether no one is booked on the day, so that no desk is missing. */
  readonly isClosed: boolean
}

/** Where the user sits on an office day, and in which building; nothing on other days. */
export const BookedSeat = ({ day: { plan, booking, locationName, isPast }, isClosed }: Props) => {
  if (plan !== 'o') return null
  const seat = booking ? bookedPlace(booking) : isClosed ? undefined : isPast ? t`No desk` : t`No desk yet`
  return (
    <Text size="sm">
      {seat ? (
        <Text span fw={600} inherit>
          {seat}
        </Text>
      ) : null}
      {seat && locationName ? ` · ${locationName}` : locationName}
    </Text>
  )
}
