import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Stack } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type Answer, call } from '../../../api/call.ts'
import { LARGEST_PAGE, readPages } from '../../../api/query.ts'
import { inColumn } from '../../../components/address.tsx'
import { FigureFrame } from '../../../components/chart/figure-frame.tsx'
import { personName } from '../../../components/format.ts'
import { AnchorLink, TextLink } from '../../../components/links.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { EmptyState } from '../../../components/states.tsx'
import type { ListColumn } from '../../../components/table/columns.ts'
import { FactTable } from '../../../components/table/fact-table.tsx'
import { ListEnd } from '../../../components/table/list-end.tsx'
import { ViewsMenu } from '../../../workplace/views/views-menu.tsx'
import { FiguresQuery } from '../figures/figures-query.tsx'
import { showDay, showWhole } from '../figures/show.ts'
import { queryOf, type Scope } from '../scope/scope.ts'
import { ScopeBar } from '../scope/scope-bar.tsx'
import { useScope } from '../scope/use-scope.ts'
import { PeopleFilters } from './people-filters.tsx'
import { viewOf } from './people-view.ts'

/** Leads to the days of a person; in a scope of one day, to how that day came about. */
const PersonLink = ({ person }: { person: PersonFigures }) => {
  const [{ from, to }] = useScope()
  const search = from === to ? { tab: 'explain' as const, day: from } : {}
  return (
    <AnchorLink to="/people/$userId" params={{ userId: person.userId }} search={search} inherit>
      {inColumn(personName(person))}
    </AnchorLink>
  )
}

const STATUSES: Readonly<Record<PersonFigures['status'], string>> = { active: t`active`, inactive: t`inactive` }

/** The columns of the list of people. */
const PEOPLE_COLUMNS: readonly ListColumn<PersonFigures>[] = [
  { key: 'person', name: t`Person`, value: personName, render: (person) => <PersonLink person={person} /> },
  { key: 'userName', name: t`User name`, value: ({ userName }) => userName },
  { key: 'status', name: t`Status`, value: ({ status }) => STATUSES[status] },
  {
    key: 'primaryLocationName',
    name: t`Primary building`,
    isChoice: true,
    value: ({ primaryLocationName }) => primaryLocationName,
  },
  { key: 'primaryGroupName', name: t`Primary group`, isChoice: true, value: ({ primaryGroupName }) => primaryGroupName },
  { key: 'planned', name: t`Planned`, value: ({ planned }) => planned },
  { key: 'seen', name: t`Seen`, value: ({ seen }) => seen },
  { key: 'noShow', name: t`No-show`, value: ({ noShow }) => noShow },
  {
    key: 'lastSeenDay',
    name: t`Last seen`,
    value: ({ lastSeenDay }) => lastSeenDay,
    show: ({ lastSeenDay }) => (lastSeenDay ? showDay(lastSeenDay) : '–'),
    isWhole: true,
  },
]

const route = getRouteApi('/shell/analytics/people')
const TITLE = t`Attendance by person`
const OF_LOCATIONS = t`These are the people whose primary building is chosen, with their days in all buildings. Charts count who came to the buildings chosen.`
const BY_ATTENDANCE = t`These are the people whom charts count: those who came to the buildings and groups chosen or were expected there, with these days only.`
const PAGE = 50

type PeoplePage = Answer<'listPeopleFigures'>
type PersonFigures = PeoplePage['items'][number]

/** How many people there are, how many days they had together, and how many of them are listed. */
const countedText = (total: NonNullable<PeoplePage['totals']>, listed: number): string => {
  const [planned, seen, noShows] = [showWhole(total.planned), showWhole(total.seen), showWhole(total.noShow)]
  const all = t`${plural(total.people, { one: '# person', other: '# people' })}. Days added up: ${planned} planned, ${seen} seen, ${noShows} no-show.`
  const first = showWhole(listed)
  return listed < total.people ? `${all} ${t`The first ${first} are listed.`}` : all
}

/** Says whom the list is about, where that is not everyone. */
const meaningOf = ({ locations, groups }: Scope, isByAttendance: boolean): string => {
  if (isByAttendance) return locations || groups ? BY_ATTENDANCE : ''
  return locations ? OF_LOCATIONS : ''
}

export const PeoplePage = () => {
  const [scope] = useScope()
  const { search, status, outcome, by } = viewOf(route.useSearch(), scope)
  const filters = {
    ...{ ...queryOf(scope), limit: PAGE },
    ...(search ? { search } : {}),
    ...(status ? { status } : {}),
    ...(outcome ? { outcome } : {}),
    ...(by ? { by } : {}),
  }
  const readAll = () =>
    readPages((cursor) =>
      call('listPeopleFigures', { query: { ...filters, limit: LARGEST_PAGE, ...(cursor ? { cursor } : {}) } }),
    )
  const query = useInfiniteQuery({
    queryKey: ['listPeopleFigures', filters],
    queryFn: ({ pageParam, signal }) =>
      call('listPeopleFigures', { query: { ...filters, ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <PageHeader
        title={t`People`}
        description={t`How often each person planned to come, and came. Each name links to their days.`}
        actions={<ViewsMenu page="/analytics/people" />}
      />
      <ScopeBar withNone />
      <PeopleFilters search={search} status={status} outcome={outcome} by={by} />
      <FiguresQuery query={query} height={700}>
        {({ pages }) => {
          const people = pages.flatMap(({ items }) => items)
          const totals = pages[0]?.totals
          const counted = totals ? countedText(totals, people.length) : ''
          return (
            <FigureFrame title={TITLE} description={`${counted} ${meaningOf(scope, by === 'attendance')}`.trim()}>
              {people.length === 0 ? (
                <EmptyState picture="people" title={t`No users in this scope`}>
                  <Trans>
                    Widen the scope or clear the search. People are added under{' '}
                    <TextLink underline="always" to="/admin/users">
                      Users
                    </TextLink>
                    .
                  </Trans>
                </EmptyState>
              ) : (
                <Stack gap="sm">
                  <FactTable
                    id="people"
                    readAll={readAll}
                    label={TITLE}
                    columns={PEOPLE_COLUMNS}
                    rows={people}
                    isPart={query.hasNextPage}
                    rowKey={({ userId }) => userId}
                    minWidth={860}
                  />
                  <ListEnd query={query} size={PAGE}>
                    <Trans>That is everyone.</Trans>
                  </ListEnd>
                </Stack>
              )}
            </FigureFrame>
          )
        }}
      </FiguresQuery>
    </>
  )
}
