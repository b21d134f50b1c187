import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Stack } from '@mantine/core'
import { LOG_READERS } from '@rollcall/contract'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { DayField } from '../../../components/fields.tsx'
import { EmptyState, FilteredState, NotForYou } from '../../../components/states.tsx'
import { ListEnd } from '../../../components/table/list-end.tsx'
import { dayError } from '../../../components/typed-day.ts'
import { dayOf, present } from '../../../shell/search.ts'
import { isDay } from '../../../time/days.ts'
import { useZones } from '../../../workplace/directory.ts'
import { ActionTable } from './action-table.tsx'
import { type Person, useRights } from './use-rights.ts'

const route = getRouteApi('/shell/people/$userId')
const PAGE = 50

/** The log of plans and bookings: what was done, by which user and why. */
export const ActivityTab = ({ person }: { person: Person }) => {
  const { log } = useRights(person)
  return log ? <Activity person={person} /> : <NotForYou what={t`What was done to plans and bookings`} roles={LOG_READERS} />
}

const Activity = ({ person: { userId, primaryLocationId } }: { person: Person }) => {
  const { from, to } = route.useSearch()
  const zone = useZones()(primaryLocationId)
  const query = present({ startDate: from, endDate: to })
  const actions = useInfiniteQuery({
    queryKey: ['listUserActions', userId, query],
    queryFn: ({ pageParam, signal }) =>
      call('listUserActions', {
        params: { userId },
        query: { ...query, limit: PAGE, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  })
  return (
    <Stack gap="sm">
      <DayFilter from={from} to={to} />
      <FilteredState query={actions} height={600}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items)
          const count = items.length
          if (count === 0) {
            return (
              <EmptyState title={t`No changes`}>
                {from || to
                  ? t`Nothing was done to plans and bookings of these days.`
                  : t`Nothing to the plans and bookings of this person.`}
              </EmptyState>
            )
          }
          return (
            <Stack gap="sm">
              <ActionTable actions={items} isPart={actions.hasNextPage} userId={userId} zone={zone} />
              <ListEnd query={actions} size={PAGE}>
                {plural(count, { one: 'That is all: # entry.', other: 'That is all: # entries.' })}
              </ListEnd>
            </Stack>
          )
        }}
      </FilteredState>
    </Stack>
  )
}

const DayFilter = ({ from = '', to = '' }: { from?: string | undefined; to?: string | undefined }) => {
  const navigate = route.useNavigate()
  const [typed, setTyped] = useState({ from, to })
  const isWrong = isDay(typed.from) && isDay(typed.to) && typed.to < typed.from
  const change = (changes: Partial<typeof typed>): void => {
    const next = { ...typed, ...changes }
    setTyped(next)
    if (dayError(next.from) || dayError(next.to) || (next.from && next.to && next.to < next.from)) return
    const range = present({ from: dayOf(next.from), to: dayOf(next.to) })
    void navigate({ search: { tab: 'activity', ...range }, replace: true, resetScroll: false })
  }
  return (
    <Group gap="xs" align="flex-start">
      <DayField clearable label={t`Planned days from`} w={190} value={typed.from} onChange={(value) => change({ from: value })} />
      <DayField
        clearable
        label={t`Up to`}
        w={190}
        value={typed.to}
        error={isWrong ? t`Lies before the first day.` : undefined}
        onChange={(value) => change({ to: value })}
      />
      {typed.from || typed.to ? (
        <Button variant="default" mt={25} onClick={() => change({ from: '', to: '' })}>
          <Trans>All days</Trans>
        </Button>
      ) : null}
    </Group>
  )
}
