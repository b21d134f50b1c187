import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Group, Text } from '@mantine/core'
import { daysBetween, shortDay } from '../../../time/days.ts'
import { useIsClosed } from '../../../workplace/calendar.ts'
import { CheckIn } from '../../../workplace/check-in.tsx'
import { type DayCommand, planDay } from '../../../workplace/day-commands.ts'
import { type Building, useBuildings } from '../../../workplace/me.tsx'
import { PlanSwitch } from '../../../workplace/plan-switch.tsx'
import type { Plan, UserDay } from '../../../workplace/plans.ts'
import { PLANS } from '../../../workplace/plans.ts'
import { DayActions } from './day-actions.tsx'
import classes from './day-row.module.css'
import { DayWhere, type OfDay } from './day-where.tsx'
import { PlanOrigin } from './plan-origin.tsx'

interface Props extends OfDay {
  readonly day: UserDay
  readonly today: string
  readonly home: Building | undefined
  readonly isBusy: boolean
  readonly run: (command: DayCommand) => void
}

/** One day: the plan, the location, and what else takes place. */
export const DayRow = ({ day, today, home, isBusy, run, ...ofDay }: Props) => {
  const isOff = day.planOrigin === 'time-off'
  const isToday = day.day === today
  const isClosed = useIsClosed(day.locationId ?? home?.locationId ?? '', day)
  const building = useBuildings().find(({ locationId }) => locationId === day.locationId) ?? home
  const isBeyond = building !== undefined && daysBetween(today, day.day) > building.bookingWindowDays
  return (
    <li
      className={classes.row}
      aria-label={shortDay(day.day)}
      aria-busy={isBusy}
      data-today={isToday || undefined}
      data-past={day.isPast || undefined}
    >
      <div className={classes.date}>
        <Text fw={700}>{shortDay(day.day)}</Text>
        <Text component="div" size="xs" c="dimmed">
          {isToday ? t`Today` : day.isPast ? t`Past` : <PlanOrigin day={day} />}
        </Text>
      </div>
      <div className={classes.plan}>
        {isOff ? (
          <Badge size="lg" variant="outline" color="gray" c="var(--mantine-color-text)" radius="sm">
            <Trans>Time off</Trans>
          </Badge>
        ) : day.isPast ? (
          <PastPlan plan={day.plan} />
        ) : (
          <PlanSwitch
            day={day.day}
            plan={day.plan}
            isBusy={isBusy}
            onChange={(plan) => run(planDay(day.day, plan, day.locationId))}
          />
        )}
      </div>
      <div className={classes.where}>
        <DayWhere day={day} isClosed={isClosed} {...ofDay}>
          <CheckIn day={day} isToday={isToday} isBusy={isBusy} run={run} />
        </DayWhere>
      </div>
      <div className={classes.actions}>
        <DayActions day={day} isOff={isOff} isBeyond={isBeyond} isClosed={isClosed} isBusy={isBusy} run={run} />
      </div>
    </li>
  )
}

/** A plan that can no longer be changed. */
const PastPlan = ({ plan }: { plan: Plan | null }) => {
  if (!plan)
    return (
      <Text c="dimmed">
        <Trans>No plan</Trans>
      </Text>
    )
  const { label, icon: Icon } = PLANS[plan]
  return (
    <Group gap={8} wrap="nowrap" px="sm" h={36}>
      <Icon size={16} aria-hidden="true" />
      <Text size="sm">{label}</Text>
    </Group>
  )
}
