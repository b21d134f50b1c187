import { t } from '@lingui/core/macro'
import { Button, Group } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { type ClipboardEvent, useState } from 'react'
import { apiQuery } from '../../../api/query.ts'
import { DayField } from '../../../components/fields.tsx'
import { personName } from '../../../components/format.ts'
import { foundByService, SearchMultiSelect, SearchSelect } from '../../../components/search-select.tsx'
import { locationsQuery, NO_BUILDING, NONE } from '../../../workplace/directory.ts'
import type { Dataset } from './datasets.ts'
import type { ParameterErrors } from './question.ts'
import type { Period } from './question-view.ts'

interface Days {
  readonly startDate?: string
  readonly endDate?: string
}

interface Props extends Days {
  readonly maxDays: number
  readonly onChange: (days: Days) => void
  readonly errors: ParameterErrors
}

const PERIOD_NAMES: readonly (readonly [Period, string])[] = [
  ['lastSevenDays', t`Last 7 days`],
  ['lastThirtyDays', t`Last 30 days`],
  ['nextFourteenDays', t`Next 14 days`],
]

interface PeriodsProps {
  readonly chosen: Period | undefined
  readonly onChoose: (period: Period) => void
}

export const Periods = ({ chosen, onChoose }: PeriodsProps) => (
  <Group gap={6} role="group" aria-label={t`Periods`}>
    {PERIOD_NAMES.map(([period, label]) => (
      <Button
        key={period}
        size="compact-sm"
        variant={period === chosen ? 'light' : 'default'}
        aria-pressed={period === chosen}
        fw={500}
        onClick={() => onChoose(period)}
      >
        {label}
      </Button>
    ))}
  </Group>
)

export const DayFields = ({ startDate = '', endDate = '', maxDays, onChange, errors }: Props) => (
  <>
    <DayField
      clearable
      isPast
      label={t`First day`}
      value={startDate}
      onChange={(value) => onChange({ startDate: value })}
      error={errors.startDate}
      flex="1 1 150px"
    />
    <DayField
      clearable
      isPast
      label={t`Last day`}
      value={endDate}
      onChange={(value) => onChange({ endDate: value })}
      error={errors.endDate}
      description={t`At most ${maxDays} days after the first.`}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      flex="1 1 150px"
    />
  </>
)

interface LocationFieldProps {
  readonly dataset: Dataset
  /** The value of the parameter: one id, or several separated by commas. */
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
  readonly error: string | undefined
}

/** Chooses the buildings of the rows; all if none is chosen. */
export const LocationField = ({ dataset, value, onChange, error }: LocationFieldProps) => {
  const { data } = useQuery(locationsQuery)
  const chosen = value ? value.split(',') : []
  const known = (data ?? []).map(({ locationId, locationName }) => ({ value: locationId, label: locationName }))
  const none = dataset.withoutLocation ? [{ value: NONE, label: NO_BUILDING }] : []
  const strange = chosen.filter((id) => ![...known, ...none].some((option) => option.value === id))
  const options = [...known, ...none, ...strange.map((id) => ({ value: id, label: id }))]
  const shared = {
    error,
    clearable: true,
    flex: '2 1 200px',
    nothingFoundMessage: t`No such building`,
  } as const
  const clear = { clearButtonProps: { 'aria-label': t`All buildings` } }
  if (dataset.location === 'locationIds') {
    return (
      <SearchMultiSelect
        {...shared}
        {...clear}
        label={t`Buildings`}
        placeholder={chosen.length === 0 ? t`All` : ''}
        data={options}
        value={chosen}
        onChange={(ids) => onChange(ids.join(',') || undefined)}
      />
    )
  }
  return (
    <SearchSelect
      {...shared}
      {...clear}
      label={t`Building`}
      placeholder={t`All`}
      data={options}
      value={value ?? null}
      onChange={(id) => onChange(id ?? undefined)}
    />
  )
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi
const FOUND = 30
/** The largest number of users whose names are looked up; for others the id is shown. */
const NAMED = 25

interface PeopleFieldProps {
  readonly required: boolean
  /** Comma-separated ids. */
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
  readonly error: string | undefined
}

/** Chooses people by name, or by pasted ids. */
export const PeopleField = ({ required, value, onChange, error }: PeopleFieldProps) => {
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
    <SearchMultiSelect
      label={t`People`}
      description={required ? t`The people of the log. Find by name, or paste ids.` : t`Find by name, or paste ids.`}
      placeholder={chosen.length === 0 ? (required ? t`Name` : t`Everyone`) : ''}
      required={required}
      error={error}
      data={[...options].map(([id, label]) => ({ value: id, label }))}
      value={chosen}
      onChange={take}
      clearable
      clearButtonProps={{ 'aria-label': t`Clear the users` }}
      searchValue={typed}
      onSearchChange={setTyped}
      {...foundByService(search === typed.trim() && !found.isPlaceholderData, t`No users match`)}
      limit={FOUND}
      onPaste={onPaste}
    />
  )
}
