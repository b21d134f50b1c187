import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type ComboboxItem, type OptionsFilter, Text, VisuallyHidden } from '@mantine/core'
import { type Group, type NO_LOCATION, searchText } from '@rollcall/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SearchMultiSelect } from '../../../components/search-select.tsx'
import { type Line, linesOf, toBranches } from '../../../components/table/hierarchy.ts'
import { groupsQuery, locationsQuery } from '../../../workplace/directory.ts'

/** Lists open inside the landmark of the scope bar. */
export const IN_PLACE = { withinPortal: false }

/** The list itself scrolls, as keyboard users expect; a short input leaves room for the chosen items. */
const PICKER_STYLES = {
  inputField: { minWidth: 40 },
  options: { maxHeight: 280, overflowY: 'auto' },
} as const

const STEP = 14

interface Option extends ComboboxItem {
  readonly line: Line<Group>
}

const optionOf = (line: Line<Group>): Option => ({
  value: line.branch.item.groupId,
  label: line.branch.item.groupName,
  line,
})

/** Names of the groups above it, from the top. */
const namesAbove = ({ above }: Line<Group>): string[] => {
  const names: string[] = []
  for (let at = above; at; at = at.above) names.push(at.branch.item.groupName)
  return names.reverse()
}

/** How well a name fits what was typed: as a whole, from its beginning, from the beginning of a word of it, or within a word. */
const rankOf = (name: string, typed: string): number =>
  name === typed ? 0 : name.startsWith(typed) ? 1 : name.includes(` ${typed}`) ? 2 : 3

/** The hierarchy, or what fits what was typed, the best first. What is chosen already is left out: Enter would give it up. */
const bestFirst =
  (chosen: readonly string[]): OptionsFilter =>
  ({ options, search }) => {
    const typed = searchText(search.trim())
    const all = options as Option[]
    if (typed === '') return all
    return all
      .map((option) => ({ option, name: searchText(option.label) }))
      .filter(({ option, name }) => name.includes(typed) && !chosen.includes(option.value))
      .toSorted((a, b) => rankOf(a.name, typed) - rankOf(b.name, typed))
      .map(({ option }) => option)
  }

const BelowGroups = ({ names }: { names: string }) => <Trans>(below {names})</Trans>

/** A group within the hierarchy, or by itself with the names of those above it. */
const renderOption =
  (isAlone: boolean) =>
  ({ option }: { option: ComboboxItem }) => {
    const { label, line } = option as Option
    const above = (
      <>
        {' '}
        <BelowGroups names={namesAbove(line).join(', ')} />
      </>
    )
    return (
      <Text span size="sm" pl={isAlone ? 0 : line.depth * STEP}>
        {label}
        {line.depth === 0 ? null : isAlone ? above : <VisuallyHidden>{above}</VisuallyHidden>}
      </Text>
    )
  }

interface Props {
  readonly value: string[]
  readonly onChange: (ids: string[]) => void
}

/** Chooses groups, each with its descendants; everyone if none is chosen. */
export const GroupPicker = ({ value, onChange }: Props) => {
  const { data: groups } = useQuery(groupsQuery)
  const [typed, setTyped] = useState('')
  const isSearching = typed.trim() !== ''
  const branches = toBranches(groups ?? [], { idOf: ({ groupId }) => groupId, parentOf: ({ parentGroupId }) => parentGroupId })
  return (
    <SearchMultiSelect
      label={t`Groups`}
      placeholder={value.length > 0 ? '' : t`Everyone`}
      data={linesOf(branches).map(optionOf)}
      // Names come with the list; before it is loaded, only ids could be shown.
      value={groups ? value : []}
      onChange={onChange}
      renderOption={renderOption(isSearching)}
      filter={bestFirst(value)}
      searchValue={typed}
      onSearchChange={setTyped}
      clearable
      clearButtonProps={{ 'aria-label': t`Everyone` }}
      nothingFoundMessage={value.length > 0 ? t`No other group of this name` : t`No such group`}
      flex="1 1 220px"
      maw={420}
      withScrollArea={false}
      styles={PICKER_STYLES}
      comboboxProps={IN_PLACE}
    />
  )
}

/** The id that the API uses for people without a building. */
const NONE: typeof NO_LOCATION = 'none'

interface LocationPickerProps {
  readonly value: string[]
  readonly onChange: (ids: string[]) => void
  /** Whether rows without a building can be chosen. */
  readonly withNone?: boolean
}

/** Chooses buildings; all if none is chosen. */
export const LocationPicker = ({ value, onChange, withNone = false }: LocationPickerProps) => {
  const { data: locations } = useQuery(locationsQuery)
  const options = (locations ?? []).map(({ locationId, locationName, status }) => ({
    value: locationId,
    label: status === 'active' ? locationName : t`${locationName} (inactive)`,
  }))
  if (withNone) options.push({ value: NONE, label: t`No building` })
  return (
    <SearchMultiSelect
      label={t`Buildings`}
      placeholder={value.length > 0 ? '' : t`All buildings`}
      data={options}
      // Names come with the list; before it is loaded, only ids could be shown.
      value={locations ? value : []}
      onChange={onChange}
      clearable
      clearButtonProps={{ 'aria-label': t`All buildings` }}
      nothingFoundMessage={t`No such building`}
      flex="1 1 220px"
      maw={420}
      withScrollArea={false}
      styles={PICKER_STYLES}
      comboboxProps={IN_PLACE}
    />
  )
}
