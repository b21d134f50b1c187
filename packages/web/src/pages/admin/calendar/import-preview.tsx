import { Alert, Table } from '@mantine/core'
import type { HolidayImport } from '@rollcall/contract'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Facts } from '../../../components/facts.tsx'
import { countOf, showNumber } from '../../../components/format.ts'
import { EffectPreview } from './effect-preview.tsx'

/** What the file would change. */
export const ImportPreview = ({ outcome }: { outcome: HolidayImport }) => {
  const { added, changed, removed, unchanged, ignored, events } = outcome
  return (
    <>
      <Facts
        label="What the file would change"
        nameWidth={110}
        facts={[
          ['New', countOf(added, 'holiday')],
          ['Changed', countOf(changed, 'holiday')],
          ['Removed', countOf(removed, 'holiday')],
          ['Unchanged', countOf(unchanged, 'holiday')],
          [
            'Ignored',
            `${showNumber(ignored)} of ${countOf(events, 'event')}, because they do not last whole days or are too far away`,
          ],
        ]}
      />
      {added + changed + removed > 0 ? <EffectPreview effect={outcome} /> : 'The calendar is already as the file says.'}
    </>
  )
}

interface FileError {
  readonly message: string
}

/** `line 12, UID christmas: its first day is missing`, or without a UID. */
const WITH_LINE = /^line (\d+)(?:, |: )(.*)$/s

/** The errors in the file, by line. */
export const FileErrors = ({ errors }: { errors: readonly FileError[] }) => (
  <Alert
    color="red"
    variant="outline"
    styles={{ title: { color: 'var(--mantine-color-text)' } }}
    icon={<IconAlertTriangle aria-hidden="true" />}
    title={`The file has ${countOf(errors.length, 'error')}, and nothing of it is imported`}
  >
    <Table aria-label="Errors in the file" verticalSpacing={4}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={60}>Line</Table.Th>
          <Table.Th>What is wrong</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {errors.map(({ message }) => {
          const [, line = '–', words = message] = WITH_LINE.exec(message) ?? []
          return (
            <Table.Tr key={message}>
              <Table.Td>{line}</Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{words}</Table.Td>
            </Table.Tr>
          )
        })}
      </Table.Tbody>
    </Table>
  </Alert>
)
