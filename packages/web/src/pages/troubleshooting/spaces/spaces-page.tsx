import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Stack } from '@mantine/core'
import { ADMINISTRATORS } from '@rollcall/contract'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { apiQuery } from '../../../api/query.ts'
import { hasRole, useSession } from '../../../api/session.ts'
import { TextLink } from '../../../components/links.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { EmptyState, NotForYou, QueryState } from '../../../components/states.tsx'
import { SpaceHistory } from './space-history.tsx'
import { SpacePicker, useSpaceChoice } from './space-picker.tsx'

const route = getRouteApi('/shell/spaces')

/** The occupancy history of a room, a booth or another space. */
export const SpacesPage = () => (
  <>
    <PageHeader
      title={t`Spaces`}
      description={t`What sensors reported of a meeting room or another space: by hour over weeks, and minute by minute of a day.`}
    />
    {hasRole(useSession(), ADMINISTRATORS) ? <Spaces /> : <NotForYou what={t`Spaces`} roles={ADMINISTRATORS} />}
  </>
)

const Spaces = () => {
  const { space: spaceId } = route.useSearch()
  const { spaces } = useSpaceChoice()
  return (
    <Stack gap="md">
      <SpacePicker />
      {spaceId ? <Chosen spaceId={spaceId} /> : <NoSpace isWithout={spaces?.length === 0} />}
    </Stack>
  )
}

/** Says what to choose, or that the building has nothing to choose. */
const NoSpace = ({ isWithout }: { isWithout: boolean }) =>
  isWithout ? (
    <EmptyState picture="search" title={t`This building has no spaces`}>
      <Trans>
        Administrators add rooms and other spaces to its levels under{' '}
        <TextLink underline="always" to="/admin/places">
          Places
        </TextLink>
        .
      </Trans>
    </EmptyState>
  ) : (
    <EmptyState picture="search" title={t`No space is chosen`}>
      <Trans>
        Choose a building, then one of its spaces. Administrators add them under{' '}
        <TextLink underline="always" to="/admin/places">
          Places
        </TextLink>
        .
      </Trans>
    </EmptyState>
  )

const Chosen = ({ spaceId }: { spaceId: string }) => {
  const space = useQuery(apiQuery('getSpace', { params: { spaceId } }))
  return (
    <QueryState query={space} height={900}>
      {(found) => <SpaceHistory space={found} />}
    </QueryState>
  )
}
