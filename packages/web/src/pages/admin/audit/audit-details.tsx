import { Button, Group, Modal, Stack, Table, Text } from '@mantine/core'
import { AUDIT_ACTIONS } from '@rollcall/contract'
import { Facts } from '../../../components/facts.tsx'
import { exactMomentText, readerZone } from '../../../time/zoned-time.ts'
import { ACTORS, actorText, type Entry, entityText } from './audit-entries.ts'
import type { AuditView } from './audit-view.ts'

interface Props {
  readonly entry: Entry | undefined
  readonly onFilter: (changes: AuditView) => void
  readonly onClose: () => void
}

/** One entry with everything that is stored about it. */
export const AuditDetails = ({ entry, onFilter, onClose }: Props) => (
  <Modal
    opened={entry !== undefined}
    onClose={onClose}
    title={entry?.action ?? 'Entry'}
    size="xl"
    closeButtonProps={{ 'aria-label': 'Close' }}
  >
    {entry ? <Details entry={entry} onFilter={onFilter} /> : null}
  </Modal>
)

const Details = ({ entry, onFilter }: Pick<Props, 'onFilter'> & { entry: Entry }) => {
  const { action, actorType, actorId, entityId, address, userAgent, requestId, timestamp } = entry
  return (
    <Stack gap="md">
      <Text size="sm">{AUDIT_ACTIONS[action]}</Text>
      <Facts
        label="Act"
        facts={[
          ['When', exactMomentText(timestamp, readerZone())],
          ['Who', `${actorText(entry)} (${ACTORS[actorType].toLowerCase()})`],
          ['On', entityText(entry) || 'Nothing in particular'],
          ['Id of the entity', entityId ?? 'None'],
          ['Address', address ?? 'None'],
          ['Program', userAgent ?? 'None'],
          ['Request', requestId ?? 'None'],
        ]}
      />
      <Changes entry={entry} />
      <Group gap="xs">
        {actorId ? (
          <Button size="xs" variant="default" onClick={() => onFilter({ actorId })}>
            Everything they did
          </Button>
        ) : null}
        {entityId ? (
          <Button size="xs" variant="default" onClick={() => onFilter({ entityId })}>
            Everything done to it
          </Button>
        ) : null}
      </Group>
    </Stack>
  )
}

const textOf = (value: unknown): string => {
  if (value === undefined || value === null) return '–'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** The fields before and after, one row each. */
const Changes = ({ entry: { before, after } }: { entry: Entry }) => {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  if (names.length === 0) return null
  return (
    <Table.ScrollContainer minWidth={500} type="native" tabIndex={0} role="region" aria-label="What changed">
      <Table verticalSpacing={4} fz="sm" aria-label="What changed">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Field</Table.Th>
            <Table.Th>Before</Table.Th>
            <Table.Th>After</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {names.map((name) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" fw={500}>
                {name}
              </Table.Th>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{textOf(before?.[name])}</Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{textOf(after?.[name])}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
