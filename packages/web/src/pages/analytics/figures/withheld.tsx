import { Text } from '@mantine/core'
import type { AttendanceFigures } from '@rollcall/contract'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../../api/query.ts'
import { EmptyState } from '../../../components/empty-state.tsx'

type Withheld = AttendanceFigures['withheld']

/** Figures of fewer people than this are withheld. */
const useMinimum = (): number | undefined => useQuery(apiQuery('getSettings')).data?.minimumGroupSize

const WITHOUT = { otherGroup: 'people without a group', otherLocation: 'people without a building' } as const

/** Why figures are withheld, as the second half of a sentence. */
export const reasonOf = (withheld: Withheld, minimum: number | undefined): string => {
  const few = minimum === undefined ? 'too few people' : `fewer than ${minimum} people`
  if (!withheld || withheld.reason === 'fewPeople') return `${few} had a plan or presence in this period`
  return `put together with ${withheld.name ?? WITHOUT[withheld.reason]}, as figures of ${few} could be computed otherwise`
}

/** In place of figures of a row. */
export const WithheldText = ({ withheld }: { withheld: Withheld }) => (
  <Text span size="sm" c="dimmed" fs="italic">
    Withheld: {reasonOf(withheld, useMinimum())}
  </Text>
)

/** In place of all figures of a page. */
export const WithheldState = ({ withheld }: { withheld: Withheld }) => (
  <EmptyState title={`Withheld: ${reasonOf(withheld, useMinimum())}`}>
    Figures of so few people would tell what single persons do. Widen the scope: a longer period, more groups, or more locations.
  </EmptyState>
)
