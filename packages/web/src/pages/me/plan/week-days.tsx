import { Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { allPages } from '../../../api/query.ts'
import { QueryState } from '../../../components/states.tsx'
import { addDays } from '../../../time/days.ts'
import type { DayCommand } from '../../../workplace/day-commands.ts'
import { type Building, useMe } from '../../../workplace/me.tsx'
import { useParkingCommands } from '../../../workplace/parking-commands.ts'
import { useDayCommand, userDaysQuery } from '../../../workplace/user-days.ts'
import { baysQuery, visitsQuery } from '../../../workplace/what-stays.ts'
import { DayRow } from './day-row.tsx'

interface Props {
  readonly monday: string
  readonly today: string
  readonly home: Building | undefined
}

/** The days of a week, one below the other. */
export const WeekDays = ({ monday, today, home }: Props) => {
  const range = { startDate: monday, endDate: addDays(monday, 6) }
  const days = useQuery({ ...userDaysQuery(range.startDate, range.endDate), placeholderData: keepPreviousData })
  const { userId } = useMe()
  const events = useQuery(allPages('listEvents', { query: { ...range, mine: 'true' } }))
  const parking = useQuery(baysQuery(range.startDate, range.endDate))
  const visits = useQuery(visitsQuery(userId, range.startDate, range.endDate))
  const command = useDayCommand({ isAllShown: true })
  const { cancel } = useParkingCommands()
  const run = (next: DayCommand) => command.mutate(next)
  return (
    <QueryState query={days} height={7 * 76}>
      {({ items }) => (
        <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
          {items.map((day) => (
            <DayRow
              key={day.day}
              day={day}
              today={today}
              home={home}
              events={events.data?.items.filter((event) => event.day === day.day) ?? []}
              bay={parking.data?.items.find((booking) => booking.day === day.day)}
              visits={visits.data?.items.filter((visit) => visit.day === day.day && visit.status !== 'cancelled') ?? []}
              onGiveBack={cancel.mutate}
              isBusy={command.isLocked(day.day)}
              run={run}
            />
          ))}
        </Stack>
      )}
    </QueryState>
  )
}
