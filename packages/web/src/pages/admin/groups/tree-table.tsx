import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Box, Button, Group as Row, Table, Text } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { AnchorLink } from '../../../components/links.tsx'
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

/** Groups, each below its parent. */
export const TreeTable = ({ rows, onToggle }: Props) => {
  const [shown, setShown] = useState(ROWS)
  return (
    <>
      <Table.ScrollContainer minWidth={620} type="native" tabIndex={0} role="group" aria-label={t`Groups`}>
        <Table aria-label={t`Groups`} verticalSpacing={4} fz="sm" highlightOnHover>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">
                <Trans>Name</Trans>
              </Table.Th>
              <Table.Th scope="col">
                <Trans>Kind</Trans>
              </Table.Th>
              <Table.Th scope="col">
                <Trans>Comes from</Trans>
              </Table.Th>
              <Table.Th scope="col">
                <Trans>Status</Trans>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.slice(0, shown).map((row) => (
              <Table.Tr key={row.group.groupId}>
                <Table.Th scope="row" fw={500}>
                  <Name row={row} onToggle={onToggle} />
                </Table.Th>
                <Table.Td>{row.group.groupType}</Table.Td>
                <Table.Td>{ORIGIN_WORDS[row.group.origin]}</Table.Td>
                <Table.Td>
                  <StatusBadge status={row.group.status} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
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
