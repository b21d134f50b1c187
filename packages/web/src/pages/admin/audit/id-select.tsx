import { t } from '@lingui/core/macro'
import { useDebouncedValue } from '@mantine/hooks'
import { searchText } from '@rollcall/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { allPages, apiQuery } from '../../../api/query.ts'
import { personName } from '../../../components/format.ts'
import { foundByService, SearchSelect } from '../../../components/search-select.tsx'

interface Props {
  readonly label: string
  readonly placeholder: string
  readonly clearLabel: string
  readonly value: string | undefined
  /** The name of what is chosen, as far as the entries tell. */
  readonly name: string | undefined
  readonly onChange: (id: string | undefined) => void
}

interface Option {
  readonly value: string
  readonly label: string
}

const MOST = 20
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Finds a person or a key by the beginning of its name, also one that left; an id of anything else can be pasted. */
export const IdSelect = ({ label, placeholder, clearLabel, value, name, onChange }: Props) => {
  const [typed, setTyped] = useState('')
  const [picked, setPicked] = useState<Option>()
  // A name that arrives late would replace what is being typed.
  const [kept, setKept] = useState<Option>()
  const known = [picked, kept].find((option) => option?.value === value)
  const chosen = value === undefined ? undefined : { value, label: known?.label ?? name ?? value }
  const [settled] = useDebouncedValue(typed.trim(), 200)
  const search = settled === chosen?.label ? '' : settled
  const users = useQuery({
    ...apiQuery('listUsers', { query: { limit: MOST, ...(search ? { search } : {}) } }),
    placeholderData: keepPreviousData,
  })
  const keys = useQuery(allPages('listKeys', {}))
  const isFound = (text: string) => searchText(text).includes(searchText(search))
  const people = (users.data?.items ?? []).map((user) => ({
    value: user.userId,
    label: `${personName(user)} (${user.userName})`,
  }))
  const found = (keys.data?.items ?? []).filter((key) => isFound(key.name) || isFound(key.keyId))
  const ofKeys = found.slice(0, MOST).map(({ keyId, name: keyName }) => ({ value: keyId, label: t`${keyName} (key)` }))
  const options = [...people, ...ofKeys]
  if (ID.test(search) && options.every((option) => option.value !== search)) options.push({ value: search, label: search })
  const others = options.filter((option) => option.value !== value)
  return (
    <SearchSelect
      label={label}
      placeholder={placeholder}
      w={240}
      clearable
      clearButtonProps={{ 'aria-label': clearLabel }}
      value={value ?? null}
      data={chosen ? [chosen, ...others] : others}
      onFocus={() => setKept(chosen)}
      onBlur={() => setKept(undefined)}
      onSearchChange={setTyped}
      {...foundByService(settled === typed.trim() && !users.isPlaceholderData, t`No person and no key has this name`)}
      onChange={(id) => {
        setPicked(options.find((option) => option.value === id))
        onChange(id ?? undefined)
      }}
    />
  )
}
