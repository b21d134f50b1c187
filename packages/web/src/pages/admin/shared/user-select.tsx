import { t } from '@lingui/core/macro'
import type { SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiQuery } from '../../../api/query.ts'
import { personName } from '../../../components/format.ts'
import { foundByService, SearchSelect } from '../../../components/search-select.tsx'

const MOST = 20

/** Finds an active user by the beginning of a name. An empty value means no user. */
export const UserSelect = ({ value, ...rest }: SelectProps) => {
  const userId = value || null
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 200)
  const assigned = useQuery({ ...apiQuery('getUser', { params: { userId: userId ?? '' } }), enabled: userId !== null })
  const shownName = assigned.data ? personName(assigned.data) : ''
  const wanted = search === shownName ? '' : search
  const found = useQuery({
    ...apiQuery('listUsers', { query: { status: 'active', limit: MOST, ...(wanted ? { search: wanted } : {}) } }),
    placeholderData: keepPreviousData,
  })
  const users = new Map((found.data?.items ?? []).map((user) => [user.userId, user]))
  if (assigned.data) users.set(assigned.data.userId, assigned.data)
  const data = [...users.values()].map((user) => ({ value: user.userId, label: `${personName(user)} (${user.userName})` }))
  return (
    <SearchSelect
      clearable
      {...rest}
      value={userId}
      data={data}
      clearButtonProps={{ 'aria-label': t`Remove the assignment`, tabIndex: 0 }}
      onSearchChange={setTyped}
      {...foundByService(search === typed.trim() && !found.isPlaceholderData, t`No users match`)}
    />
  )
}
