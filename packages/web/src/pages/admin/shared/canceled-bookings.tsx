import { plural, t } from '@lingui/core/macro'
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
  /** Whether the same change signs them out, so that they read no notice. */
  readonly areSignedOut?: boolean
}

/** The bookings that a change cancels, with their users. */
export const CanceledBookings = ({ bookingCount, userCount, bookings, none, areSignedOut = false }: Props) => {
  if (bookingCount === 0) return <Text size="sm">{none}</Text>
  const unlisted = bookingCount - Math.min(SHOWN, bookings.length)
  const rest = showNumber(unlisted)
  return (
    <div>
      <Text size="sm" fw={600}>
        {areSignedOut
          ? t`${plural(bookingCount, { one: '# booking', other: '# bookings' })} of ${plural(userCount, { one: '# person', other: '# people' })} will be canceled:`
          : t`${plural(bookingCount, { one: '# booking', other: '# bookings' })} of ${plural(userCount, { one: '# person', other: '# people' })} will be canceled. They are notified in the app:`}
      </Text>
      <List size="sm" mt={4} aria-label={t`Bookings that will be canceled`}>
        {bookings.slice(0, SHOWN).map(({ userId, day, nodeName, ...person }) => (
          <List.Item key={`${userId} ${day} ${nodeName}`}>
            {personName(person)}, {shortDay(day)}, {nodeName}
          </List.Item>
        ))}
        {unlisted > 0 ? (
          <List.Item>
            <Trans>and {rest} more</Trans>
          </List.Item>
        ) : null}
      </List>
    </div>
  )
}
