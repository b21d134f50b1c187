import { Alert, List, Text } from '@mantine/core'
import type { MappingEffect } from '@rollcall/contract'
import { showNumber } from '../../../components/number-format.ts'
import { effectText } from './mapping-effect.ts'

const members = (count: number): string => `${showNumber(count)} ${count === 1 ? 'member' : 'members'}`

/** What a meaning would do to groups and users. The service has tried it and taken it back. */
export const MappingPreview = ({ effect }: { effect: MappingEffect }) => (
  <Alert
    mt="sm"
    color="petrol"
    variant="outline"
    styles={{ title: { color: 'var(--mantine-color-text)' } }}
    title="What it would do. Nothing has been changed yet."
  >
    <Text size="sm">{effectText(effect)}</Text>
    {effect.examples.length > 0 ? (
      <List size="sm" mt={4} aria-label="Largest groups">
        {effect.examples.map(({ groupName, memberCount, isNew }) => (
          <List.Item key={groupName}>
            {groupName}: {members(memberCount)}
            {isNew ? ', a new group' : ''}
          </List.Item>
        ))}
      </List>
    ) : null}
    {effect.groupsLeftEmpty > 0 ? (
      <Text size="sm" mt={4}>
        {effect.groupsLeftEmpty === 1
          ? '1 group of attributes is'
          : `${showNumber(effect.groupsLeftEmpty)} groups of attributes are`}{' '}
        then without members. Each can be set inactive on its page.
      </Text>
    ) : null}
  </Alert>
)
