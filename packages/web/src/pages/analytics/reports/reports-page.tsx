import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Table } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { TextLink } from '../../../components/links.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { EmptyState, QueryState } from '../../../components/states.tsx'
import { fullDay } from '../../../time/days.ts'

/** What was made of the views to which the person subscribed. */
export const ReportsPage = () => {
  const query = useInfiniteQuery({
    queryKey: ['listReports'],
    queryFn: ({ pageParam, signal }) => call('listReports', { query: pageParam ? { cursor: pageParam } : {}, signal }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  return (
    <>
      <PageHeader
        title={t`Reports`}
        description={t`What was made of the views that you subscribed to, with the numbers of that day.`}
      />
      <QueryState query={query} height={300}>
        {({ pages }) => {
          const reports = pages.flatMap(({ items }) => items)
          if (reports.length === 0) {
            return (
              <EmptyState title={t`No reports yet`}>
                <Trans>
                  Save a view of{' '}
                  <TextLink underline="always" to="/analytics/attendance">
                    attendance
                  </TextLink>
                  , headcount, groups or the forecast, then subscribe to it under Views, Manage views.
                </Trans>
              </EmptyState>
            )
          }
          return (
            <>
              <Table.ScrollContainer minWidth={560} scrollAreaProps={{ tabIndex: 0 }}>
                <Table aria-label={t`Reports`}>
                  <Table.Thead>
                    <Table.Tr>
                      <Table.Th scope="col">
                        <Trans>Report</Trans>
                      </Table.Th>
                      <Table.Th scope="col">
                        <Trans>Made for</Trans>
                      </Table.Th>
                      <Table.Th scope="col">
                        <Trans>Scope</Trans>
                      </Table.Th>
                    </Table.Tr>
                  </Table.Thead>
                  <Table.Tbody>
                    {reports.map(({ reportId, name, dueOn, scope }) => (
                      <Table.Tr key={reportId}>
                        <Table.Td>
                          <TextLink to="/analytics/reports/$reportId" params={{ reportId }}>
                            {name}
                          </TextLink>
                        </Table.Td>
                        <Table.Td>{fullDay(dueOn)}</Table.Td>
                        <Table.Td>{scope}</Table.Td>
                      </Table.Tr>
                    ))}
                  </Table.Tbody>
                </Table>
              </Table.ScrollContainer>
              {query.hasNextPage ? (
                <Button variant="default" mt="md" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                  <Trans>Show earlier ones</Trans>
                </Button>
              ) : null}
            </>
          )
        }}
      </QueryState>
    </>
  )
}
