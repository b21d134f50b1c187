import { t } from '@lingui/core/macro'
import { useDebouncedValue } from '@mantine/hooks'
import type { User } from '@rollcall/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiQuery } from '../../../api/query.ts'
import { personName } from '../../../components/format.ts'
import { foundByService, SearchSelect } from '../../../components/search-select.tsx'

interface Props {
  readonly label: string
  readonly onPick: (user: User) => void
  readonly disabled?: boolean
}

const MOST = 20

/** Finds an active user by the beginning of a name. Picking one calls `onPick` at once and empties the field. */
export const UserSearch = ({ label, onPick, disabled = false }: Props) => {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 200)
  const found = useQuery({
    ...apiQuery('listUsers', { query: { status: 'active', limit: MOST, ...(search ? { search } : {}) } }),
    placeholderData: keepPreviousData,
  })
  const users = found.data?.items ?? []
  return (
    <SearchSelect
      label={label}
      placeholder={t`Beginning of a name`}
      data={users.map((user) => ({ value: user.userId, label: `${personName(user)} (${user.userName})` }))}
      value={null}
      disabled={disabled}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(userId) => {
        const user = users.find((each) => each.userId === userId)
        setTyped('')
        if (user) onPick(user)
      }}
      {...foundByService(search === typed.trim() && !found.isPlaceholderData, t`No users match`)}
      maw={360}
    />
  )
}
