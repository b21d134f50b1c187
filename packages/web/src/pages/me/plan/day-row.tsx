import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Group, Text } from '@mantine/core'
import { IconCalendarEvent, IconCar, IconUsers } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Answer } from '../../../api/call.ts'
import { AnchorLink } from '../../../components/links.tsx'
import { daysBetween, shortDay } from '../../../time/days.ts'
import { timeOf } from '../../../time/zoned-time.ts'
import { BookedSeat } from '../../../workplace/booked-seat.tsx'
import { useIsClosed } from '../../../workplace/calendar.ts'
import { CheckIn } from '../../../workplace/check-in.tsx'
import { DayName } from '../../../workplace/day-name.tsx'
import { LostDesk } from '../../../workplace/lost-desk.tsx'
import { type Building, useBuildings } from '../../../workplace/me.tsx'
import { PlanSwitch } from '../../../workplace/plan-switch.tsx'
import type { Plan, UserDay } from '../../../workplace/plans.ts'
import { ORIGINS, PLANS } from '../../../workplace/plans.ts'
import { type DayCommand, planDay } from '../../../workplace/user-days.ts'
import { DayActions } from './day-actions.tsx'
import classes from './day-row.module.css'

type DayEvent = Answer<'listEvents'>['items'][number]
type DayBay = Answer<'listUserParking'>['items'][number]

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

/** One day: the plan, the location, and what else takes place. */
export const DayRow = ({ day, today, home, events, bay, visitors, isBusy, run }: Props) => {
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
        <Text size="xs" c="dimmed">
          {isToday ? t`Today` : day.isPast ? t`Past` : day.planOrigin ? ORIGINS[day.planOrigin] : t`no plan yet`}
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
        <DayWhere day={day} events={events} bay={bay} visitors={visitors}>
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

interface DayWhereProps {
  readonly day: UserDay
  readonly events: readonly DayEvent[]
  readonly bay: DayBay | undefined
  readonly visitors: number
  /** The check-in, below what is booked. */
  readonly children: ReactNode
}

const REPLIED = { invited: t`no reply yet`, accepted: t`accepted`, declined: t`declined` } as const

/** Where the user is on a day, and what takes place there. */
const DayWhere = ({ day, events, bay, visitors, children }: DayWhereProps) => {
  const buildings = useBuildings()
  const bayName = bay?.bayName
  const zoneOf = (locationId: string) => buildings.find((each) => each.locationId === locationId)?.timeZone ?? 'UTC'
  return (
    <>
      <DayName day={day} />
      <BookedSeat day={day} />
      {children}
      {day.lostBooking ? <LostDesk lost={day.lostBooking} /> : null}
      <Group gap="md" style={{ rowGap: 0 }}>
        {events.map(({ eventId, eventName, startsAt, locationId, reply, status }) => (
          <Group key={eventId} gap={4} wrap="nowrap" align="flex-start" fz="sm">
            <IconCalendarEvent size={14} aria-hidden="true" style={{ flexShrink: 0, marginTop: 3 }} />
            {/* One text, so that a long name and the reply fill the lines together. */}
            <Text inherit miw={0}>
              <AnchorLink to="/me/events" inherit underline="always" td={status === 'cancelled' ? 'line-through' : undefined}>
                {timeOf(startsAt, zoneOf(locationId))} {eventName}
              </AnchorLink>{' '}
              <Text span c="dimmed" inherit style={{ whiteSpace: 'nowrap' }}>
                {status === 'cancelled' ? t`canceled` : reply ? REPLIED[reply] : t`yours`}
              </Text>
            </Text>
          </Group>
        ))}
        {bay ? (
          <Group gap={4} wrap="nowrap" fz="sm">
            <IconCar size={14} aria-hidden="true" />
            <AnchorLink to="/me/parking" search={{ day: day.day }} inherit>
              <Trans>Bay {bayName}</Trans>
            </AnchorLink>
          </Group>
        ) : null}
        {visitors > 0 ? (
          <Group gap={4} wrap="nowrap" fz="sm">
            <IconUsers size={14} aria-hidden="true" />
            <AnchorLink to="/me/visitors" search={{ day: day.day }} inherit>
              {plural(visitors, { one: '# visitor', other: '# visitors' })}
            </AnchorLink>
          </Group>
        ) : null}
      </Group>
    </>
  )
}
