import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { type AttendanceFigures, WORKPLACE_ADMINISTRATORS } from '@rollcall/contract'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { apiQuery } from '../../../api/query.ts'
import { hasRole, useSession } from '../../../api/session.ts'
import { Caption } from '../../../components/caption.ts'
import { TextLink } from '../../../components/links.tsx'
import { EmptyState, FilteredState } from '../../../components/states.tsx'
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
    <FilteredState query={query} height={height}>
      {(data) => <Caption value={caption}>{children(data)}</Caption>}
    </FilteredState>
  )
}

type Withheld = AttendanceFigures['withheld']

/** Figures of fewer people than this are withheld. */
const useMinimum = () => {
  const { data, isPending } = useQuery(apiQuery('getSettings'))
  return { minimum: data?.minimumGroupSize ?? 0, isPending }
}

/** The reason why figures are withheld. The limit is not known until the settings are loaded. */
const useReason = (withheld: Withheld): string => {
  const { minimum } = useMinimum()
  if (!withheld || withheld.reason === 'fewPeople') {
    return t`Withheld: ${plural(minimum, { 0: 'too few people', other: 'fewer than # people' })} had a plan or presence in this period`
  }
  const { name, reason } = withheld
  if (name !== null) {
    return t`Withheld: put together with ${name}, as figures of ${plural(minimum, { 0: 'too few people', other: 'fewer than # people' })} could be computed otherwise`
  }
  return reason === 'otherGroup'
    ? t`Withheld: put together with people without a group, as figures of ${plural(minimum, { 0: 'too few people', other: 'fewer than # people' })} could be computed otherwise`
    : t`Withheld: put together with people without a building, as figures of ${plural(minimum, { 0: 'too few people', other: 'fewer than # people' })} could be computed otherwise`
}

/** Shown instead of the figures of a row. */
export const WithheldText = ({ withheld }: { withheld: Withheld }) => {
  const { isPending } = useMinimum()
  return (
    <Text span size="sm" c="dimmed" fs="italic" aria-busy={isPending}>
      {useReason(withheld)}
    </Text>
  )
}

/** Shown instead of all figures of a page: nothing is published yet, or too few people are behind them. */
export const HiddenState = ({ figures }: { figures: Pick<AttendanceFigures, 'withheld' | 'publishedThrough'> }) =>
  figures.publishedThrough.some(({ publishedDays }) => publishedDays > 0) ? (
    <WithheldState withheld={figures.withheld} />
  ) : (
    <EmptyState picture="chart" title={t`No day of this period is published yet`}>
      <Trans>
        Days are published in the night after they are over, or at once under{' '}
        <TextLink underline="always" to="/data/refresh-runs">
          Refresh runs
        </TextLink>
        . Systems that report who comes are listed under{' '}
        <TextLink underline="always" to="/sources">
          Sources
        </TextLink>
        .
      </Trans>
    </EmptyState>
  )

/** Shown instead of figures of so few people that they would reveal something about them. */
export const WithheldState = ({ withheld }: { withheld: Withheld }) => (
  <EmptyState picture="lock" title={useReason(withheld)}>
    <Trans>
      Figures about so few people would reveal what single people do. Where more people come, a wider scope helps: a longer
      period, more groups, or more buildings. Which days are published stands under{' '}
      <TextLink underline="always" to="/data/refresh-runs">
        Refresh runs
      </TextLink>
      .
    </Trans>{' '}
    <Limit />
  </EmptyState>
)

/** Names the setting that withholds figures, and leads those there who may change it. */
const Limit = () =>
  hasRole(useSession(), WORKPLACE_ADMINISTRATORS) ? (
    <Trans>
      The limit is the setting{' '}
      <TextLink underline="always" to="/admin/settings">
        Smallest group in analytics
      </TextLink>
      .
    </Trans>
  ) : (
    <Trans>The limit is the setting “Smallest group in analytics”, which workplace administrators can change.</Trans>
  )
