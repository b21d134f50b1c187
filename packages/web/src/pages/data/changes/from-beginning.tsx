import { Button, Code, CopyButton, Group, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../../api/query.ts'
import { countOf } from '../../../components/format.ts'
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
              {countOf(segments.length, 'change')} on this page{hasMore ? '' : ', the last so far'}
            </Text>
            <Button size="xs" variant="default" disabled={!cursor} onClick={() => onShow(first)}>
              First page
            </Button>
            <Button
              size="xs"
              variant="default"
              loading={page.isFetching}
              onClick={() => (next === cursor ? void page.refetch() : onShow({ ...view, cursor: next }))}
            >
              {hasMore ? 'Next page' : 'Check for newer ones'}
            </Button>
          </Group>
          {segments.length > 0 ? (
            <ChangesTable changes={segments} label="Changes in the order of publication" />
          ) : cursor ? (
            <EmptyState title="Nothing newer yet">The feed continues from here with the next refresh.</EmptyState>
          ) : (
            <NothingPublished />
          )}
          <Group gap="xs" mt="xs">
            <Text size="sm" c="dimmed">
              Cursor of the next page
            </Text>
            <Code style={{ overflowWrap: 'anywhere' }}>{next}</Code>
            <CopyButton value={next}>
              {({ copied, copy }) => (
                <Button size="compact-xs" variant="default" onClick={copy}>
                  {copied ? 'Copied' : 'Copy'}
                </Button>
              )}
            </CopyButton>
          </Group>
        </>
      )}
    </QueryState>
  )
}
