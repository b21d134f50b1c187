import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { WORKPLACE_ADMINISTRATORS } from '@rollcall/contract'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { allPages } from '../api/query.ts'
import { hasRole, useSession } from '../api/session.ts'
import { TextLink } from '../components/links.tsx'
import { EmptyState } from '../components/states.tsx'

interface Props {
  /** What to do where no building was ever added. */
  readonly children: ReactNode
  readonly height?: number
}

/** Says why there is no building to choose: none was added yet, or all of them are inactive. */
export const NoBuilding = ({ children, height = 240 }: Props) => {
  const { data } = useSuspenseQuery(allPages('listLocations', { query: { status: 'inactive' } }))
  const canChange = hasRole(useSession(), WORKPLACE_ADMINISTRATORS)
  const [building, ...others] = data.items
  if (!building) {
    return (
      <EmptyState picture="desk" title={t`There is no building yet`} height={height}>
        {children}
      </EmptyState>
    )
  }
  const { locationName } = building
  const title = others.length === 0 ? t`${locationName} is out of service` : t`All buildings are out of service`
  return (
    <EmptyState picture="desk" title={title} height={height}>
      {canChange ? (
        <Trans>
          Nothing can be booked until a building is{' '}
          <TextLink underline="always" to="/admin/places" search={{ status: 'inactive' }}>
            set active
          </TextLink>{' '}
          again.
        </Trans>
      ) : (
        t`Nothing can be booked until a workplace administrator sets a building active again.`
      )}
    </EmptyState>
  )
}
