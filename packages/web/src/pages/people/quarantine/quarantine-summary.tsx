import { Group, Paper, Text } from '@mantine/core'
import { TextLink } from '../../../components/links.tsx'
import type { Refused } from './quarantine-query.ts'
import { KINDS, reasonOf } from './words.ts'

/** Groups that are named; the rest is in the list. */
const SHOWN = 8

/** How many wait, by kind, reason and source; each leads to its events. */
export const QuarantineSummary = ({ events, isCut }: { events: readonly Refused[]; isCut: boolean }) => {
  const groups = [...Map.groupBy(events, ({ kind, resultCode, sourceId }) => `${kind} ${resultCode} ${sourceId}`).values()]
    .toSorted((a, b) => b.length - a.length)
    .slice(0, SHOWN)
  return (
    <Paper component="section" withBorder p="sm" aria-label="By kind, reason and source">
      <Text size="sm" fw={600} mb={4}>
        By kind, reason and source{isCut ? `, of the newest ${events.length}` : ''}
      </Text>
      <Group component="ul" gap="md" m={0} p={0} style={{ listStyle: 'none' }}>
        {groups.map((group) => {
          const { kind, resultCode, sourceId } = group[0] as Refused
          return (
            <Text component="li" size="sm" key={`${kind} ${resultCode} ${sourceId}`}>
              <TextLink
                to="/quarantine"
                search={{ kind, code: String(resultCode) as '1' | '2' | '3', source: sourceId }}
                underline="always"
              >
                {KINDS[kind]}, {reasonOf(resultCode).name.toLowerCase()}, {sourceId}
              </TextLink>
              : {group.length}
            </Text>
          )
        })}
      </Group>
    </Paper>
  )
}
