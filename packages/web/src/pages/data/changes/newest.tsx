import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Text } from '@mantine/core'
import type { ChangeFeed, MAX_CHANGES, SegmentChange, SegmentDataset } from '@rollcall/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { showNumber } from '../../../components/format.ts'
import { TextLink } from '../../../components/links.tsx'
import { EmptyState, QueryState } from '../../../components/states.tsx'
import { ChangesTable } from './changes-table.tsx'

const PAGE: typeof MAX_CHANGES = 1000
/** The largest number of changes that are shown. */
const NEWEST = 200

interface NewestChanges {
  /** Latest first. */
  readonly changes: readonly SegmentChange[]
  /** The number of all changes. */
  readonly count: number
  readonly cursor: string
}

const segmentOf = ({ dataset, locationId, day }: SegmentChange): string => `${dataset} ${locationId} ${day}`

/** The end of the feed. It is read from its beginning once, a thousand changes at a time; after that only new changes are read. */
const newestChanges = (datasets: SegmentDataset | undefined) =>
  queryOptions({
    queryKey: ['readChanges', 'newest', datasets],
    queryFn: async ({ client, queryKey, signal }): Promise<NewestChanges> => {
      const before = client.getQueryData<NewestChanges>(queryKey)
      let changes: SegmentChange[] = [...(before?.changes ?? [])].reverse()
      let count = before?.count ?? 0
      let cursor = before?.cursor
      for (let hasMore = true; hasMore; ) {
        const query = { limit: PAGE, ...(datasets ? { datasets } : {}), ...(cursor ? { cursor } : {}) }
        const page: ChangeFeed = await call('readChanges', { query, signal })
        const again = new Set(page.segments.map(segmentOf))
        const kept = changes.filter((change) => !again.has(segmentOf(change)))
        count += page.segments.length - (changes.length - kept.length)
        changes = [...kept, ...page.segments].slice(-NEWEST)
        ;({ cursor, hasMore } = page)
      }
      return { changes: changes.reverse(), count, cursor: cursor as string }
    },
  })

export const Newest = ({ dataset }: { dataset: SegmentDataset | undefined }) => {
  const query = useQuery(newestChanges(dataset))
  return (
    <QueryState query={query} height={400}>
      {({ changes, count }) =>
        count === 0 ? (
          <NothingPublished />
        ) : (
          <>
            <Group justify="space-between" mb="xs" gap="sm">
              <Text size="sm" role="status">
                <NewestLine shown={changes.length} count={count} />
              </Text>
              <Button size="xs" variant="default" loading={query.isFetching} onClick={() => void query.refetch()}>
                <Trans>Check for newer ones</Trans>
              </Button>
            </Group>
            <ChangesTable changes={changes} label={t`Newest changes`} />
          </>
        )
      }
    </QueryState>
  )
}

const NewestLine = ({ shown, count }: { shown: number; count: number }) => {
  const newest = showNumber(shown)
  return shown < count
    ? t`The newest ${newest} of ${plural(count, { one: '# change', other: '# changes' })}`
    : t`${plural(count, { one: '# change', other: '# changes' })}`
}

export const NothingPublished = () => (
  <EmptyState title={t`Nothing has been published yet`}>
    <Trans>
      The first refresh after a day is over publishes it, at night or when you start it under{' '}
      <TextLink underline="always" to="/data/refresh-runs">
        Refresh runs
      </TextLink>
      .
    </Trans>
  </EmptyState>
)
