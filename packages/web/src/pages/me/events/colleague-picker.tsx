import { t } from '@lingui/core/macro'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiQuery } from '../../../api/query.ts'
import { personName } from '../../../components/format.ts'
import { foundByService, SearchMultiSelect } from '../../../components/search-select.tsx'

export interface Named {
  readonly userId: string
  readonly name: string
}

interface Props {
  readonly label: string
  readonly description?: string
  readonly value: readonly Named[]
  readonly onChange: (value: Named[]) => void
  /** Id of a user who is not offered. */
  readonly except?: string
}

/** A field to choose colleagues by the start of their names. */
export const ColleaguePicker = ({ label, description, value, onChange, except }: Props) => {
  const [search, setSearch] = useState('')
  const [asked] = useDebouncedValue(search.trim(), 200)
  const { data, isPlaceholderData } = useQuery({
    ...apiQuery('listColleagues', { query: { limit: 20, ...(asked ? { search: asked } : {}) } }),
    placeholderData: keepPreviousData,
  })
  const found: Named[] = (data?.items ?? []).flatMap((each) =>
    each.userId === except
      ? []
      : [{ userId: each.userId, name: `${personName(each)} · ${each.primaryGroupName ?? each.userName}` }],
  )
  const known = new Map([...value, ...found].map((each) => [each.userId, each]))
  return (
    <SearchMultiSelect
      label={label}
      description={description}
      closesOnChoice
      searchValue={search}
      onSearchChange={setSearch}
      {...foundByService(asked === search.trim() && !isPlaceholderData, t`No users match`)}
      data={[...known.values()].map(({ userId, name }) => ({ value: userId, label: name }))}
      value={value.map(({ userId }) => userId)}
      onChange={(ids) => onChange(ids.flatMap((id) => known.get(id) ?? []))}
      hidePickedOptions
      maxDropdownHeight={220}
    />
  )
}
