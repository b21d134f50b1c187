import { ActionIcon, Box, Group, Text } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { ScopeLink } from '../figures/scope-link.tsx'
import type { GroupRow } from './group-columns.tsx'

const STEP = 18

interface Props {
  readonly group: GroupRow
  readonly depth: number
  /** Where there are groups below it. */
  readonly fold: { readonly isOpen: boolean; readonly toggle: () => void } | undefined
}

/** A group in the hierarchy; leads to its attendance. */
export const GroupName = ({ group: { groupId, groupName, groupType }, depth, fold }: Props) => (
  <Group gap={4} wrap="nowrap" pl={depth * STEP}>
    {fold ? (
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-expanded={fold.isOpen}
        aria-label={`Groups below ${groupName}`}
        onClick={fold.toggle}
      >
        {fold.isOpen ? <IconChevronDown size={14} aria-hidden /> : <IconChevronRight size={14} aria-hidden />}
      </ActionIcon>
    ) : (
      <Box w={22} flex="none" />
    )}
    <ScopeLink to="/analytics/attendance" search={(before) => ({ ...before, groups: groupId })} inherit>
      {groupName}
    </ScopeLink>
    {depth === 0 ? (
      <Text span size="xs" c="dimmed" fw={400}>
        {groupType}
      </Text>
    ) : null}
  </Group>
)
