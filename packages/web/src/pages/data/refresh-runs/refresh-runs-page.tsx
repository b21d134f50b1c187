import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { BOOKINGS_ADMINISTRATORS } from '@rollcall/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { apiQuery } from '../../../api/query.ts'
import { hasRole, useSession } from '../../../api/session.ts'
import { TextLink } from '../../../components/links.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { EmptyState, FilteredState } from '../../../components/states.tsx'
import { RunsTable } from './runs-table.tsx'
import { StartRefresh } from './start-refresh.tsx'

const LIMIT = 50
/** The polling intervals in milliseconds, during a refresh and otherwise. */
const WHILE_RUNNING = 1_000
const OTHERWISE = 15_000

/** When the warehouse was refreshed, and with what result. */
export const RefreshRunsPage = () => {
  const { cursor } = useSearch({ from: '/shell/data/refresh-runs' })
  const navigate = useNavigate()
  const session = useSession()
  const runs = useQuery({
    ...apiQuery('listRefreshRuns', { query: { limit: LIMIT, ...(cursor ? { cursor } : {}) } }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.items.some(({ status }) => status === 'running') ? WHILE_RUNNING : OTHERWISE),
  })
  const isRunning = runs.data?.items.some(({ status }) => status === 'running') ?? false
  return (
    <>
      <PageHeader
        title={t`Refresh runs`}
        description={t`Days that are over are published, and published days that changed are restated: by schedule once a day for each building, at or after the hour of its nightly run in its time zone, and on request. What is published is counted in segments: one dataset of one building and day each.`}
        actions={hasRole(session, BOOKINGS_ADMINISTRATORS) ? <StartRefresh isRunning={isRunning} /> : null}
      />
      <FilteredState query={runs} height={400}>
        {({ items, nextCursor }) =>
          items.length === 0 && !cursor ? (
            <EmptyState title={t`No refresh has run yet`}>
              <Trans>
                The first one runs at night, or when a user starts it, and publishes what{' '}
                <TextLink underline="always" to="/sources">
                  sources
                </TextLink>{' '}
                have sent.
              </Trans>
            </EmptyState>
          ) : (
            <>
              <RunsTable runs={items} now={runs.dataUpdatedAt} />
              <Group mt="sm" gap="xs">
                <Button
                  size="xs"
                  variant="default"
                  disabled={!cursor}
                  onClick={() => void navigate({ to: '/data/refresh-runs', search: {} })}
                >
                  <Trans>Latest runs</Trans>
                </Button>
                <Button
                  size="xs"
                  variant="default"
                  disabled={!nextCursor}
                  onClick={() => nextCursor && void navigate({ to: '/data/refresh-runs', search: { cursor: nextCursor } })}
                >
                  <Trans>Earlier runs</Trans>
                </Button>
              </Group>
            </>
          )
        }
      </FilteredState>
    </>
  )
}
