import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { type ClipboardEvent, useState } from 'react'
import { apiQuery } from '../../../api/query.ts'
import { personName } from '../../../components/person-name.ts'

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi
const FOUND = 30
/** Names that are looked up; of the others the id is shown. */
const NAMED = 25

interface Props {
  readonly required: boolean
  /** Ids between commas. */
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
  readonly error: string | undefined
}

/** People found by name, or ids as they are pasted from elsewhere. */
export const PeopleField = ({ required, value, onChange, error }: Props) => {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 200)
  const chosen = value ? value.split(',') : []
  const query = { limit: FOUND, ...(search ? { search } : {}) }
  const found = useQuery({ ...apiQuery('listUsers', { query }), placeholderData: keepPreviousData })
  const named = useQueries({
    queries: chosen.slice(0, NAMED).map((userId) => ({ ...apiQuery('getUser', { params: { userId } }), retry: false })),
  })
  const options = new Map<string, string>(chosen.map((id) => [id, id]))
  for (const { data } of named) if (data) options.set(data.userId, personName(data))
  for (const user of found.data?.items ?? []) options.set(user.userId, `${personName(user)} (${user.userName})`)

  const take = (ids: readonly string[]): void => onChange([...new Set(ids)].join(',') || undefined)
  const onPaste = (event: ClipboardEvent): void => {
    const ids = event.clipboardData.getData('text').match(UUID)
    if (!ids) return
    event.preventDefault()
    take([...chosen, ...ids.map((id) => id.toLowerCase())])
  }
  return (
    <MultiSelect
      label="People"
      description={required ? 'Whose log; find by name, or paste ids.' : 'Find by name, or paste ids.'}
      placeholder={chosen.length === 0 ? (required ? 'Name' : 'Everybody') : ''}
      required={required}
      error={error}
      data={[...options].map(([id, label]) => ({ value: id, label }))}
      value={chosen}
      onChange={take}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Nobody in particular' }}
      searchValue={typed}
      onSearchChange={setTyped}
      // The service has searched already.
      filter={({ options: all }) => all}
      limit={FOUND}
      nothingFoundMessage="Nobody of that name"
      onPaste={onPaste}
    />
  )
}
