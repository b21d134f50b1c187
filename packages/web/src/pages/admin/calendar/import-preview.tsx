import { plural, t } from '@lingui/core/macro'
import { Alert } from '@mantine/core'
import type { HolidayImport } from '@rollcall/contract'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Facts } from '../../../components/facts.tsx'
import { showNumber } from '../../../components/format.ts'
import type { ListColumn } from '../../../components/table/columns.ts'
import { FactTable } from '../../../components/table/fact-table.tsx'
import { EffectPreview } from './effect-preview.tsx'

/** What the file would change. */
export const ImportPreview = ({ outcome }: { outcome: HolidayImport }) => {
  const { added, changed, removed, unchanged, ignored, events } = outcome
  return (
    <>
      <Facts
        label={t`What the file would change`}
        nameWidth={110}
        facts={[
          [t({ message: 'New', context: 'number of holidays' }), plural(added, { one: '# holiday', other: '# holidays' })],
          [t({ message: 'Changed', context: 'number of holidays' }), plural(changed, { one: '# holiday', other: '# holidays' })],
          [t({ message: 'Removed', context: 'number of holidays' }), plural(removed, { one: '# holiday', other: '# holidays' })],
          [
            t({ message: 'Unchanged', context: 'number of holidays' }),
            plural(unchanged, { one: '# holiday', other: '# holidays' }),
          ],
          [
            t`Ignored`,
            t`${showNumber(ignored)} of ${plural(events, { one: '# event', other: '# events' })}, because they do not last whole days or are too far away`,
          ],
        ]}
      />
      {added + changed + removed > 0 ? <EffectPreview effect={outcome} /> : t`The calendar is already as the file says.`}
    </>
  )
}

interface FileError {
  readonly message: string
}

/** `line 12, UID christmas: its first day is missing`, or without a UID. */
const WITH_LINE = /^line (\d+)(?:, |: )(.*)$/s

const placeOf = ({ message }: FileError): { line: string; words: string } => {
  const [, line = '–', words = message] = WITH_LINE.exec(message) ?? []
  return { line, words }
}

const ERROR_COLUMNS: readonly ListColumn<FileError>[] = [
  { key: 'line', name: t({ message: 'Line', context: 'of a file' }), value: (error) => placeOf(error).line },
  { key: 'message', name: t`What is wrong`, value: (error) => placeOf(error).words },
]

/** The errors in the file, by line. */
export const FileErrors = ({ errors }: { errors: readonly FileError[] }) => (
  <Alert
    color="red"
    variant="outline"
    styles={{ title: { color: 'var(--mantine-color-text)' } }}
    icon={<IconAlertTriangle aria-hidden="true" />}
    title={t`The file has ${plural(errors.length, { one: '# error', other: '# errors' })}, and nothing of it is imported`}
  >
    <FactTable
      id="errors"
      label={t`Errors in the file`}
      columns={ERROR_COLUMNS}
      rows={errors}
      rowKey={({ message }) => message}
    />
  </Alert>
)
