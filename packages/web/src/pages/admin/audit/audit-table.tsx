import { Button, Table } from '@mantine/core'
import { exactMomentText, readerZone } from '../../../time/zoned-time.ts'
import { actorText, COLUMNS, type Entry, entityText } from './audit-entries.ts'

/** Entries of the audit log, the newest first; each can be opened. */
export const AuditTable = ({ entries, onShow }: { entries: readonly Entry[]; onShow: (entry: Entry) => void }) => (
  <Table.ScrollContainer minWidth={900} type="native" tabIndex={0} role="region" aria-label="Audit log">
    <Table verticalSpacing={6} fz="sm" highlightOnHover aria-label="Audit log">
      <Table.Thead>
        <Table.Tr>
          {COLUMNS.map(({ name }) => (
            <Table.Th key={name}>{name}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {entries.map((entry) => (
          <Table.Tr key={entry.entryNo}>
            <Table.Td style={{ whiteSpace: 'nowrap' }}>
              <time dateTime={entry.timestamp}>{exactMomentText(entry.timestamp, readerZone())}</time>
            </Table.Td>
            <Table.Th scope="row" fw={500}>
              <Button
                variant="transparent"
                c="var(--mantine-color-anchor)"
                td="underline"
                size="compact-sm"
                px={0}
                h="auto"
                aria-label={`${entry.action}, entry ${entry.entryNo}`}
                onClick={() => onShow(entry)}
              >
                {entry.action}
              </Button>
            </Table.Th>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{actorText(entry)}</Table.Td>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{entityText(entry)}</Table.Td>
            <Table.Td style={{ whiteSpace: 'nowrap' }}>{entry.address}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Table.ScrollContainer>
)
