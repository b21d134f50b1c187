import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Stack } from '@mantine/core'
import { WORKPLACE_ADMINISTRATORS } from '@rollcall/contract'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { hasRole, useSession } from '../../../api/session.ts'
import { TextLink } from '../../../components/links.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { EmptyState, FilteredState, NotForYou } from '../../../components/states.tsx'
import { ListEnd, type PagedQuery } from '../../../components/table/list-end.tsx'
import { EventDetails } from './event-details.tsx'
import { QuarantineFilters } from './quarantine-filters.tsx'
import { filtersOf, keyOf, type Refused } from './quarantine-query.ts'
import { QuarantineSummary } from './quarantine-summary.tsx'
import { QuarantineTable } from './quarantine-table.tsx'
import { bodiesOf, ReplayModal } from './replay-modal.tsx'

const route = getRouteApi('/shell/quarantine')
const PAGE = 200

/** Refused events, which can be submitted again after their cause is fixed. */
export const QuarantinePage = () => (
  <>
    <PageHeader
      title={t`Quarantine`}
      description={t`Refused events wait here for 30 days, until they are replayed. Correct the directory, then replay them: each is stored at most once.`}
    />
    {hasRole(useSession(), WORKPLACE_ADMINISTRATORS) ? (
      <Quarantine />
    ) : (
      <NotForYou what={t`Refused events`} roles={WORKPLACE_ADMINISTRATORS} />
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
      <FilteredState query={events} height={500}>
        {({ pages }) => (
          <Waiting
            // A selection belongs to one list only.
            key={JSON.stringify(filters)}
            events={pages.flatMap(({ items }) => items)}
            query={events}
            isFiltered={Object.keys(view).length > 0}
          />
        )}
      </FilteredState>
    </Stack>
  )
}

interface WaitingProps {
  readonly events: readonly Refused[]
  readonly query: PagedQuery
  readonly isFiltered: boolean
}

const Waiting = ({ events, query, isFiltered }: WaitingProps) => {
  const view = route.useSearch()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [shown, setShown] = useState<Refused>()
  const [replayed, setReplayed] = useState<'chosen' | 'all'>()
  const listed = events.filter((event) => chosen.has(keyOf(event)))
  const [count, chosenCount] = [events.length, listed.length]
  const bodies = replayed === 'chosen' ? bodiesOf(listed) : [filtersOf(view)]
  return (
    <Stack gap="md">
      {count === 0 ? (
        <EmptyState title={isFiltered ? t`No refused event matches` : t`No refused event waits`}>
          {isFiltered ? (
            t`Take a filter away to see others.`
          ) : (
            <Trans>
              Everything that the{' '}
              <TextLink underline="always" to="/sources">
                sources
              </TextLink>{' '}
              sent could be stored.
            </Trans>
          )}
        </EmptyState>
      ) : (
        <>
          <QuarantineSummary events={events} isCut={query.hasNextPage} />
          <Group gap="xs">
            <Button disabled={chosenCount === 0} onClick={() => setReplayed('chosen')}>
              <Trans>Replay {chosenCount} selected</Trans>
            </Button>
            <Button variant="default" onClick={() => setReplayed('all')}>
              {allWords(count, query.hasNextPage, isFiltered)}
            </Button>
          </Group>
          <QuarantineTable events={events} isPart={query.hasNextPage} chosen={chosen} onChoose={setChosen} onShow={setShown} />
          <ListEnd query={query} size={PAGE}>
            {plural(count, { one: 'That is all: # event.', other: 'That is all: # events.' })}
          </ListEnd>
        </>
      )}
      <EventDetails
        event={shown}
        onReplay={(event) => {
          setShown(undefined)
          setChosen(new Set([keyOf(event)]))
          setReplayed('chosen')
        }}
        onClose={() => setShown(undefined)}
      />
      <ReplayModal
        isOpen={replayed !== undefined}
        bodies={bodies}
        title={
          replayed === 'chosen'
            ? plural(chosenCount, { one: 'Replay the selected event?', other: 'Replay the # selected events?' })
            : isFiltered
              ? t`Replay all events that match the filters?`
              : t`Replay all refused events?`
        }
        onClose={() => {
          setReplayed(undefined)
          setChosen(new Set())
        }}
      />
    </Stack>
  )
}

const allWords = (count: number, hasMore: boolean, isFiltered: boolean): string => {
  if (isFiltered) return hasMore ? t`Replay all that match (${count} or more)` : t`Replay all that match (${count})`
  return hasMore ? t`Replay all (${count} or more)` : t`Replay all (${count})`
}
