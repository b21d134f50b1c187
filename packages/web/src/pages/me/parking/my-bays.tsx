import { Button, Table } from '@mantine/core'
import type { Answer } from '../../../api/call.ts'
import { EmptyState } from '../../../components/empty-state.tsx'
import { fullDay } from '../../../time/days.ts'

interface Props {
  readonly bookings: Answer<'listUserParking'>['items']
  readonly onCancel: (booking: Answer<'listUserParking'>['items'][number]) => void
  readonly isBusy: boolean
}

/** Bays from today on. */
export const MyBays = ({ bookings, onCancel, isBusy }: Props) =>
  bookings.length === 0 ? (
    <EmptyState title="You have booked no bay" height={120} />
  ) : (
    <Table.ScrollContainer
      minWidth={460}
      scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': 'My bays' } }}
    >
      <Table withTableBorder aria-label="My bays">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Day</Table.Th>
            <Table.Th>Bay</Table.Th>
            <Table.Th>Building</Table.Th>
            <Table.Th>Change</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {bookings.map((booking) => (
            <Table.Tr key={booking.parkingBookingId}>
              <Table.Td>{fullDay(booking.day)}</Table.Td>
              <Table.Td>{booking.bayName}</Table.Td>
              <Table.Td>{booking.locationName}</Table.Td>
              <Table.Td>
                <Button
                  size="compact-sm"
                  variant="default"
                  disabled={isBusy}
                  aria-label={`Cancel bay on ${fullDay(booking.day)}`}
                  onClick={() => onCancel(booking)}
                >
                  Cancel
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
