import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Stack, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { AnchorLink } from '../../../components/links.tsx'
import { addDays, mondayOf, shortDay, weekdayOf } from '../../../time/days.ts'
import { DayName } from '../../../workplace/day-name.tsx'
import { useToday } from '../../../workplace/me.tsx'
import { PlanSwitch } from '../../../workplace/plan-switch.tsx'
import { bookedPlace, PLANS, type UserDay } from '../../../workplace/plans.ts'
import { planDay, useDayCommand, userDaysQuery } from '../../../workplace/user-days.ts'
import { Card } from '../shared/card.tsx'
import classes from './week-card.module.css'

const FRIDAY = 5

/** The rest of the week, each day planned by one click; at the weekend, the week that follows. */
export const WeekCard = () => (
  <Card
    title={t`This week`}
    more={
      <AnchorLink to="/me" size="sm">
        <Trans>Plan more</Trans>
      </AnchorLink>
    }
    height={380}
  >
    <Week />
  </Card>
)

const Week = () => {
  const today = useToday()
  const isOver = weekdayOf(today) > FRIDAY
  const monday = isOver ? addDays(mondayOf(today), 7) : mondayOf(today)
  const { data } = useSuspenseQuery(userDaysQuery(monday, addDays(monday, 6)))
  const command = useDayCommand()
  // Days of the weekend are shown only to people who planned something for them.
  const days = data.items.filter(({ day, plan }) => weekdayOf(day) <= FRIDAY || plan !== null)
  return (
    <Stack component="ul" gap={0} m={0} p={0} className={classes.week} aria-label={isOver ? t`Next week` : t`This week`}>
      {isOver ? (
        <Text component="li" size="sm" c="dimmed" mb="xs">
          <Trans>Next week, as this one is over:</Trans>
        </Text>
      ) : null}
      {days.map((day) => (
        <li key={day.day} className={classes.day} data-today={day.day === today || undefined} aria-label={shortDay(day.day)}>
          <div>
            <Text size="sm" fw={600}>
              {shortDay(day.day)}
            </Text>
            <Text component="div" size="xs" c="dimmed">
              <Where day={day} isToday={day.day === today} />
            </Text>
          </div>
          {day.isPast || day.planOrigin === 'time-off' ? (
            <Text size="sm">{day.planOrigin === 'time-off' ? t`Time off` : day.plan ? PLANS[day.plan].label : t`No plan`}</Text>
          ) : (
            <PlanSwitch
              day={day.day}
              plan={day.plan}
              isBusy={command.isLocked(day.day)}
              onChange={(plan) => command.mutate(planDay(day.day, plan, day.locationId))}
            />
          )}
        </li>
      ))}
    </Stack>
  )
}

const Where = ({ day, isToday }: { day: UserDay; isToday: boolean }) => (
  <>
    <DayName day={day} />
    {[isToday ? t`Today` : '', day.booking ? bookedPlace(day.booking) : day.plan === 'o' ? (day.locationName ?? '') : '']
      .filter(Boolean)
      .join(' · ')}
  </>
)
