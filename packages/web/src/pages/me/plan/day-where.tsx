import { Group, Text } from '@mantine/core'
import { IconCalendarEvent, IconCar, IconUsers } from '@tabler/icons-react'
import { AnchorLink } from '../../../components/links.tsx'
import { countOf } from '../../../components/number-format.ts'
import { timeOf } from '../../../time/zoned-time.ts'
import { bookedPlace } from '../shared/plan-words.ts'
import { useBuildings } from '../shared/use-me.ts'
import type { UserDay } from '../shared/user-days.ts'
import type { DayBay, DayEvent } from './day-row.tsx'
import { LostDesk } from './lost-desk.tsx'

interface Props {
  readonly day: UserDay
  readonly events: readonly DayEvent[]
  readonly bay: DayBay | undefined
  readonly visitors: number
}

const REPLIED = { invited: 'no reply yet', accepted: 'accepted', declined: 'declined' } as const

/** Where somebody is on a day, and what is on there. */
export const DayWhere = ({ day, events, bay, visitors }: Props) => {
  const buildings = useBuildings()
  const zoneOf = (locationId: string) => buildings.find((each) => each.locationId === locationId)?.timeZone ?? 'UTC'
  return (
    <>
      {day.plan === 'o' ? (
        <Text size="sm">
          <Text span fw={600} inherit>
            {day.booking ? bookedPlace(day.booking) : 'No desk yet'}
          </Text>
          {day.locationName ? ` · ${day.locationName}` : ''}
        </Text>
      ) : null}
      {day.lostBooking ? <LostDesk lost={day.lostBooking} /> : null}
      <Group gap="md" style={{ rowGap: 0 }}>
        {events.map(({ eventId, eventName, startsAt, locationId, reply, status }) => (
          <Group key={eventId} gap={4} wrap="nowrap" fz="sm">
            <IconCalendarEvent size={14} aria-hidden="true" />
            <AnchorLink to="/me/events" inherit td={status === 'cancelled' ? 'line-through' : undefined}>
              {timeOf(startsAt, zoneOf(locationId))} {eventName}
            </AnchorLink>
            <Text c="dimmed" inherit>
              {status === 'cancelled' ? 'cancelled' : reply ? REPLIED[reply] : 'yours'}
            </Text>
          </Group>
        ))}
        {bay ? (
          <Group gap={4} wrap="nowrap" fz="sm">
            <IconCar size={14} aria-hidden="true" />
            <AnchorLink to="/me/parking" search={{ day: day.day }} inherit>
              Bay {bay.bayName}
            </AnchorLink>
          </Group>
        ) : null}
        {visitors > 0 ? (
          <Group gap={4} wrap="nowrap" fz="sm">
            <IconUsers size={14} aria-hidden="true" />
            <AnchorLink to="/me/visitors" search={{ day: day.day }} inherit>
              {countOf(visitors, 'visitor')}
            </AnchorLink>
          </Group>
        ) : null}
      </Group>
    </>
  )
}
