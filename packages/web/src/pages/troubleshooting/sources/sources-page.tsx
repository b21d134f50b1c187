import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Stack, Switch, Text } from '@mantine/core'
import { ADMINISTRATORS, WORKPLACE_ADMINISTRATORS } from '@rollcall/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { allPages } from '../../../api/query.ts'
import { hasRole, useSession } from '../../../api/session.ts'
import { ButtonLink, TextLink } from '../../../components/links.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { EmptyState, NotForYou, QueryState } from '../../../components/states.tsx'
import { readerZone, timeOf, zoneName } from '../../../time/zoned-time.ts'
import { LIMITS } from '../../../workplace/source-health.ts'
import { Outages } from './outages.tsx'
import { PERCENT, SourcesTable } from './sources-table.tsx'

/** How often the page refreshes, in milliseconds. */
const EVERY = 10_000
const SECONDS = EVERY / 1_000

/** The health of each source. */
export const SourcesPage = () => {
  const session = useSession()
  return (
    <>
      <PageHeader
        title={t`Sources`}
        description={t`Every system that has ever sent events, and its health. The lag is how old its newest event was on arrival. Counts cover all time; a refused event that is replayed counts as accepted.`}
        actions={
          hasRole(session, WORKPLACE_ADMINISTRATORS) ? (
            <ButtonLink to="/quarantine" variant="default" size="xs">
              <Trans>Refused events</Trans>
            </ButtonLink>
          ) : null
        }
      />
      {hasRole(session, ADMINISTRATORS) ? <Sources /> : <NotForYou what={t`Sources`} roles={ADMINISTRATORS} />}
    </>
  )
}

const Sources = () => {
  const [isWatching, setWatching] = useState(true)
  const sources = useQuery({
    ...allPages('listSources', { query: {} }),
    refetchInterval: isWatching ? EVERY : false,
    // What is switched off stays as it was read when the user comes back to the page, too.
    refetchOnWindowFocus: isWatching,
    refetchOnReconnect: isWatching,
  })
  const [share, events] = [PERCENT.format(LIMITS.refusedShare), LIMITS.refusedEvents]
  const readAt = new Date(sources.dataUpdatedAt).toISOString()
  const time = `${timeOf(readAt, readerZone())}:${readAt.slice(17, 19)} ${zoneName(readerZone(), readAt)}`
  return (
    <Stack gap="sm">
      <Group gap="md" mih={36}>
        <Switch
          label={t`Refreshes every ${SECONDS} seconds`}
          checked={isWatching}
          onChange={({ currentTarget }) => setWatching(currentTarget.checked)}
        />
        <Button size="xs" variant="default" loading={sources.isFetching} onClick={() => void sources.refetch()}>
          <Trans>Read now</Trans>
        </Button>
        <Text size="sm" c="dimmed">
          {sources.dataUpdatedAt > 0 ? t`As of ${time}` : ''}
        </Text>
      </Group>
      <QueryState query={sources} height={400}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title={t`No system has sent anything yet`}>
              <Trans>
                A source is listed once it has sent its first event, with a{' '}
                <TextLink underline="always" to="/admin/keys">
                  key
                </TextLink>
                .
              </Trans>
            </EmptyState>
          ) : (
            <>
              <Text size="sm" c="dimmed">
                {t`Sources with problems come first, then those with the largest share of refused events. The share is a problem from ${share} on, if at least ${events} events were refused. The lag “history” means that a source has sent only old events so far.`}
              </Text>
              <SourcesTable sources={items} now={sources.dataUpdatedAt} />
            </>
          )
        }
      </QueryState>
      <Outages />
    </Stack>
  )
}
