import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { WORKPLACE_ADMINISTRATORS } from '@rollcall/contract'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../../api/query.ts'
import { hasRole, useSession } from '../../../api/session.ts'
import { TextLink } from '../../../components/links.tsx'
import { EmptyState, QueryState } from '../../../components/states.tsx'

const HEIGHT = 140

interface Props {
  readonly locationId: string
  /** Whether the user has one of its bays on the day, so that no other is needed. */
  readonly hasBay: boolean
}

/** Says why no bay is offered: all of them are taken, or the building has none. */
export const NoFreeBay = ({ locationId, hasBay }: Props) => {
  const bays = useQuery(apiQuery('listParkingBays', { query: { locationId, status: 'active', limit: 1 } }))
  const canChange = hasRole(useSession(), WORKPLACE_ADMINISTRATORS)
  if (hasBay) {
    return (
      <Text size="sm" c="dimmed">
        <Trans>No other bay is free on this day.</Trans>
      </Text>
    )
  }
  return (
    <QueryState query={bays} height={HEIGHT}>
      {({ items }) =>
        items.length > 0 ? (
          <EmptyState title={t`No bay is free on this day`} height={HEIGHT}>
            <Trans>Choose another day or another building.</Trans>
          </EmptyState>
        ) : (
          <EmptyState title={t`This building has no parking bays in Rollcall`} height={HEIGHT}>
            {canChange ? (
              <Trans>
                Add them on the{' '}
                <TextLink underline="always" to="/admin/places/$locationId" params={{ locationId }} search={{ tab: 'bays' }}>
                  page of the building
                </TextLink>
                .
              </Trans>
            ) : (
              t`Choose another building, or ask a workplace administrator to add them.`
            )}
          </EmptyState>
        )
      }
    </QueryState>
  )
}
