import { t } from '@lingui/core/macro'
import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ListColumn } from '../../../components/table/columns.ts'
import { ListTable } from '../../../components/table/list-table.tsx'
import { TextButton } from '../../../components/text-button.tsx'
import { exactMomentText, readerZone } from '../../../time/zoned-time.ts'
import { actionWord } from './action-words.ts'
import { COLUMNS, type Entry, FILE_COLUMNS } from './audit-entries.ts'

interface Props {
  readonly entries: readonly Entry[]
  readonly isPart: boolean
  readonly readAll: () => Promise<readonly Entry[]>
  readonly actions: ReactNode
  readonly onShow: (entry: Entry) => void
}

const columnsOf = (onShow: Props['onShow']): readonly ListColumn<Entry>[] => {
  const [time, act, ...others] = COLUMNS as [ListColumn<Entry>, ListColumn<Entry>, ...ListColumn<Entry>[]]
  return [
    {
      ...act,
      render: (entry) => {
        const { action, entryNo } = entry
        const words = actionWord(action)
        return (
          <>
            <TextButton aria-label={t`${words} Entry ${entryNo}`} onClick={() => onShow(entry)}>
              {words}
            </TextButton>
            <Text size="xs" c="dimmed" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
              {action}
            </Text>
          </>
        )
      },
    },
    {
      ...time,
      render: ({ timestamp }) => <time dateTime={timestamp}>{exactMomentText(timestamp, readerZone())}</time>,
    },
    ...others,
  ]
}

/** Entries of the audit log, the newest first; each can be opened. Files have all fields. */
export const AuditTable = ({ entries, isPart, readAll, actions, onShow }: Props) => (
  <ListTable
    id="audit"
    label={t`Audit log`}
    many={t`entries`}
    columns={columnsOf(onShow)}
    fileColumns={FILE_COLUMNS}
    rows={entries}
    rowKey={({ entryNo }) => String(entryNo)}
    minWidth={900}
    rowsAtOnce={Number.POSITIVE_INFINITY}
    hasFind={false}
    isPart={isPart}
    readAll={readAll}
    actions={actions}
  />
)
