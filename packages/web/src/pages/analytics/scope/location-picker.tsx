import { MultiSelect } from '@mantine/core'
import type { NO_LOCATION } from '@rollcall/contract'
import { useQuery } from '@tanstack/react-query'
import { locationsQuery } from './directory.ts'
import { IN_PLACE, PICKER_STYLES } from './picker-look.ts'

/** What the API calls rows of people without a building. */
const NONE: typeof NO_LOCATION = 'none'

interface Props {
  readonly value: string[]
  readonly onChange: (ids: string[]) => void
  /** Whether rows that belong to no building can be meant. */
  readonly withNone?: boolean
}

/** Which buildings are meant; all where none is chosen. */
export const LocationPicker = ({ value, onChange, withNone = false }: Props) => {
  const { data: locations } = useQuery(locationsQuery)
  const options = (locations ?? []).map(({ locationId, locationName, status }) => ({
    value: locationId,
    label: status === 'active' ? locationName : `${locationName} (inactive)`,
  }))
  if (withNone) options.push({ value: NONE, label: 'No building' })
  return (
    <MultiSelect
      label="Locations"
      placeholder={value.length > 0 ? '' : 'All locations'}
      data={options}
      // Names come with the list: until then an id would be shown.
      value={locations ? value : []}
      onChange={onChange}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'All locations' }}
      nothingFoundMessage="No such location"
      flex="1 1 220px"
      maw={420}
      withScrollArea={false}
      styles={PICKER_STYLES}
      comboboxProps={IN_PLACE}
    />
  )
}
