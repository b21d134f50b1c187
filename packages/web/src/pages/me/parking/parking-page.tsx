import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { allPages } from '../../../api/all-pages.ts'
import { EmptyState } from '../../../components/empty-state.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { QueryState } from '../../../components/query-state.tsx'
import { fullDay } from '../../../time/days.ts'
import { DayStep } from '../booking/day-step.tsx'
import { BuildingSelect } from '../shared/building-select.tsx'
import { ME, useBuildings, useHome, useToday } from '../shared/use-me.ts'
import { MyBays } from './my-bays.tsx'
import { useParkingCommands } from './use-parking-commands.ts'

/** Bays that are free on a day, and those that somebody has booked. */
export const ParkingPage = () => {
  const search = useSearch({ from: '/shell/me/parking' })
  const navigate = useNavigate({ from: '/me/parking' })
  const home = useHome()
  const buildings = useBuildings()
  const today = useToday()
  const day = search.day ?? today
  const locationId = search.locationId ?? home?.locationId ?? buildings[0]?.locationId ?? ''
  const bays = useQuery({
    ...allPages('listFreeBays', { params: { locationId }, query: { day } }, 1),
    enabled: locationId !== '',
    placeholderData: keepPreviousData,
  })
  const mine = useQuery(allPages('listUserParking', { params: ME, query: { startDate: today, status: 'booked' } }, 1))
  const { book, cancel } = useParkingCommands()
  const go = (next: typeof search) => void navigate({ search: { ...search, ...next }, replace: true })
  const ofDay = mine.data?.items.find((booking) => booking.day === day)
  return (
    <>
      <PageHeader title="Parking" description="One bay a day. Booking another one for the same day moves your booking." />
      <Stack gap="xl">
        <section aria-label="Free bays">
          <Group gap="sm" align="flex-end" mb="sm">
            <BuildingSelect label="Building" value={locationId} onChange={(next) => next && go({ locationId: next })} />
            <DayStep day={day} onChange={(next) => go({ day: next })} />
          </Group>
          <Text role="status" mb="sm" size="sm">
            {ofDay ? (
              <>
                {fullDay(day)}: you have{' '}
                <Text span inherit fw={600}>
                  bay {ofDay.bayName}, {ofDay.locationName}
                </Text>
                .
              </>
            ) : (
              `${fullDay(day)}: you have no bay.`
            )}
          </Text>
          <QueryState query={bays} height={140}>
            {({ items, isCut }) =>
              items.length === 0 ? (
                <EmptyState title="No bay is free on this day" height={140}>
                  Choose another day or another building.
                </EmptyState>
              ) : (
                <Stack gap="sm" align="flex-start">
                  <Button onClick={() => book.mutate({ day, body: { locationId } })} loading={book.isPending}>
                    Book any free bay
                  </Button>
                  <Group gap="xs" role="group" aria-label="Free bays by name">
                    {items.map(({ bayId, bayName }) => (
                      <Button
                        key={bayId}
                        variant="default"
                        size="xs"
                        aria-label={`Book bay ${bayName}`}
                        disabled={book.isPending}
                        onClick={() => book.mutate({ day, body: { bayId } })}
                      >
                        {bayName}
                      </Button>
                    ))}
                    {isCut ? <Text size="sm">and more</Text> : null}
                  </Group>
                </Stack>
              )
            }
          </QueryState>
        </section>
        <section>
          <Title order={2} size="h4" mb="xs">
            My bays
          </Title>
          <QueryState query={mine} height={120}>
            {({ items }) => <MyBays bookings={items} onCancel={cancel.mutate} isBusy={cancel.isPending} />}
          </QueryState>
        </section>
      </Stack>
    </>
  )
}
