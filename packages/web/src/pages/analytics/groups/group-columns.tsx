import { plural, t } from '@lingui/core/macro'
import { Text } from '@mantine/core'
import type { GroupFigures, KpiName } from '@rollcall/contract'
import type { ListColumn } from '../../../components/table/columns.ts'
import { DrillLink } from '../drill/drill.tsx'
import { peopleOfGroup } from '../drill/targets.ts'
import { KPIS } from '../figures/kpis.ts'
import { showFigure, showHeading, showWhole } from '../figures/show.ts'

export type GroupRow = GroupFigures['groups'][number]

const kpi = (name: Exclude<KpiName, 'utilization'>, isExtra = false): ListColumn<GroupRow> => ({
  key: name,
  name: showHeading(KPIS[name]),
  short: KPIS[name].name,
  value: (group) => group[name],
  show: (group) => showFigure(group[name], KPIS[name].unit),
  align: 'right',
  isExtra,
})

/** The desks that a group has beyond its need; negative if it has too few. */
export const spareOf = ({ allocatedDesks, recommendedDesks }: GroupRow): number | null =>
  recommendedDesks === null ? null : allocatedDesks - recommendedDesks

const showSpare = (group: GroupRow): string => {
  const spare = spareOf(group)
  if (spare === null) return '–'
  if (group.allocatedDesks === 0) return t`no zones`
  if (spare === 0) return t`= as needed`
  const desks = showWhole(Math.abs(spare))
  return spare > 0 ? t`▲ ${desks} spare` : t`▼ ${desks} short`
}

export const MEMBERS: ListColumn<GroupRow> = {
  key: 'members',
  name: t`Members`,
  isKept: true,
  value: ({ members }) => members,
  render: ({ groupId, groupName, members }) => (
    <DrillLink
      target={peopleOfGroup(groupId)}
      label={t`${plural(members, { one: '# member', other: '# members' })} of ${groupName}`}
    >
      {showWhole(members)}
    </DrillLink>
  ),
}

/** The columns that are withheld together if a group is too small. */
export const FIGURE_COLUMNS: readonly ListColumn<GroupRow>[] = [
  kpi('averageDaily'),
  kpi('attendanceRate'),
  kpi('togetherness'),
  kpi('noShowRate'),
  kpi('p90', true),
  kpi('recommendedDesks'),
]

export const ALLOCATED: ListColumn<GroupRow> = {
  key: 'allocated',
  name: t`Allocated desks`,
  isKept: true,
  // The spare desks are counted from it.
  isExtra: true,
  value: ({ allocatedDesks }) => allocatedDesks,
}

export const SPARE: ListColumn<GroupRow> = {
  key: 'spare',
  name: t`Spare desks`,
  isKept: true,
  value: spareOf,
  show: showSpare,
  render: (group) => (
    <Text span inherit style={{ whiteSpace: 'nowrap' }}>
      {showSpare(group)}
    </Text>
  ),
  align: 'right',
}
