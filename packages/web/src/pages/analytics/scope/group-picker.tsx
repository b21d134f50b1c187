import { type ComboboxItem, MultiSelect, type OptionsFilter, Text, VisuallyHidden } from '@mantine/core'
import type { Group } from '@rollcall/contract'
import { useQuery } from '@tanstack/react-query'
import { groupsQuery } from './directory.ts'
import { type Branch, toBranches } from './hierarchy.ts'
import { IN_PLACE, PICKER_STYLES } from './picker-look.ts'

const STEP = 14

interface Option extends ComboboxItem {
  /** Names of the groups above it, from the top. */
  readonly above: readonly string[]
  /** Ids of these. */
  readonly path: readonly string[]
}

const optionsOf = (branches: readonly Branch<Group>[], parent?: Option): Option[] =>
  branches.flatMap(({ item, children }) => {
    const option = {
      value: item.groupId,
      label: item.groupName,
      above: parent ? [...parent.above, parent.label] : [],
      path: parent ? [...parent.path, parent.value] : [],
    }
    return [option, ...optionsOf(children, option)]
  })

/** What matches, and what stands above it, so that the hierarchy can still be seen. */
const withAncestors: OptionsFilter = ({ options, search }) => {
  const wanted = search.trim().toLowerCase()
  const all = options as Option[]
  if (wanted === '') return all
  const found = all.filter(({ label }) => label.toLowerCase().includes(wanted))
  const kept = new Set(found.flatMap(({ value, path }) => [value, ...path]))
  return all.filter(({ value }) => kept.has(value))
}

const renderOption = ({ option }: { option: ComboboxItem }) => {
  const { label, above } = option as Option
  return (
    <Text span size="sm" pl={above.length * STEP}>
      {label}
      {above.length > 0 ? <VisuallyHidden> (below {above.join(', ')})</VisuallyHidden> : null}
    </Text>
  )
}

interface Props {
  readonly value: string[]
  readonly onChange: (ids: string[]) => void
}

/** Which groups are meant, each with all below it; everybody where none is chosen. */
export const GroupPicker = ({ value, onChange }: Props) => {
  const { data: groups } = useQuery(groupsQuery)
  const branches = toBranches(groups ?? [], { idOf: ({ groupId }) => groupId, parentOf: ({ parentGroupId }) => parentGroupId })
  return (
    <MultiSelect
      label="Groups"
      placeholder={value.length > 0 ? '' : 'Everybody'}
      data={optionsOf(branches)}
      // Names come with the list: until then an id would be shown.
      value={groups ? value : []}
      onChange={onChange}
      renderOption={renderOption}
      filter={withAncestors}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Everybody' }}
      nothingFoundMessage="No such group"
      flex="1 1 220px"
      maw={420}
      withScrollArea={false}
      styles={PICKER_STYLES}
      comboboxProps={IN_PLACE}
    />
  )
}
