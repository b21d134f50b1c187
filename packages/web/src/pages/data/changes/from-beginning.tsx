import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Code, CopyButton, Group, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../../api/query.ts'
import { EmptyState, QueryState } from '../../../components/states.tsx'
import { ChangesTable } from './changes-table.tsx'
import type { FeedView } from './feed-view.ts'
import { NothingPublished } from './newest.tsx'

const LIMIT = 100

interface Props {
  readonly view: FeedView
  readonly onShow: (view: FeedView) => void
}

/** The feed page by page in the order of publication, as a loader reads it. */
export const FromBeginning = ({ view, onShow }: Props) => {
  const { dataset, cursor } = view
  const query = { limit: LIMIT, ...(dataset ? { datasets: dataset } : {}), ...(cursor ? { cursor } : {}) }
  const page = useQuery({ ...apiQuery('readChanges', { query }), placeholderData: keepPreviousData })
  const { cursor: _, ...first } = view
  return (
    <QueryState query={page} height={400}>
      {({ segments, hasMore, cursor: next }) => (
        <>
          <Group mb="xs" gap="xs">
            <Text size="sm" role="status" flex="1 1 200px">
              {hasMore
                ? t`${plural(segments.length, { one: '# change', other: '# changes' })} on this page`
                : t`${plural(segments.length, { one: '# change', other: '# changes' })} on this page, the last so far`}
            </Text>
            <Button size="xs" variant="default" disabled={!cursor} onClick={() => onShow(first)}>
              <Trans>First page</Trans>
            </Button>
            <Button
              size="xs"
              variant="default"
              loading={page.isFetching}
              onClick={() => (next === cursor ? void page.refetch() : onShow({ ...view, cursor: next }))}
            >
              {hasMore ? t`Next page` : t`Check for newer ones`}
            </Button>
          </Group>
          {segments.length > 0 ? (
            <ChangesTable changes={segments} label={t`Changes in the order of publication`} />
          ) : cursor ? (
            <EmptyState title={t`Nothing newer yet`}>
              <Trans>The feed continues from here with the next refresh.</Trans>
            </EmptyState>
          ) : (
            <NothingPublished />
          )}
          <Group gap="xs" mt="xs">
            <Text size="sm" c="dimmed">
              <Trans>Cursor of the next page</Trans>
            </Text>
            <Code style={{ overflowWrap: 'anywhere' }}>{next}</Code>
            <CopyButton value={next}>
              {({ copied, copy }) => (
                <Button size="compact-xs" variant="default" onClick={copy}>
                  {copied ? t`Copied` : t`Copy`}
                </Button>
              )}
            </CopyButton>
          </Group>
        </>
      )}
    </QueryState>
  )
}
