import { Button, Group, Stack, Text } from '@mantine/core'
import { WORKPLACE_ADMINISTRATORS } from '@rollcall/contract'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { hasRole, useSession } from '../../../api/session.ts'
import { EmptyState } from '../../../components/empty-state.tsx'
import { countOf } from '../../../components/number-format.ts'
import { PageHeader } from '../../../components/page-header.tsx'
import { QueryState } from '../../../components/query-state.tsx'
import { NotForYou } from '../shared/not-for-you.tsx'
import { EventDetails } from './event-details.tsx'
import { QuarantineFilters } from './quarantine-filters.tsx'
import { filtersOf, keyOf, type Refused } from './quarantine-query.ts'
import { QuarantineSummary } from './quarantine-summary.tsx'
import { QuarantineTable } from './quarantine-table.tsx'
import { ReplayModal } from './replay-modal.tsx'
import { bodiesOf } from './use-replay.ts'

const route = getRouteApi('/shell/quarantine')
const PAGE = 200

/** Events that were refused, and are submitted again once the reason is gone. */
export const QuarantinePage = () => (
  <>
    <PageHeader
      title="Quarantine"
      description="Refused events wait here for 30 days. Correct the directory, then replay them: each is stored at most once."
    />
    {hasRole(useSession(), WORKPLACE_ADMINISTRATORS) ? (
      <Quarantine />
    ) : (
      <NotForYou what="Refused events" roles={WORKPLACE_ADMINISTRATORS} />
    )}
  </>
)

const Quarantine = () => {
  const view = route.useSearch()
  const filters = filtersOf(view)
  const events = useInfiniteQuery({
    queryKey: ['listQuarantine', filters],
    queryFn: ({ pageParam, signal }) =>
      call('listQuarantine', {
        query: { ...filters, order: 'newest', limit: PAGE, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  })
  return (
    <Stack gap="md">
      <QuarantineFilters view={view} />
      <QueryState query={events} height={500}>
        {({ pages }) => (
          <Waiting
            // What was chosen is of one list alone.
            key={JSON.stringify(filters)}
            events={pages.flatMap(({ items }) => items)}
            hasMore={events.hasNextPage}
            isReading={events.isFetchingNextPage}
            onMore={() => void events.fetchNextPage()}
            isFiltered={Object.keys(view).length > 0}
          />
        )}
      </QueryState>
    </Stack>
  )
}

interface WaitingProps {
  readonly events: readonly Refused[]
  readonly hasMore: boolean
  readonly isReading: boolean
  readonly isFiltered: boolean
  readonly onMore: () => void
}

const Waiting = ({ events, hasMore, isReading, isFiltered, onMore }: WaitingProps) => {
  const view = route.useSearch()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [shown, setShown] = useState<Refused>()
  const [replayed, setReplayed] = useState<'chosen' | 'all'>()
  const listed = events.filter((event) => chosen.has(keyOf(event)))
  const bodies = replayed === 'chosen' ? bodiesOf(listed) : [filtersOf(view)]
  const count = `${events.length}${hasMore ? ' or more' : ''}`
  return (
    <>
      {events.length === 0 ? (
        <EmptyState title={isFiltered ? 'No refused event matches' : 'No refused event waits'}>
          {isFiltered ? 'Take a filter away to see others.' : 'Everything that was sent could be stored.'}
        </EmptyState>
      ) : (
        <>
          <QuarantineSummary events={events} isCut={hasMore} />
          <Group gap="xs">
            <Button disabled={listed.length === 0} onClick={() => setReplayed('chosen')}>
              Replay {listed.length} selected
            </Button>
            <Button variant="default" onClick={() => setReplayed('all')}>
              Replay all {isFiltered ? 'that match' : ''} ({count})
            </Button>
          </Group>
          <QuarantineTable events={events} chosen={chosen} onChoose={setChosen} onShow={setShown} />
          {hasMore ? (
            <Button variant="default" maw={200} loading={isReading} onClick={onMore}>
              Show {PAGE} more
            </Button>
          ) : (
            <Text size="sm" c="dimmed" role="status">
              That is all: {countOf(events.length, 'event')}.
            </Text>
          )}
        </>
      )}
      <EventDetails event={shown} onClose={() => setShown(undefined)} />
      <ReplayModal
        isOpen={replayed !== undefined}
        bodies={bodies}
        what={
          replayed === 'chosen'
            ? listed.length === 1
              ? 'the selected event'
              : `the ${listed.length} selected events`
            : isFiltered
              ? 'all events that match the filters'
              : 'all refused events'
        }
        onClose={() => {
          setReplayed(undefined)
          setChosen(new Set())
        }}
      />
    </>
  )
}
