import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Code, Group, Modal, Stack, Table, Text } from '@mantine/core'
import { Facts } from '../../../components/facts.tsx'
import { exactMomentText, readerZone } from '../../../time/zoned-time.ts'
import { actionWord } from './action-words.ts'
import { actorInFull, type Entry, entityText } from './audit-entries.ts'
import type { AuditView } from './audit-view.ts'
import { changeRows } from './change-rows.ts'

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
    title={entry ? actionWord(entry.action) : t`Entry`}
    size="xl"
    closeButtonProps={{ 'aria-label': t`Close` }}
  >
    {entry ? <Details entry={entry} onFilter={onFilter} /> : null}
  </Modal>
)

const Details = ({ entry, onFilter }: Pick<Props, 'onFilter'> & { entry: Entry }) => {
  const { action, actorId, entityId, address, userAgent, requestId, timestamp } = entry
  const none = t({ message: 'None', context: 'no value' })
  return (
    <Stack gap="md">
      <Facts
        label={t`Act`}
        facts={[
          [t`Action`, <Code key="action">{action}</Code>],
          [t`When`, exactMomentText(timestamp, readerZone())],
          [t`Who`, actorInFull(entry)],
          [t({ message: 'On', context: 'what was changed' }), entityText(entry) || t`Nothing in particular`],
          [t`Id of the entity`, entityId ?? none],
          [t`Address`, address ?? none],
          [t`Program`, userAgent ?? none],
          [t`Request`, requestId ?? none],
        ]}
      />
      <Changes entry={entry} />
      <Group gap="xs">
        {actorId ? (
          <Button size="xs" variant="default" onClick={() => onFilter({ actorId })}>
            <Trans>Everything they did</Trans>
          </Button>
        ) : null}
        {entityId ? (
          <Button size="xs" variant="default" onClick={() => onFilter({ entityId })}>
            <Trans>Everything done to it</Trans>
          </Button>
        ) : null}
      </Group>
    </Stack>
  )
}

/** The fields before and after, one row each. */
const Changes = ({ entry }: { entry: Entry }) => {
  const rows = changeRows(entry)
  if (rows.length === 0) return null
  return (
    <Table.ScrollContainer minWidth={500} type="native" tabIndex={0} role="region" aria-label={t`What changed`}>
      <Table verticalSpacing={4} fz="sm" aria-label={t`What changed`}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>
              <Trans>Field</Trans>
            </Table.Th>
            <Table.Th>
              <Trans>Before</Trans>
            </Table.Th>
            <Table.Th>
              <Trans>After</Trans>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ code, word, before, after }) => (
            <Table.Tr key={code}>
              <Table.Th scope="row" fw={500}>
                {word === undefined ? null : <div>{word}</div>}
                <Text size="xs" c="dimmed" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
                  {code}
                </Text>
              </Table.Th>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{before}</Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{after}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
