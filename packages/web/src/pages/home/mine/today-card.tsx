import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Stack, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { apiQuery } from '../../../api/query.ts'
import { AnchorLink, ButtonLink } from '../../../components/links.tsx'
import { fullDay } from '../../../time/days.ts'
import { timeText } from '../../../time/zoned-time.ts'
import { BookedSeat } from '../../../workplace/booked-seat.tsx'
import { useIsClosed } from '../../../workplace/calendar.ts'
import { CheckIn } from '../../../workplace/check-in.tsx'
import { type DayCommand, planDay } from '../../../workplace/day-commands.ts'
import { DayName } from '../../../workplace/day-name.tsx'
import { LostDesk } from '../../../workplace/lost-desk.tsx'
import { ME, useBuildings, useHome, useToday } from '../../../workplace/me.tsx'
import { PlanSwitch } from '../../../workplace/plan-switch.tsx'
import type { UserDay } from '../../../workplace/plans.ts'
import { useDayCommand, userDaysQuery } from '../../../workplace/user-days.ts'
import { Card } from '../shared/card.tsx'

/** Where the user is today and was seen, with the check-in while it is due. */
export const TodayCard = () => (
  <Card
    title={t`Today`}
    more={
      <AnchorLink to="/me/floor" size="sm">
        <Trans>See the floor</Trans>
      </AnchorLink>
    }
    height={130}
  >
    <Today />
  </Card>
)

const Today = () => {
  const today = useToday()
  const { data } = useSuspenseQuery(userDaysQuery(today, today))
  const seen = useSeen(today)
  const command = useDayCommand()
  const [day] = data.items
  if (!day) return null
  return <DayOfMine day={day} seen={seen} isBusy={command.isLocked(today)} run={(next) => command.mutate(next)} />
}

/** Says where and when the user was seen today; undefined until then. */
const useSeen = (today: string): string | undefined => {
  const { data } = useSuspenseQuery(apiQuery('listUserAttendance', { params: ME, query: { startDate: today, endDate: today } }))
  const buildings = useBuildings()
  const { firstSeenAt, attendanceLocationId, attendanceLocationName: place } = data.items[0] ?? {}
  if (!firstSeenAt || !place) return undefined
  const building = buildings.find(({ locationId }) => locationId === attendanceLocationId)
  const time = timeText(firstSeenAt, building?.timeZone ?? 'UTC')
  return t`You were seen in ${place} today, first at ${time}.`
}

interface Props {
  readonly day: UserDay
  readonly seen: string | undefined
  readonly isBusy: boolean
  readonly run: (command: DayCommand) => void
}

const DayOfMine = ({ day, seen, isBusy, run }: Props) => {
  const home = useHome()
  const isClosed = useIsClosed(day.locationId ?? home?.locationId ?? '', day)
  return (
    <Stack gap="xs" align="flex-start">
      <Text size="sm" c="dimmed">
        {fullDay(day.day)}
      </Text>
      <DayName day={day} />
      {day.planOrigin === 'time-off' ? (
        <Text fw={600}>
          <Trans>Time off</Trans>
        </Text>
      ) : (
        <PlanSwitch
          day={day.day}
          plan={day.plan}
          isBusy={isBusy}
          onChange={(plan) => run(planDay(day.day, plan, day.locationId))}
        />
      )}
      <BookedSeat day={day} isClosed={isClosed} />
      <CheckIn day={day} isToday isBusy={isBusy} run={run} />
      {day.lostBooking ? <LostDesk lost={day.lostBooking} /> : null}
      {day.plan === 'o' && !day.booking && !isClosed ? (
        <ButtonLink to="/me/desk" search={{ day: day.day }} size="sm" variant="default">
          <Trans>Choose a desk</Trans>
        </ButtonLink>
      ) : null}
      {seen ? (
        <Text size="sm">{seen}</Text>
      ) : day.plan === null ? (
        <Text size="sm" c="dimmed">
          <Trans>Nothing is planned for today. Choose above where you are.</Trans>
        </Text>
      ) : null}
    </Stack>
  )
}
