import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { AnchorLink, TextLink } from '../../../components/links.tsx'
import { addDays, fullDay } from '../../../time/days.ts'
import { useHome, useMe, useToday } from '../../../workplace/me.tsx'
import { bookedPlace } from '../../../workplace/plans.ts'
import { userDaysQuery } from '../../../workplace/user-days.ts'
import { Card } from '../shared/card.tsx'

const AHEAD_DAYS = 28

/** The next day after today for which the user has a booking. */
export const BookingCard = () => (
  <Card
    title={t`Next booking`}
    more={
      <AnchorLink to="/me/desk" size="sm">
        <Trans>Choose a desk</Trans>
      </AnchorLink>
    }
    height={50}
  >
    <NextBooking />
  </Card>
)

const NextBooking = () => {
  const today = useToday()
  const home = useHome()
  const { primaryLocationName: building } = useMe()
  const { data } = useSuspenseQuery(userDaysQuery(addDays(today, 1), addDays(today, AHEAD_DAYS)))
  const next = data.items.find(({ booking }) => booking !== null)
  if (next) {
    const [date, place] = [fullDay(next.day), [bookedPlace(next.booking), next.locationName].filter(Boolean).join(' · ')]
    return (
      <Text size="sm">
        <Trans>
          <TextLink underline="always" to="/me" search={{ day: next.day }} fw={600}>
            {date}
          </TextLink>
          : {place}
        </Trans>
      </Text>
    )
  }
  return (
    <Text size="sm" c="dimmed">
      {home
        ? t`You have booked nothing in the next ${AHEAD_DAYS} days. Plan a day in the office, and choose a desk.`
        : building
          ? t`${building} is out of service. A workplace administrator can set it active again, or give you another primary building.`
          : t`You have no primary building yet. An administrator sets it; until then, choose a building when you book.`}
    </Text>
  )
}
