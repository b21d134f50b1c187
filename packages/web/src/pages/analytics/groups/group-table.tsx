import { t } from '@lingui/core/macro'
import { FigureFrame } from '../../../components/chart/figure-frame.tsx'
import { AnchorLink } from '../../../components/links.tsx'
import type { Column, ListColumn } from '../../../components/table/columns.ts'
import { FactTable } from '../../../components/table/fact-table.tsx'
import { WithheldText } from '../figures/figures-query.tsx'
import { ALLOCATED, FIGURE_COLUMNS, type GroupRow, MEMBERS, SPARE } from './group-columns.tsx'

const TITLE = t`Attendance by group`

/** The name of a group, a link to its attendance. */
const GroupName = ({ group: { groupId, groupName } }: { group: GroupRow }) => (
  <AnchorLink to="/analytics/attendance" search={(before) => ({ ...before, groups: groupId })} inherit>
    {groupName}
  </AnchorLink>
)

const TYPE: ListColumn<GroupRow> = {
  key: 'type',
  name: t`Kind`,
  value: ({ groupType }) => groupType,
  isChoice: true,
  isKept: true,
}

const COLUMNS: readonly ListColumn<GroupRow>[] = [
  { key: 'group', name: t`Group`, value: ({ groupName }) => groupName, render: (group) => <GroupName group={group} /> },
  TYPE,
  MEMBERS,
  ...FIGURE_COLUMNS,
  ALLOCATED,
  SPARE,
]

const FILE_COLUMNS = (groups: readonly GroupRow[]): readonly Column<GroupRow>[] => {
  const names = new Map(groups.map(({ groupId, groupName }) => [groupId, groupName]))
  return [
    { name: t`Group`, value: ({ groupName }) => groupName },
    TYPE,
    { name: t`Group above`, value: ({ parentId }) => (parentId && names.get(parentId)) || null },
    { name: t`Withheld`, value: ({ hidden }) => (hidden ? t`yes` : t`no`) },
    MEMBERS,
    ...FIGURE_COLUMNS,
    ALLOCATED,
    SPARE,
  ]
}

/** The hierarchy of groups, each with all groups below it. */
export const GroupTable = ({ groups }: { groups: readonly GroupRow[] }) => (
  <FigureFrame
    title={TITLE}
    description={t`Each group includes the groups below it; people count in their primary group of the day. Togetherness is the share of the rest of the group that a member meets on a day in the office. The 90th percentile is how many people come at most on nine out of ten workdays.`}
  >
    <FactTable
      id="groups"
      label={TITLE}
      columns={COLUMNS}
      fileColumns={FILE_COLUMNS(groups)}
      rows={groups}
      rowKey={({ groupId }) => groupId}
      tree={{ parentOf: ({ parentId }) => parentId, foldLabel: ({ groupName }) => t`Groups below ${groupName}` }}
      minWidth={900}
      maxHeight={640}
      inPlaceOf={({ hidden, withheld }) => (hidden ? <WithheldText withheld={withheld} /> : null)}
    />
  </FigureFrame>
)
