import { t } from '@lingui/core/macro'
import { Text } from '@mantine/core'
import type { DeskBooking } from '@rollcall/contract'
import { useQuery } from '@tanstack/react-query'
import { allPages } from '../../../../api/query.ts'
import { personName } from '../../../../components/format.ts'
import { TextLink } from '../../../../components/links.tsx'
import { QueryState } from '../../../../components/states.tsx'
import type { ListColumn } from '../../../../components/table/columns.ts'
import { FactTable } from '../../../../components/table/fact-table.tsx'
import { fullDay } from '../../../../time/days.ts'

const COLUMNS: readonly ListColumn<DeskBooking>[] = [
  { key: 'day', name: t`Day`, value: ({ day }) => day, show: ({ day }) => fullDay(day) },
  {
    key: 'userId',
    name: t`Person`,
    value: personName,
    render: ({ userId, day, ...person }) => (
      <TextLink to="/admin/bookings" search={{ userId, day }}>
        {personName(person)}
      </TextLink>
    ),
  },
]

/** Who has booked a desk from today on. Each person leads to their bookings, where they can be moved or canceled. */
export const DeskBookings = ({ placeId, name }: { placeId: string; name: string }) => {
  const bookings = useQuery(allPages('listDeskBookings', { params: { placeId }, query: {} }))
  return (
    <QueryState query={bookings} height={80}>
      {({ items }) =>
        items.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t`No one has booked it from today on.`}
          </Text>
        ) : (
          <FactTable
            id="desk-bookings"
            label={t`Bookings of ${name}`}
            columns={COLUMNS}
            rows={items}
            rowKey={({ day }) => day}
            maxHeight={320}
          />
        )
      }
    </QueryState>
  )
}
