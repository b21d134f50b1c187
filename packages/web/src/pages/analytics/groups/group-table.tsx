import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Box, Button, Group, Table, Text } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { FigureFrame } from '../../../components/chart/figure-frame.tsx'
import { AnchorLink } from '../../../components/links.tsx'
import { type Column, type ListColumn, shown } from '../../../components/table/columns.ts'
import { CsvButton } from '../../../components/table/csv-button.tsx'
import { ColumnsTool } from '../../../components/table/table-tools.tsx'
import { useTableView } from '../../../components/table/table-view.ts'
import { WithheldText } from '../figures/figures-query.tsx'
import { linesOf, toBranches } from '../scope/hierarchy.ts'
import { ALLOCATED, FIGURE_COLUMNS, type GroupRow, MEMBERS, SPARE } from './group-columns.tsx'

const STEP = 18

interface Props {
  readonly group: GroupRow
  readonly depth: number
  /** Set if the group has children. */
  readonly fold: { readonly isOpen: boolean; readonly toggle: () => void } | undefined
}

/** The name of a group in the hierarchy; a link to its attendance. */
const GroupName = ({ group: { groupId, groupName, groupType }, depth, fold }: Props) => (
  <Group gap={4} wrap="nowrap" pl={depth * STEP}>
    {fold ? (
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-expanded={fold.isOpen}
        aria-label={t`Groups below ${groupName}`}
        onClick={fold.toggle}
      >
        {fold.isOpen ? <IconChevronDown size={14} aria-hidden /> : <IconChevronRight size={14} aria-hidden />}
      </ActionIcon>
    ) : (
      <Box w={22} flex="none" />
    )}
    <AnchorLink to="/analytics/attendance" search={(before) => ({ ...before, groups: groupId })} inherit>
      {groupName}
    </AnchorLink>
    {depth === 0 ? (
      <Text span size="xs" c="dimmed" fw={400}>
        {groupType}
      </Text>
    ) : null}
  </Group>
)

const TITLE = t`Attendance by group`

/** Larger hierarchies are collapsed at first. */
const MANY = 60

/** The name of the group, which always stays, and what can be chosen. */
const COLUMNS: readonly ListColumn<GroupRow>[] = [
  { key: 'group', name: t`Group`, value: ({ groupName }) => groupName },
  MEMBERS,
  ...FIGURE_COLUMNS,
  ALLOCATED,
  SPARE,
]

const FILE_COLUMNS = (groups: readonly GroupRow[]): readonly Column<GroupRow>[] => {
  const names = new Map(groups.map(({ groupId, groupName }) => [groupId, groupName]))
  return [
    { name: t`Group`, value: ({ groupName }) => groupName },
    { name: t`Type`, value: ({ groupType }) => groupType },
    { name: t`Group above`, value: ({ parentId }) => (parentId && names.get(parentId)) || null },
    { name: t`Withheld`, value: ({ hidden }) => (hidden ? t`yes` : t`no`) },
    MEMBERS,
    ...FIGURE_COLUMNS,
    ALLOCATED,
    SPARE,
  ]
}

/** The hierarchy of groups, each with all groups below it. */
export const GroupTable = ({ groups }: { groups: readonly GroupRow[] }) => {
  const opensAll = groups.length <= MANY
  // The groups that the user has opened or closed.
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set())
  const [isAllOpen, setAllOpen] = useState(opensAll)
  const isOpen = (id: string): boolean => isAllOpen !== turned.has(id)
  const toggle = (id: string) => {
    const next = new Set(turned)
    if (!next.delete(id)) next.add(id)
    setTurned(next)
  }
  const turnAll = (open: boolean) => {
    setAllOpen(open)
    setTurned(new Set())
  }
  const branches = toBranches(groups, { idOf: ({ groupId }) => groupId, parentOf: ({ parentId }) => parentId })
  const { view, onHidden } = useTableView('groups', 'groups')
  const isShown = ({ key }: { key: string }) => !view.hidden.includes(key)
  const figures = FIGURE_COLUMNS.filter(isShown)
  const hasLevels = branches.some(({ children }) => children.length > 0)
  return (
    <FigureFrame
      title={TITLE}
      description={t`Each group includes the groups below it; people count in their primary group of the day. Togetherness is the share of the rest of the group that a member meets on a day in the office.`}
      actions={
        <>
          {hasLevels ? (
            <Button size="compact-sm" variant="default" onClick={() => turnAll(!isAllOpen)}>
              {isAllOpen ? t`Collapse all` : t`Expand all`}
            </Button>
          ) : null}
          <ColumnsTool columns={COLUMNS} hidden={view.hidden} onHidden={onHidden} />
          <CsvButton title={TITLE} columns={FILE_COLUMNS(groups)} rows={groups} />
        </>
      }
    >
      <Table.ScrollContainer minWidth={1000} maxHeight={640} type="native" tabIndex={0} role="group" aria-label={TITLE}>
        <Table
          aria-label={TITLE}
          verticalSpacing={5}
          horizontalSpacing="xs"
          fz="sm"
          highlightOnHover
          stickyHeader
          style={{ fontVariantNumeric: 'tabular-nums' }}
        >
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">
                <Trans>Group</Trans>
              </Table.Th>
              {COLUMNS.slice(1)
                .filter(isShown)
                .map(({ name }) => (
                  <Table.Th key={name} scope="col" ta="right">
                    {name}
                  </Table.Th>
                ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {linesOf(branches, ({ groupId }) => isOpen(groupId)).map(({ branch: { item, children }, depth }) => (
              <Table.Tr key={item.groupId}>
                <Table.Th scope="row" fw={depth === 0 ? 650 : 400} miw="min(13rem, 55vw)">
                  <GroupName
                    group={item}
                    depth={depth}
                    fold={children.length > 0 ? { isOpen: isOpen(item.groupId), toggle: () => toggle(item.groupId) } : undefined}
                  />
                </Table.Th>
                {isShown(MEMBERS) ? <Cell column={MEMBERS} group={item} /> : null}
                {item.hidden && figures.length > 0 ? (
                  <Table.Td colSpan={figures.length}>
                    <WithheldText withheld={item.withheld} />
                  </Table.Td>
                ) : (
                  figures.map((column) => <Cell key={column.name} column={column} group={item} />)
                )}
                {[ALLOCATED, SPARE].filter(isShown).map((column) => (
                  <Cell key={column.key} column={column} group={item} />
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </FigureFrame>
  )
}

const Cell = ({ column, group }: { column: Column<GroupRow>; group: GroupRow }) => (
  <Table.Td ta="right" style={{ whiteSpace: 'nowrap' }}>
    {column.render?.(group) ?? shown(column, group)}
  </Table.Td>
)
