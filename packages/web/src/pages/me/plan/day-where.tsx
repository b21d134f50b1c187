import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Text } from '@mantine/core'
import { IconCalendarEvent, IconCar, IconUsers } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Answer } from '../../../api/call.ts'
import { useKeptFocus } from '../../../components/kept-focus.ts'
import { AnchorLink } from '../../../components/links.tsx'
import { shortDay } from '../../../time/days.ts'
import { timeText } from '../../../time/zoned-time.ts'
import { BookedSeat } from '../../../workplace/booked-seat.tsx'
import { DayName } from '../../../workplace/day-name.tsx'
import { LostDesk } from '../../../workplace/lost-desk.tsx'
import { useBuildings } from '../../../workplace/me.tsx'
import type { ParkingBooking } from '../../../workplace/parking-commands.ts'
import type { UserDay } from '../../../workplace/plans.ts'
import { isElsewhere } from '../../../workplace/what-stays.ts'

/** What takes place on a day besides the plan. */
export interface OfDay {
  readonly events: readonly Answer<'listEvents'>['items'][number][]
  readonly bay: ParkingBooking | undefined
  readonly visits: readonly Answer<'listVisits'>['items'][number][]
  readonly onGiveBack: (bay: ParkingBooking) => void
}

interface Props extends OfDay {
  readonly day: UserDay
  /** True on a day on which no one is booked in the building. */
  readonly isClosed: boolean
  /** The check-in, below what is booked. */
  readonly children: ReactNode
}

const REPLIED = { invited: t`no reply yet`, accepted: t`accepted`, declined: t`declined` } as const

/** Where the user is on a day, and what takes place there. */
export const DayWhere = ({ day, isClosed, events, bay, visits, onGiveBack, children }: Props) => {
  const buildings = useBuildings()
  const kept = useKeptFocus<HTMLDivElement>()
  const zoneOf = (locationId: string) => buildings.find((each) => each.locationId === locationId)?.timeZone ?? 'UTC'
  return (
    <>
      <DayName day={day} />
      <BookedSeat day={day} isClosed={isClosed} />
      {children}
      {day.lostBooking ? <LostDesk lost={day.lostBooking} /> : null}
      <Group gap="md" style={{ rowGap: 0 }} {...kept.area} {...kept.target}>
        {events.map(({ eventId, eventName, startsAt, locationId, reply, status }) => (
          <Group key={eventId} gap={4} wrap="nowrap" align="flex-start" fz="sm">
            <IconCalendarEvent size={14} aria-hidden="true" style={{ flexShrink: 0, marginTop: 3 }} />
            {/* One text, so that a long name and the reply fill the lines together. */}
            <Text inherit miw={0}>
              <AnchorLink to="/me/events" inherit underline="always" td={status === 'cancelled' ? 'line-through' : undefined}>
                {timeText(startsAt, zoneOf(locationId))} {eventName}
              </AnchorLink>{' '}
              <Text span c="dimmed" inherit style={{ whiteSpace: 'nowrap' }}>
                {status === 'cancelled' ? t`canceled` : reply ? REPLIED[reply] : t`yours`}
              </Text>
            </Text>
          </Group>
        ))}
        {bay ? <Bay day={day} bay={bay} onGiveBack={onGiveBack} /> : null}
        <Visitors day={day} visits={visits} />
      </Group>
    </>
  )
}

/** The bay of a day, and, if the user is not there that day, in which building it still is, and the button that gives it back. */
const Bay = ({ day, bay, onGiveBack }: Pick<Props, 'day' | 'onGiveBack'> & { bay: ParkingBooking }) => {
  const { bayName, locationName, locationId } = bay
  const [date, isStaying] = [shortDay(day.day), !day.isPast && isElsewhere(day, locationId)]
  return (
    <Group gap={4} fz="sm">
      <IconCar size={14} aria-hidden="true" />
      <AnchorLink to="/me/parking" search={{ day: day.day }} inherit>
        <Trans>Bay {bayName}</Trans>
      </AnchorLink>
      {isStaying ? (
        <>
          <Text span c="dimmed" inherit>
            {t`still yours in ${locationName}`}
          </Text>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t`Give bay ${bayName} on ${date} back`}
            onClick={() => onGiveBack(bay)}
          >
            <Trans>Give it back</Trans>
          </Button>
        </>
      ) : null}
    </Group>
  )
}

/** How many visitors come, and to which building, if the user is not there that day. */
const Visitors = ({ day, visits }: Pick<Props, 'day' | 'visits'>) => {
  const visitors = visits.length
  if (visitors === 0) return null
  const waiting = visits.find(({ status, locationId }) => status === 'expected' && isElsewhere(day, locationId))
  const locationName = waiting?.locationName
  return (
    <Group gap={4} fz="sm">
      <IconUsers size={14} aria-hidden="true" />
      <AnchorLink to="/me/visitors" search={{ day: day.day }} inherit>
        {plural(visitors, { one: '# visitor', other: '# visitors' })}
      </AnchorLink>
      {locationName && !day.isPast ? (
        <Text span c="dimmed" inherit>
          {t`still expected in ${locationName}`}
        </Text>
      ) : null}
    </Group>
  )
}
