import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type Answer, call } from '../../../api/call.ts'
import { readPages } from '../../../api/query.ts'
import { useKeptFocus } from '../../../components/kept-focus.ts'
import { TextLink } from '../../../components/links.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { EmptyState, QueryState } from '../../../components/states.tsx'
import type { ListColumn } from '../../../components/table/columns.ts'
import { FactTable } from '../../../components/table/fact-table.tsx'
import { fullDay } from '../../../time/days.ts'
import { momentDayText } from '../../../time/zoned-time.ts'
import { ME } from '../../../workplace/me.tsx'

const PAGE = 50

type TimeOff = Answer<'listTimeOff'>['items'][number]

const COLUMNS: readonly ListColumn<TimeOff>[] = [
  { key: 'first', name: t`First day`, value: ({ startDate }) => startDate, show: ({ startDate }) => fullDay(startDate) },
  { key: 'last', name: t`Last day`, value: ({ endDate }) => endDate, show: ({ endDate }) => fullDay(endDate) },
  { key: 'kind', name: t`Kind`, isChoice: true, value: ({ timeOffType }) => timeOffType },
  {
    key: 'state',
    name: t`State`,
    isChoice: true,
    code: ({ eventType }) => eventType,
    value: ({ eventType }) => (eventType === 'scheduled' ? t`Announced` : t`Called off`),
  },
  {
    key: 'announced',
    name: t`Announced on`,
    value: ({ receivedAt }) => receivedAt,
    show: ({ receivedAt }) => momentDayText(receivedAt),
  },
]

/** The announced time off of the user. */
export const TimeOffPage = () => {
  const announced = useInfiniteQuery({
    queryKey: ['listTimeOff', 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call('listTimeOff', { params: ME, query: { limit: PAGE, ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const kept = useKeptFocus<HTMLElement>()
  return (
    <>
      <PageHeader
        title={t`Time off`}
        description={t`Time off that your HR system announced, latest first. You ask for time off there; days that are off cannot be planned here.`}
      />
      <section aria-label={t`Time off`} {...kept.area} {...kept.target}>
        <QueryState query={announced} height={240}>
          {({ pages }) => {
            const items = pages.flatMap((page) => page.items)
            if (items.length === 0) {
              return (
                <EmptyState picture="calendar" title={t`No time off was announced for you`}>
                  <Trans>
                    It appears here once your HR system sends it. A day that you are away otherwise is part of your{' '}
                    <TextLink underline="always" to="/me">
                      plan
                    </TextLink>
                    .
                  </Trans>
                </EmptyState>
              )
            }
            return (
              <FactTable
                id="time-off"
                label={t`Time off`}
                columns={COLUMNS}
                rows={items}
                isPart={announced.hasNextPage}
                rowKey={({ eventId, eventType, receivedAt }) => `${eventId} ${eventType} ${receivedAt}`}
                minWidth={560}
                readAll={() => readPages((cursor) => call('listTimeOff', { params: ME, query: cursor ? { cursor } : {} }))}
              />
            )
          }}
        </QueryState>
        {announced.hasNextPage ? (
          <Button variant="default" mt="sm" loading={announced.isFetchingNextPage} onClick={() => void announced.fetchNextPage()}>
            <Trans>Show earlier ones</Trans>
          </Button>
        ) : null}
      </section>
    </>
  )
}
