import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../../api/query.ts'
import { EmptyState } from '../../../components/empty-state.tsx'

/** Fewer people than this are not told of. */
const useMinimum = (): number | undefined => useQuery(apiQuery('getSettings')).data?.minimumGroupSize

const reasonOf = (minimum: number | undefined): string =>
  minimum === undefined ? 'too few people' : `fewer than ${minimum} people`

/** In place of figures of a row, of so many people where that is known. */
export const WithheldText = ({ members }: { members?: number }) => {
  const minimum = useMinimum()
  const isLarge = members !== undefined && minimum !== undefined && members >= minimum
  return (
    <Text span size="sm" c="dimmed" fs="italic">
      Withheld: {isLarge ? 'would give a smaller group away by subtraction' : reasonOf(minimum)}
    </Text>
  )
}

/** In place of all figures of a page. */
export const WithheldState = () => {
  const reason = reasonOf(useMinimum())
  return (
    <EmptyState title={`Withheld: ${reason}`}>
      Figures of so few people would tell what single persons do. Widen the scope: more groups, or more locations.
    </EmptyState>
  )
}
