import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type Answer, call } from '../../../api/call.ts'
import { readPages } from '../../../api/query.ts'
import { TextLink } from '../../../components/links.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { EmptyState, QueryState } from '../../../components/states.tsx'
import type { ListColumn } from '../../../components/table/columns.ts'
import { FactTable } from '../../../components/table/fact-table.tsx'
import { fullDay } from '../../../time/days.ts'
import { momentDayText } from '../../../time/zoned-time.ts'
import { viewsQuery } from '../../../workplace/views/saved-views.ts'
import { scopeWords } from './report-words.ts'

type Report = Answer<'listReports'>['items'][number]

const COLUMNS: readonly ListColumn<Report>[] = [
  {
    key: 'name',
    name: t`Report`,
    isChoice: true,
    value: ({ name }) => name,
    render: ({ reportId, name }) => (
      <TextLink to="/analytics/reports/$reportId" params={{ reportId }}>
        {name}
      </TextLink>
    ),
  },
  { key: 'dueOn', name: t`Made for`, value: ({ dueOn }) => dueOn, show: ({ dueOn }) => fullDay(dueOn) },
  { key: 'scope', name: t`Scope`, value: scopeWords },
]

const firstText = ({ name, at }: { readonly name: string; readonly at: string }): string => {
  const day = momentDayText(at)
  return t`You are subscribed. The first report, of ${name}, is made on ${day}.`
}

/** Says when the first report is made, or how to subscribe to one. */
const NoReports = () => {
  const { data } = useQuery(viewsQuery)
  const due = (data?.items ?? []).flatMap(({ name, subscription }) => (subscription ? [{ name, at: subscription.nextAt }] : []))
  const [first] = due.toSorted((a, b) => a.at.localeCompare(b.at))
  return (
    <EmptyState title={t`No reports yet`}>
      {first ? (
        firstText(first)
      ) : (
        <Trans>
          Save a view of{' '}
          <TextLink underline="always" to="/analytics/attendance">
            attendance
          </TextLink>
          , headcount, groups or the forecast, then choose to subscribe to it where its name stands now.
        </Trans>
      )}
    </EmptyState>
  )
}

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
            return <NoReports />
          }
          return (
            <>
              <FactTable
                id="reports"
                label={t`Reports`}
                columns={COLUMNS}
                rows={reports}
                isPart={query.hasNextPage}
                rowKey={({ reportId }) => reportId}
                minWidth={560}
                readAll={() => readPages((cursor) => call('listReports', { query: cursor ? { cursor } : {} }))}
              />
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
