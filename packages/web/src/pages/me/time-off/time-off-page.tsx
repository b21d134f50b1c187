import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Table } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { TextLink } from '../../../components/links.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { EmptyState, QueryState } from '../../../components/states.tsx'
import { fullDay } from '../../../time/days.ts'
import { ME } from '../../../workplace/me.tsx'

const PAGE = 50

/** The announced time off of the user. */
export const TimeOffPage = () => {
  const announced = useInfiniteQuery({
    queryKey: ['listTimeOff', 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call('listTimeOff', { params: ME, query: { limit: PAGE, ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  return (
    <>
      <PageHeader
        title={t`Time off`}
        description={t`Time off that your HR system announced, latest first. You ask for time off there; days that are off cannot be planned here.`}
      />
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
            <Table.ScrollContainer
              minWidth={480}
              scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': t`Time off` } }}
            >
              <Table withTableBorder>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>
                      <Trans>First day</Trans>
                    </Table.Th>
                    <Table.Th>
                      <Trans>Last day</Trans>
                    </Table.Th>
                    <Table.Th>
                      <Trans>Kind</Trans>
                    </Table.Th>
                    <Table.Th>
                      <Trans>State</Trans>
                    </Table.Th>
                    <Table.Th>
                      <Trans>Announced on</Trans>
                    </Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {items.map(({ eventId, eventType, startDate, endDate, timeOffType, receivedAt }) => (
                    <Table.Tr key={`${eventId} ${eventType} ${receivedAt}`}>
                      <Table.Td>{fullDay(startDate)}</Table.Td>
                      <Table.Td>{fullDay(endDate)}</Table.Td>
                      <Table.Td>{timeOffType ?? '–'}</Table.Td>
                      <Table.Td>{eventType === 'scheduled' ? t`Announced` : t`Called off`}</Table.Td>
                      <Table.Td>{fullDay(receivedAt.slice(0, 10))}</Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
          )
        }}
      </QueryState>
      {announced.hasNextPage ? (
        <Button variant="default" mt="sm" loading={announced.isFetchingNextPage} onClick={() => void announced.fetchNextPage()}>
          <Trans>Show earlier ones</Trans>
        </Button>
      ) : null}
    </>
  )
}
