import { Alert, List } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { AnchorLink } from '../../../components/links.tsx'
import { addDays, shortDay } from '../../../time/days.ts'
import { userDaysQuery } from '../shared/user-days.ts'
import { lostWords } from './lost-desk.tsx'

/** Days that the usual planning looks ahead. */
const AHEAD = 28

/** Tells, before anything else, on which days ahead the user has lost a desk and has none yet. */
export const LostDays = ({ today }: { today: string }) => {
  const { data } = useQuery(userDaysQuery(today, addDays(today, AHEAD)))
  const lost = (data?.items ?? []).flatMap(({ day, booking, lostBooking }) =>
    lostBooking && !booking ? [{ day, lostBooking }] : [],
  )
  if (lost.length === 0) return null
  return (
    <Alert
      color="yellow"
      variant="outline"
      mb="sm"
      styles={{ title: { color: 'var(--mantine-color-text)' } }}
      title={lost.length === 1 ? 'You lost your desk on 1 day' : `You lost your desk on ${lost.length} days`}
    >
      <List size="sm">
        {lost.map(({ day, lostBooking }) => (
          <List.Item key={day}>
            {shortDay(day)}: {lostWords(lostBooking)}{' '}
            <AnchorLink to="/me/desk" search={{ day }} inherit underline="always">
              Choose another
            </AnchorLink>
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
