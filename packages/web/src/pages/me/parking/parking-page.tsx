import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { allPages } from '../../../api/query.ts'
import { DayStep } from '../../../components/fields.tsx'
import { useKeptFocus } from '../../../components/kept-focus.ts'
import { TextLink } from '../../../components/links.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { EmptyState, QueryState } from '../../../components/states.tsx'
import { FactTable } from '../../../components/table/fact-table.tsx'
import { dayOf } from '../../../shell/search.ts'
import { fullDay } from '../../../time/days.ts'
import { BuildingSelect } from '../../../workplace/building-select.tsx'
import { useClosedDay } from '../../../workplace/calendar.ts'
import { ME, useBuildings, useHome, useToday } from '../../../workplace/me.tsx'
import { NoBuilding } from '../../../workplace/no-building.tsx'
import { type ParkingBooking, useParkingCommands } from '../../../workplace/parking-commands.ts'
import { userDaysQuery } from '../../../workplace/user-days.ts'
import { elsewhereWords } from '../../../workplace/what-stays.ts'
import { WrongAddress } from '../shared/wrong-address.tsx'
import { NoFreeBay } from './no-free-bay.tsx'

/** The bays that are free on a day, and those that the user has booked. */
export const ParkingPage = () => {
  const search = useSearch({ from: '/shell/me/parking' })
  const navigate = useNavigate({ from: '/me/parking' })
  const home = useHome()
  const buildings = useBuildings()
  const today = useToday()
  const day = dayOf(search.day) ?? today
  const given = buildings.find((each) => each.locationId === search.locationId)
  const locationId = (given ?? home ?? buildings[0])?.locationId ?? ''
  const bays = useQuery({
    ...allPages('listFreeBays', { params: { locationId }, query: { day } }, 1),
    enabled: locationId !== '',
    placeholderData: keepPreviousData,
  })
  const mine = useQuery(allPages('listUserParking', { params: ME, query: { startDate: today, status: 'booked' } }))
  const days = useQuery(userDaysQuery(day, day))
  const closed = useClosedDay(locationId, day)
  const { book, cancel } = useParkingCommands()
  const [offers, own] = [useKeptFocus<HTMLParagraphElement>(), useKeptFocus<HTMLHeadingElement>()]
  const go = (next: typeof search) => void navigate({ search: { ...search, ...next }, replace: true })
  const { bayName, locationName, locationId: bayLocationId } = mine.data?.items.find((booking) => booking.day === day) ?? {}
  const elsewhere = day >= today ? elsewhereWords(days.data?.items[0], bayLocationId ?? locationId) : undefined
  // Neither while they are read, nor of a day that is over.
  const isKnown = mine.data !== undefined && day >= today
  const date = fullDay(day)
  return (
    <>
      <PageHeader title={t`Parking`} description={t`One bay a day. Booking another one for the same day moves your booking.`} />
      <WrongAddress day={search.day} locationId={search.locationId} />
      <Stack gap="xl">
        <section aria-label={t`Free bays`} {...offers.area}>
          <Group gap="sm" align="flex-end" mb="sm">
            <BuildingSelect label={t`Building`} value={locationId} onChange={(next) => next && go({ locationId: next })} />
            <DayStep day={day} onChange={(next) => go({ day: next })} />
          </Group>
          <Text role="status" mb="sm" mih={22} size="sm" {...offers.target}>
            {bayName ? (
              <Trans>
                {date}: you have{' '}
                <Text span inherit fw={600}>
                  bay {bayName}, {locationName}
                </Text>
                .
              </Trans>
            ) : isKnown ? (
              t`${date}: you have no bay.`
            ) : null}
          </Text>
          {elsewhere ? (
            <Text mb="sm" size="sm" c="dimmed">
              {elsewhere}
            </Text>
          ) : null}
          {locationId === '' ? (
            <NoBuilding height={140}>
              <Trans>
                Free bays of a building appear here. Administrators add them under{' '}
                <TextLink underline="always" to="/admin/places">
                  Places
                </TextLink>
                .
              </Trans>
            </NoBuilding>
          ) : (
            <QueryState query={bays} height={140}>
              {({ items, isCut }) =>
                closed ? (
                  <EmptyState title={closed} height={140}>
                    <Trans>No bay is booked on this day. Choose another day or another building.</Trans>
                  </EmptyState>
                ) : items.length === 0 ? (
                  <NoFreeBay locationId={locationId} hasBay={bayLocationId === locationId} />
                ) : (
                  <Stack gap="sm" align="flex-start">
                    <Button onClick={() => book.mutate({ day, body: { locationId } })} loading={book.isPending}>
                      <Trans>Book any free bay</Trans>
                    </Button>
                    <Group gap="xs" role="group" aria-label={t`Free bays by name`}>
                      {items.map(({ bayId, bayName: name }) => (
                        <Button
                          key={bayId}
                          variant="default"
                          size="xs"
                          aria-label={t`Book bay ${name}`}
                          disabled={book.isPending}
                          onClick={() => book.mutate({ day, body: { bayId } })}
                        >
                          {name}
                        </Button>
                      ))}
                      {isCut ? (
                        <Text size="sm">
                          <Trans>and more</Trans>
                        </Text>
                      ) : null}
                    </Group>
                  </Stack>
                )
              }
            </QueryState>
          )}
        </section>
        <section {...own.area}>
          <Title order={2} size="h4" mb="xs" {...own.target}>
            <Trans>My bays</Trans>
          </Title>
          <QueryState query={mine} height={120}>
            {({ items }) => <MyBays bookings={items} onCancel={cancel.mutate} isBusy={cancel.isPending} />}
          </QueryState>
        </section>
      </Stack>
    </>
  )
}

interface Props {
  readonly bookings: readonly ParkingBooking[]
  readonly onCancel: (booking: ParkingBooking) => void
  readonly isBusy: boolean
}

/** Bookings of bays from today on. */
const MyBays = ({ bookings, onCancel, isBusy }: Props) =>
  bookings.length === 0 ? (
    <EmptyState title={t`You have booked no bay`} height={120}>
      <Trans>
        Bays that you book appear here. Book one above, for a day of your{' '}
        <TextLink underline="always" to="/me">
          plan
        </TextLink>{' '}
        in the office.
      </Trans>
    </EmptyState>
  ) : (
    <FactTable
      id="bays"
      label={t`My bays`}
      columns={[
        { key: 'day', name: t`Day`, value: ({ day }) => day, show: ({ day }) => fullDay(day) },
        { key: 'bay', name: t`Bay`, value: ({ bayName }) => bayName },
        { key: 'building', name: t`Building`, isChoice: true, value: ({ locationName }) => locationName },
        {
          key: 'change',
          name: t`Change`,
          value: () => null,
          isAction: true,
          render: (booking) => {
            const date = fullDay(booking.day)
            return (
              <Button
                size="compact-sm"
                variant="default"
                disabled={isBusy}
                aria-label={t`Cancel bay on ${date}`}
                onClick={() => onCancel(booking)}
              >
                <Trans context="booking">Cancel</Trans>
              </Button>
            )
          },
        },
      ]}
      rows={bookings}
      rowKey={({ parkingBookingId }) => parkingBookingId}
      minWidth={460}
    />
  )
