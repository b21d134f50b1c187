import { Button, Group, Text } from '@mantine/core'
import type { SegmentDataset } from '@rollcall/contract'
import { useQuery } from '@tanstack/react-query'
import { EmptyState } from '../../../components/empty-state.tsx'
import { countOf, showNumber } from '../../../components/number-format.ts'
import { QueryState } from '../../../components/query-state.tsx'
import { ChangesTable } from './changes-table.tsx'
import { newestChanges } from './newest-changes.ts'

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
                {changes.length < count ? `The newest ${showNumber(changes.length)} of ` : ''}
                {countOf(count, 'change')}
              </Text>
              <Button size="xs" variant="default" loading={query.isFetching} onClick={() => void query.refetch()}>
                Look for newer ones
              </Button>
            </Group>
            <ChangesTable changes={changes} label="Newest changes" />
          </>
        )
      }
    </QueryState>
  )
}

export const NothingPublished = () => (
  <EmptyState title="Nothing was published yet">
    Days are published by the first refresh after they are over, at night or from the page of refresh runs.
  </EmptyState>
)
