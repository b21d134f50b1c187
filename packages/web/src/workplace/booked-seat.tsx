import { t } from '@lingui/core/macro'
import { Text } from '@mantine/core'
import { bookedPlace, type UserDay } from './plans.ts'

/** Where the user sits on an office day, and in which building; nothing on other days. */
export const BookedSeat = ({ day: { plan, booking, locationName, isPast } }: { day: UserDay }) =>
  plan === 'o' ? (
    <Text size="sm">
      <Text span fw={600} inherit>
        {booking ? bookedPlace(booking) : isPast ? t`No desk` : t`No desk yet`}
      </Text>
      {locationName ? ` · ${locationName}` : ''}
    </Text>
  ) : null
