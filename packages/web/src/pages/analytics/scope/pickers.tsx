import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type ComboboxItem, MultiSelect, type OptionsFilter, Text, VisuallyHidden } from '@mantine/core'
import type { Group, NO_LOCATION } from '@rollcall/contract'
import { useQuery } from '@tanstack/react-query'
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

/** The matches with their ancestors, so that the hierarchy stays visible. */
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

const BelowGroups = ({ names }: { names: string }) => <Trans>(below {names})</Trans>

const renderOption = ({ option }: { option: ComboboxItem }) => {
  const { label, line } = option as Option
  return (
    <Text span size="sm" pl={line.depth * STEP}>
      {label}
      {line.depth > 0 ? (
        <VisuallyHidden>
          {' '}
          <BelowGroups names={namesAbove(line).join(', ')} />
        </VisuallyHidden>
      ) : null}
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
  const branches = toBranches(groups ?? [], { idOf: ({ groupId }) => groupId, parentOf: ({ parentGroupId }) => parentGroupId })
  return (
    <MultiSelect
      label={t`Groups`}
      placeholder={value.length > 0 ? '' : t`Everyone`}
      data={linesOf(branches).map(optionOf)}
      // Names come with the list; before it is loaded, only ids could be shown.
      value={groups ? value : []}
      onChange={onChange}
      renderOption={renderOption}
      filter={withAncestors}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t`Everyone` }}
      nothingFoundMessage={t`No such group`}
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
    <MultiSelect
      label={t`Buildings`}
      placeholder={value.length > 0 ? '' : t`All buildings`}
      data={options}
      // Names come with the list; before it is loaded, only ids could be shown.
      value={locations ? value : []}
      onChange={onChange}
      searchable
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
