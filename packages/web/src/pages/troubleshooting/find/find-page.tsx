import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Stack, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { ADMINISTRATORS } from '@rollcall/contract'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { type Answer, call } from '../../../api/call.ts'
import { readPages } from '../../../api/query.ts'
import { hasRole, useSession } from '../../../api/session.ts'
import { personName } from '../../../components/format.ts'
import { TextLink } from '../../../components/links.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { UserStatus } from '../../../components/signal.tsx'
import { EmptyState, FilteredState, NotForYou } from '../../../components/states.tsx'
import type { ListColumn } from '../../../components/table/columns.ts'
import { FactTable } from '../../../components/table/fact-table.tsx'
import { ListEnd } from '../../../components/table/list-end.tsx'
import { isId } from '../../../shell/search.ts'

const route = getRouteApi('/shell/people')
const PAGE = 50

/** A page of matching users: the one with this id, otherwise those whose name or e-mail starts with the text. */
const findPeople = async (text: string, cursor: string, signal?: AbortSignal): Promise<Answer<'listUsers'>> => {
  if (!isId(text)) {
    return call('listUsers', {
      query: { limit: PAGE, ...(text ? { search: text } : {}), ...(cursor ? { cursor } : {}) },
      signal,
    })
  }
  try {
    return { items: [await call('getUser', { params: { userId: text }, signal })], nextCursor: null }
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { items: [], nextCursor: null }
    throw error
  }
}

/** Finds people and links to everything that is known about them. */
export const FindPage = () => {
  const session = useSession()
  return (
    <>
      <PageHeader title={t`Find a person`} description={t`Everyone in the directory, including people who have left.`} />
      {hasRole(session, ADMINISTRATORS) ? <Finder /> : <NotForYou what={t`The directory`} roles={ADMINISTRATORS} />}
    </>
  )
}

const Finder = () => {
  const { search = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const [text, setText] = useState(search)
  const look = useDebouncedCallback((value: string) => {
    const wanted = value.trim()
    void navigate({ search: wanted ? { search: wanted } : {}, replace: true, resetScroll: false })
  }, 250)
  const people = useInfiniteQuery({
    queryKey: ['listUsers', 'find', search],
    queryFn: ({ pageParam, signal }) => findPeople(search, pageParam, signal),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  })
  return (
    <Stack gap="md">
      <TextInput
        label={t`Name, user name, e-mail or id`}
        description={t`The beginning is enough; an id has to be complete.`}
        maw={460}
        value={text}
        maxLength={200}
        onChange={({ currentTarget: { value } }) => {
          setText(value)
          look(value)
        }}
      />
      <FilteredState query={people} height={600}>
        {({ pages }) => {
          const found = pages.flatMap(({ items }) => items)
          const count = found.length
          if (count === 0) {
            return (
              <EmptyState picture="search" title={t`No users match “${search}”`}>
                <Trans>
                  The search compares the beginning of names and e-mail addresses. A person who is missing altogether comes with
                  the next directory import.
                </Trans>
              </EmptyState>
            )
          }
          return (
            <Stack gap="sm">
              <div>
                <FactTable
                  id="people"
                  label={t`People found`}
                  columns={COLUMNS}
                  rows={found}
                  isPart={people.hasNextPage}
                  rowKey={({ userId }) => userId}
                  minWidth={860}
                  readAll={() => readPages((cursor = '') => findPeople(search, cursor))}
                />
              </div>
              <ListEnd query={people} size={PAGE}>
                {plural(count, { one: '# person.', other: '# people.' })}
              </ListEnd>
            </Stack>
          )
        }}
      </FilteredState>
    </Stack>
  )
}

type User = Answer<'listUsers'>['items'][number]

const COLUMNS: readonly ListColumn<User>[] = [
  {
    key: 'name',
    name: t`Name`,
    value: personName,
    render: (user) => (
      <TextLink to="/people/$userId" params={{ userId: user.userId }} underline="always">
        {personName(user)}
      </TextLink>
    ),
  },
  { key: 'userName', name: t`User name`, value: ({ userName }) => userName },
  { key: 'email', name: t`E-mail`, value: ({ email }) => email },
  { key: 'building', name: t`Primary building`, isChoice: true, value: ({ primaryLocationName }) => primaryLocationName },
  { key: 'group', name: t`Primary group`, isChoice: true, value: ({ primaryGroupName }) => primaryGroupName },
  {
    key: 'status',
    name: t`Status`,
    isChoice: true,
    code: ({ status }) => status,
    value: ({ status }) => (status === 'active' ? t`Active` : t`Inactive`),
    render: ({ status }) => <UserStatus status={status} />,
  },
]
