import { type ComboboxItem, MultiSelect, type OptionsFilter, Text, VisuallyHidden } from '@mantine/core'
import type { Group } from '@rollcall/contract'
import { useQuery } from '@tanstack/react-query'
import { groupsQuery } from './directory.ts'
import { type Line, linesOf, toBranches } from './hierarchy.ts'
import { IN_PLACE, PICKER_STYLES } from './picker-look.ts'

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

/** What matches, and what stands above it, so that the hierarchy can still be seen. */
const withAncestors: OptionsFilter = ({ options, search }) => {
  const wanted = search.trim().toLowerCase()
  const all = options as Option[]
  if (wanted === '') return all
  const kept = new Set<string>()
  for (const { line } of all.filter(({ label }) => label.toLowerCase().includes(wanted))) {
    for (let at: Line<Group> | undefined = line; at && !kept.has(at.branch.item.groupId); at = at.above) {
      kept.add(at.branch.item.groupId)
    }
  }
  return all.filter(({ value }) => kept.has(value))
}

const renderOption = ({ option }: { option: ComboboxItem }) => {
  const { label, line } = option as Option
  return (
    <Text span size="sm" pl={line.depth * STEP}>
      {label}
      {line.depth > 0 ? <VisuallyHidden> (below {namesAbove(line).join(', ')})</VisuallyHidden> : null}
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
      data={linesOf(branches).map(optionOf)}
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
