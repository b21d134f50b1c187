import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Box, Text } from '@mantine/core'
import type { AttendanceFigures } from '@rollcall/contract'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { apiQuery } from '../../../api/query.ts'
import { Caption } from '../../../components/chart/chart.tsx'
import { TextLink } from '../../../components/links.tsx'
import { EmptyState, QueryState } from '../../../components/states.tsx'
import { useCaption } from '../scope/use-scope.ts'

interface Props<T> {
  readonly query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch' | 'isPlaceholderData'>
  readonly height?: number
  readonly children: (data: T) => ReactNode
}

/** Shows figures. While new ones load, the previous ones stay, paler. */
export const FiguresQuery = <T,>({ query, height = 600, children }: Props<T>) => {
  const caption = useCaption()
  return (
    <QueryState query={query} height={height}>
      {(data) => (
        <Box aria-busy={query.isPlaceholderData} opacity={query.isPlaceholderData ? 0.6 : 1}>
          <Caption value={caption}>{children(data)}</Caption>
        </Box>
      )}
    </QueryState>
  )
}

type Withheld = AttendanceFigures['withheld']

/** Figures of fewer people than this are withheld. */
const useMinimum = (): number | undefined => useQuery(apiQuery('getSettings')).data?.minimumGroupSize

const WITHOUT = { otherGroup: t`people without a group`, otherLocation: t`people without a building` } as const

/** The reason why figures are withheld, as the second half of a sentence. */
const reasonOf = (withheld: Withheld, minimum: number | undefined): string => {
  const few = minimum === undefined ? t`too few people` : t`fewer than ${minimum} people`
  if (!withheld || withheld.reason === 'fewPeople') return t`${few} had a plan or presence in this period`
  return t`put together with ${withheld.name ?? WITHOUT[withheld.reason]}, as figures of ${few} could be computed otherwise`
}

/** Shown instead of the figures of a row. */
export const WithheldText = ({ withheld }: { withheld: Withheld }) => (
  <Text span size="sm" c="dimmed" fs="italic">
    <Trans>Withheld: {reasonOf(withheld, useMinimum())}</Trans>
  </Text>
)

/** Shown instead of all figures of a page. */
export const WithheldState = ({ withheld }: { withheld: Withheld }) => (
  <EmptyState picture="lock" title={`Withheld: ${reasonOf(withheld, useMinimum())}`}>
    <Trans>
      Figures about so few people would reveal what single people do. Widen the scope: choose a longer period, more groups, or
      more locations. Which days are published stands under{' '}
      <TextLink underline="always" to="/data/refresh-runs">
        Refresh runs
      </TextLink>
      .
    </Trans>
  </EmptyState>
)
