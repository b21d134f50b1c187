import { t } from '@lingui/core/macro'
import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiQuery } from '../../../api/query.ts'
import { personName } from '../../../components/format.ts'

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
  const [isOpen, setOpen] = useState(false)
  const [asked] = useDebouncedValue(search.trim(), 200)
  const { data } = useQuery({
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
    <MultiSelect
      label={label}
      description={description}
      searchable
      dropdownOpened={isOpen}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      // An open list would hide the buttons below; typing the next name opens it again.
      onOptionSubmit={() => setOpen(false)}
      searchValue={search}
      onSearchChange={setSearch}
      // The service has filtered by every name already, so nothing is filtered here.
      filter={({ options }) => options}
      data={[...known.values()].map(({ userId, name }) => ({ value: userId, label: name }))}
      value={value.map(({ userId }) => userId)}
      onChange={(ids) => onChange(ids.flatMap((id) => known.get(id) ?? []))}
      nothingFoundMessage={t`No users match`}
      hidePickedOptions
      maxDropdownHeight={220}
    />
  )
}
