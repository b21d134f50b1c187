import { t } from '@lingui/core/macro'
import {
  type ComboboxData,
  type ComboboxItem,
  MultiSelect,
  type MultiSelectProps,
  type OptionsFilter,
  Select,
  type SelectProps,
} from '@mantine/core'
import { searchText } from '@rollcall/contract'
import { useListSearch } from './use-list-search.ts'

const optionsOf = (data: ComboboxData = []): ComboboxItem[] =>
  [...data].flatMap((each): ComboboxItem[] => {
    if (typeof each === 'string') return [{ value: each, label: each }]
    return 'items' in each ? optionsOf(each.items as ComboboxData) : [each]
  })

type Own = 'dropdownOpened' | 'onDropdownOpen' | 'onDropdownClose' | 'onOptionSubmit' | 'defaultValue'

/** Options whose label has the text, whatever its letter case and accents. */
export const byLabel: OptionsFilter = ({ options, search, limit }) => {
  const wanted = searchText(search.trim())
  let left = limit
  const take = (items: readonly ComboboxItem[]): ComboboxItem[] => {
    const found = items.filter(({ label }) => searchText(label).includes(wanted)).slice(0, left)
    left -= found.length
    return found
  }
  return options.flatMap((each): typeof options => ('items' in each ? [{ ...each, items: take(each.items) }] : take([each])))
}

/** Chooses one of a list that can be searched. The list opens by typing, a click or the arrow keys, as it would cover what is below. */
export const SearchSelect = ({ searchable = true, ...props }: Omit<SelectProps, Own>) =>
  searchable ? <OneOfList {...props} /> : <Select allowDeselect={false} {...props} />

const OneOfList = ({ data, value = null, error, onChange, searchValue, onSearchChange, ...rest }: Omit<SelectProps, Own>) => {
  const options = optionsOf(data)
  const labelOf = (wanted: string | null) => options.find((each) => each.value === wanted)?.label ?? ''
  const onTake = (option: ComboboxItem): void => {
    if (option.value !== value) onChange?.(option.value, option)
  }
  const search = useListSearch({ options, chosen: value ?? '', searchValue, onSearchChange, onTake })
  const label = labelOf(value)
  const unlisted = label === '' ? t`Not in the list.` : t`Not in the list. Still chosen: ${label}.`
  return (
    <Select
      allowDeselect={false}
      nothingFoundMessage={t`Nothing was found.`}
      filter={byLabel}
      {...rest}
      {...search.props}
      data={data}
      onChange={onChange}
      searchable
      openOnFocus={false}
      value={value}
      error={search.isUnlisted ? unlisted : error}
      onOptionSubmit={(taken) => {
        search.settle()
        search.change(labelOf(taken))
      }}
    />
  )
}

interface SearchMultiSelectProps extends Omit<MultiSelectProps, Own> {
  /** For a list that would hide the buttons below it; typing the next name opens it again. */
  readonly closesOnChoice?: boolean
}

/** Chooses several of a list, which can be searched unless it says otherwise. */
export const SearchMultiSelect = ({
  data,
  value = [],
  error,
  onChange,
  searchValue,
  onSearchChange,
  closesOnChoice = false,
  ...rest
}: SearchMultiSelectProps) => {
  const onTake = (option: ComboboxItem): void => {
    if (!value.includes(option.value)) onChange?.([...value, option.value])
  }
  const search = useListSearch({ options: optionsOf(data), chosen: value.join(), searchValue, onSearchChange, onTake })
  return (
    <MultiSelect
      searchable
      openOnFocus={false}
      nothingFoundMessage={t`Nothing was found.`}
      filter={byLabel}
      {...rest}
      {...search.props}
      data={data}
      onChange={onChange}
      value={value}
      error={search.isUnlisted ? t`Not in the list.` : error}
      onOptionSubmit={() => {
        search.settle()
        if (closesOnChoice) search.close()
      }}
    />
  )
}

const everything: OptionsFilter = ({ options }) => options

/**
 * For a list that the service searches, by more than labels: until it has answered, the list keeps what has the text in its
 * label, so that Enter takes no one else.
 */
export const foundByService = (hasAnswered: boolean, none: string) => ({
  filter: hasAnswered ? everything : byLabel,
  nothingFoundMessage: hasAnswered ? none : t`Searching …`,
})
