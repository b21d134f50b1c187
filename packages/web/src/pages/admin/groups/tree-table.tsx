import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Box, Button, Group as Row, Text } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { AnchorLink } from '../../../components/links.tsx'
import type { ListColumn } from '../../../components/table/columns.ts'
import { FactTable } from '../../../components/table/fact-table.tsx'
import { StatusBadge } from '../shared/status-badge.tsx'
import { ORIGIN_WORDS, type TreeRow } from './group-tree.ts'

interface Props {
  readonly rows: readonly TreeRow[]
  readonly onToggle: (groupId: string) => void
}

const ROWS = 200
/** The indentation of a group below its parent. */
const STEP = 22
const MAX_STEPS = 8

const COLUMNS: readonly ListColumn<TreeRow>[] = [
  { key: 'group', name: t`Kind`, value: ({ group }) => group.groupType },
  { key: 'group', name: t`Comes from`, value: ({ group }) => ORIGIN_WORDS[group.origin] },
  {
    key: 'group',
    name: t`Status`,
    value: ({ group }) => group.status,
    render: ({ group }) => <StatusBadge status={group.status} />,
  },
]

/** Groups, each below its parent. */
export const TreeTable = ({ rows, onToggle }: Props) => {
  const [shown, setShown] = useState(ROWS)
  return (
    <>
      <FactTable
        id="groups"
        label={t`Groups`}
        columns={[
          {
            key: 'group',
            name: t`Name`,
            value: ({ group }: TreeRow) => group.groupName,
            render: (row) => <Name row={row} onToggle={onToggle} />,
          },
          ...COLUMNS,
        ]}
        rows={rows.slice(0, shown)}
        rowKey={({ group }) => group.groupId}
        isSortable={false}
        minWidth={620}
      />
      {rows.length > shown ? (
        <Button mt="sm" variant="default" onClick={() => setShown(shown + ROWS)}>
          <Trans>Show more</Trans>
        </Button>
      ) : null}
    </>
  )
}

const Name = ({ row: { group, depth, below, isOpen }, onToggle }: { row: TreeRow; onToggle: Props['onToggle'] }) => {
  const { groupId, groupName } = group
  return (
    <Row gap={6} wrap="nowrap" pl={Math.min(depth, MAX_STEPS) * STEP}>
      {below > 0 ? (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={24}
          c="var(--mantine-color-text)"
          aria-expanded={isOpen}
          aria-label={t`Groups below ${groupName}`}
          onClick={() => onToggle(groupId)}
        >
          {isOpen ? <IconChevronDown size={16} aria-hidden /> : <IconChevronRight size={16} aria-hidden />}
        </ActionIcon>
      ) : (
        <Box w={24} />
      )}
      <AnchorLink to="/admin/groups/$groupId" params={{ groupId }} inherit>
        {groupName}
      </AnchorLink>
      {below > 0 ? (
        <Text span size="xs" c="dimmed" fw={400}>
          <Trans>{below} below</Trans>
        </Text>
      ) : null}
    </Row>
  )
}
