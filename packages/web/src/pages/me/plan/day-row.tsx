import { Badge, Group, Text } from '@mantine/core'
import type { Answer } from '../../../api/call.ts'
import { daysBetween, shortDay } from '../../../time/days.ts'
import { ORIGINS, PLANS } from '../shared/plan-words.ts'
import type { Building } from '../shared/use-me.ts'
import { type DayCommand, type Plan, planDay, type UserDay } from '../shared/user-days.ts'
import { DayActions } from './day-actions.tsx'
import classes from './day-row.module.css'
import { DayWhere } from './day-where.tsx'
import { PlanSwitch } from './plan-switch.tsx'

export type DayEvent = Answer<'listEvents'>['items'][number]
export type DayBay = Answer<'listUserParking'>['items'][number]

interface Props {
  readonly day: UserDay
  readonly today: string
  readonly home: Building | undefined
  readonly events: readonly DayEvent[]
  readonly bay: DayBay | undefined
  readonly visitors: number
  readonly isBusy: boolean
  readonly run: (command: DayCommand) => void
}

/** One day: what is planned, where, and what else is on. */
export const DayRow = ({ day, today, home, events, bay, visitors, isBusy, run }: Props) => {
  const isOff = day.planOrigin === 'time-off'
  const isToday = day.day === today
  const isBeyond = home !== undefined && daysBetween(today, day.day) > home.bookingWindowDays
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
        <Text size="xs" c="dimmed">
          {isToday ? 'Today' : day.isPast ? 'Past' : day.planOrigin ? ORIGINS[day.planOrigin] : 'no plan yet'}
        </Text>
      </div>
      <div className={classes.plan}>
        {isOff ? (
          <Badge size="lg" variant="outline" color="gray" c="var(--mantine-color-text)" radius="sm">
            Time off
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
        <DayWhere day={day} events={events} bay={bay} visitors={visitors} />
      </div>
      <div className={classes.actions}>
        <DayActions day={day} isOff={isOff} isBeyond={isBeyond} run={run} />
      </div>
    </li>
  )
}

/** What nobody changes any more. */
const PastPlan = ({ plan }: { plan: Plan | null }) => {
  if (!plan) return <Text c="dimmed">No plan</Text>
  const { label, icon: Icon } = PLANS[plan]
  return (
    <Group gap={8} wrap="nowrap" px="sm" h={36}>
      <Icon size={16} aria-hidden="true" />
      <Text size="sm">{label}</Text>
    </Group>
  )
}
