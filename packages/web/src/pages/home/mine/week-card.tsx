import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Stack, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { AnchorLink } from '../../../components/links.tsx'
import { addDays, mondayOf, shortDay, weekdayOf } from '../../../time/days.ts'
import { useIsClosed } from '../../../workplace/calendar.ts'
import { type DayCommand, planDay } from '../../../workplace/day-commands.ts'
import { DayName } from '../../../workplace/day-name.tsx'
import { useHome, useToday } from '../../../workplace/me.tsx'
import { PlanSwitch } from '../../../workplace/plan-switch.tsx'
import { bookedPlace, type UserDay } from '../../../workplace/plans.ts'
import { useDayCommand, userDaysQuery } from '../../../workplace/user-days.ts'
import { Card } from '../shared/card.tsx'
import classes from './week-card.module.css'

const FRIDAY = 5
/** After today, as many days as have every weekday among them once. */
const AHEAD_DAYS = 7

/** The next five working days, each planned by one click: whatever today is, the next Wednesday is among them. */
export const WeekCard = () => (
  <Card
    title={t`The next days`}
    more={
      <AnchorLink to="/me" size="sm">
        <Trans>Plan more</Trans>
      </AnchorLink>
    }
    height={324}
  >
    <NextDays />
  </Card>
)

const NextDays = () => {
  const today = useToday()
  // From Monday on, because the page that is shown offline keeps whole weeks.
  const { data } = useSuspenseQuery(userDaysQuery(mondayOf(today), addDays(today, AHEAD_DAYS)))
  const command = useDayCommand()
  // Days of the weekend are shown only to people who planned something for them.
  const days = data.items.filter(({ day, plan }) => day > today && (weekdayOf(day) <= FRIDAY || plan !== null))
  return (
    <Stack component="ul" gap={0} m={0} p={0} className={classes.week} aria-label={t`The next days`}>
      {days.map((day) => (
        <NextDay key={day.day} day={day} isBusy={command.isLocked(day.day)} run={(next) => command.mutate(next)} />
      ))}
    </Stack>
  )
}

const NextDay = ({ day, isBusy, run }: { day: UserDay; isBusy: boolean; run: (command: DayCommand) => void }) => (
  <li className={classes.day} aria-label={shortDay(day.day)}>
    <div className={classes.what}>
      <Text size="sm" fw={600}>
        {shortDay(day.day)}
      </Text>
      <Text component="div" size="xs" c="dimmed">
        <DayName day={day} />
        {day.plan === 'o' ? <Seat day={day} /> : null}
      </Text>
    </div>
    {day.planOrigin === 'time-off' ? (
      <Text size="sm">{t`Time off`}</Text>
    ) : (
      <PlanSwitch
        day={day.day}
        plan={day.plan}
        isBusy={isBusy}
        onChange={(plan) => run(planDay(day.day, plan, day.locationId))}
      />
    )}
  </li>
)

/** What is booked, or where to book it, and the building if it is not the usual one: names of desks are the same in several. */
const Seat = ({ day: { day, booking, locationId, locationName, dayType } }: { day: UserDay }) => {
  const home = useHome()
  const isClosed = useIsClosed(locationId ?? home?.locationId ?? '', { day, dayType })
  if (!booking && isClosed) return locationName
  const [date, place] = [shortDay(day), bookedPlace(booking)]
  const elsewhere = locationId === home?.locationId ? null : locationName
  return (
    <>
      <AnchorLink
        to="/me/desk"
        search={{ day }}
        inherit
        className={classes.seat}
        aria-label={booking ? t`${place}, ${date}` : t`Choose a desk on ${date}`}
      >
        {booking ? place : t`Choose a desk`}
      </AnchorLink>
      {elsewhere ? ` · ${elsewhere}` : null}
    </>
  )
}
