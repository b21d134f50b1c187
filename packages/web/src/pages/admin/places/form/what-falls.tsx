import { List, Text } from '@mantine/core'
import type { Deactivation } from '@rollcall/contract'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../../../api/query.ts'
import { showNumber } from '../../../../components/number-format.ts'
import { personName } from '../../../../components/person-name.ts'
import { QueryState } from '../../../../components/query-state.tsx'
import { shortDay } from '../../../../time/days.ts'
import { type Item, idOf, type Kind } from '../kinds/kind.ts'

/** Bookings that are named; more would be a page. */
const SHOWN = 8

/** What would be canceled if this node became inactive now. */
export const useDeactivationPreview = (kind: Kind, item: Item, enabled: boolean) => {
  const params = { [kind.idField]: idOf(kind, item) } as { placeId: string }
  // Kinds differ in the name of their id alone.
  const operation = kind.previewDeactivation as 'previewPlaceDeactivation'
  return useQuery({ ...apiQuery(operation, { params }), gcTime: 0, staleTime: 0, enabled })
}

/** How many bookings fall with a node that becomes inactive, and whose. */
export const WhatFalls = ({ preview }: { preview: ReturnType<typeof useDeactivationPreview> }) => (
  <QueryState query={preview} height={48}>
    {(deactivation) => <Fallen {...deactivation} />}
  </QueryState>
)

const Fallen = ({ bookingCount, userCount, bookings }: Deactivation) => {
  if (bookingCount === 0) return <Text size="sm">It has no bookings after today.</Text>
  const rest = bookingCount - Math.min(SHOWN, bookings.length)
  return (
    <div>
      <Text size="sm" fw={600}>
        {showNumber(bookingCount)} {bookingCount === 1 ? 'booking' : 'bookings'} of {showNumber(userCount)}{' '}
        {userCount === 1 ? 'person' : 'people'} will be canceled. They are told in the app:
      </Text>
      <List size="sm" mt={4} aria-label="Bookings that will be canceled">
        {bookings.slice(0, SHOWN).map(({ userId, day, nodeName, ...person }) => (
          <List.Item key={`${userId} ${day} ${nodeName}`}>
            {personName(person)}, {shortDay(day)}, {nodeName}
          </List.Item>
        ))}
        {rest > 0 ? <List.Item>and {showNumber(rest)} more</List.Item> : null}
      </List>
    </div>
  )
}
