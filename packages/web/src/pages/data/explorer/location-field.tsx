import { MultiSelect, Select } from '@mantine/core'
import { NO_BUILDING, NONE, useLocations } from '../shared/locations.ts'
import type { Dataset } from './datasets.ts'

interface Props {
  readonly dataset: Dataset
  /** As the parameter has it: one id, or several between commas. */
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
  readonly error: string | undefined
}

/** Which building, or buildings, the rows are of; all where none is chosen. */
export const LocationField = ({ dataset, value, onChange, error }: Props) => {
  const { data } = useLocations()
  const chosen = value ? value.split(',') : []
  const known = (data ?? []).map(({ locationId, locationName }) => ({ value: locationId, label: locationName }))
  const none = dataset.withoutLocation ? [{ value: NONE, label: NO_BUILDING }] : []
  const strange = chosen.filter((id) => ![...known, ...none].some((option) => option.value === id))
  const options = [...known, ...none, ...strange.map((id) => ({ value: id, label: id }))]
  const shared = { error, searchable: true, clearable: true, flex: '2 1 200px', nothingFoundMessage: 'No such building' } as const
  const clear = { clearButtonProps: { 'aria-label': 'All buildings' } }
  if (dataset.location === 'locationIds') {
    return (
      <MultiSelect
        {...shared}
        {...clear}
        label="Buildings"
        placeholder={chosen.length === 0 ? 'All' : ''}
        data={options}
        value={chosen}
        onChange={(ids) => onChange(ids.join(',') || undefined)}
      />
    )
  }
  return (
    <Select
      {...shared}
      {...clear}
      label="Building"
      placeholder="All"
      data={options}
      value={value ?? null}
      onChange={(id) => onChange(id ?? undefined)}
    />
  )
}
