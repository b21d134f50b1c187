import { t } from '@lingui/core/macro'
import { Checkbox, MultiSelect, Stack } from '@mantine/core'
import { clearButton } from '../../../components/clear-button.ts'
import { byLabel } from '../../../components/search-select.tsx'
import { type Building, useBuildings } from '../../../workplace/me.tsx'

/** The buildings besides the one whose calendar is shown. */
const useOthers = (locationId: string): readonly Building[] => useBuildings().filter((each) => each.locationId !== locationId)

/** The building whose calendar is shown, and those that were chosen besides it. */
export const useChosenBuildings = (
  shown: Pick<Building, 'locationId' | 'locationName'>,
  others: readonly string[],
): readonly Pick<Building, 'locationId' | 'locationName'>[] => [
  shown,
  ...useOthers(shown.locationId).filter(({ locationId }) => others.includes(locationId)),
]

interface Props {
  readonly locationId: string
  readonly value: readonly string[]
  readonly onChange: (others: string[]) => void
  readonly disabled?: boolean
}

/** Chooses the other buildings in which the same is entered; nothing where there is only one building. */
export const OtherBuildings = ({ locationId, value, onChange, disabled = false }: Props) => {
  const others = useOthers(locationId)
  if (others.length === 0) return null
  const ids = others.map((each) => each.locationId)
  const count = ids.length
  return (
    <Stack gap="xs">
      <MultiSelect
        label={t`Also for`}
        description={t`Other buildings that get the same.`}
        placeholder={value.length === 0 ? t`Only this building` : ''}
        data={others.map((each) => ({ value: each.locationId, label: each.locationName }))}
        value={[...value]}
        onChange={onChange}
        disabled={disabled}
        searchable
        filter={byLabel}
        clearable
        clearButtonProps={clearButton(t`No other building`)}
        limit={100}
        nothingFoundMessage={t`No such building`}
      />
      <Checkbox
        label={t`All other buildings (${count})`}
        checked={value.length === count}
        disabled={disabled}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? ids : [])}
      />
    </Stack>
  )
}
