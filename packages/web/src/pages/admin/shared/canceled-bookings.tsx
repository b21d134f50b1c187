import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { List, Text } from '@mantine/core'
import type { Deactivation } from '@rollcall/contract'
import { personName, showNumber } from '../../../components/format.ts'
import { shortDay } from '../../../time/days.ts'

/** The number of bookings that are listed by name. */
const SHOWN = 8

interface Props extends Deactivation {
  /** Says that nothing is canceled. */
  readonly none: string
}

/** The bookings that a change cancels, with their users. */
export const CanceledBookings = ({ bookingCount, userCount, bookings, none }: Props) => {
  if (bookingCount === 0) return <Text size="sm">{none}</Text>
  const rest = bookingCount - Math.min(SHOWN, bookings.length)
  return (
    <div>
      <Text size="sm" fw={600}>
        <Trans>
          {showNumber(bookingCount)} {bookingCount === 1 ? 'booking' : 'bookings'} of {showNumber(userCount)}{' '}
          {userCount === 1 ? 'person' : 'people'} will be canceled. They are notified in the app:
        </Trans>
      </Text>
      <List size="sm" mt={4} aria-label={t`Bookings that will be canceled`}>
        {bookings.slice(0, SHOWN).map(({ userId, day, nodeName, ...person }) => (
          <List.Item key={`${userId} ${day} ${nodeName}`}>
            {personName(person)}, {shortDay(day)}, {nodeName}
          </List.Item>
        ))}
        {rest > 0 ? (
          <List.Item>
            <Trans>and {showNumber(rest)} more</Trans>
          </List.Item>
        ) : null}
      </List>
    </div>
  )
}
