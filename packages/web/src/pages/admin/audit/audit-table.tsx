import { t } from '@lingui/core/macro'
import { Box, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { ListColumn } from '../../../components/table/columns.ts'
import { ListTable } from '../../../components/table/list-table.tsx'
import { TextButton } from '../../../components/text-button.tsx'
import { exactMomentText, readerZone } from '../../../time/zoned-time.ts'
import { actionWord } from './action-words.ts'
import { COLUMNS, type Entry, entityText, FILE_COLUMNS } from './audit-entries.ts'
import { changeText } from './change-rows.ts'
import { foldEntries, type ListedEntries, manyWord } from './folded-entries.ts'

interface Props {
  readonly entries: readonly Entry[]
  readonly isPart: boolean
  readonly readAll: () => Promise<readonly Entry[]>
  readonly actions: ReactNode
  readonly onShow: (entry: Entry) => void
}

/** The button of one entry, with what it changed. */
const One = ({ entry, onShow }: Pick<Props, 'onShow'> & { entry: Entry }) => {
  const { action, entryNo } = entry
  const words = actionWord(action)
  const changes = changeText(entry)
  return (
    <>
      <TextButton aria-label={t`${words} Entry ${entryNo}`} onClick={() => onShow(entry)}>
        {words}
      </TextButton>
      {changes === undefined ? null : (
        <Text size="xs" style={{ overflowWrap: 'anywhere' }}>
          {changes}
        </Text>
      )}
    </>
  )
}

const columnsOf = (
  { folded, unfolded }: Pick<ListedEntries, 'folded' | 'unfolded'>,
  open: ReadonlySet<number>,
  onToggle: (entryNo: number) => void,
  onShow: Props['onShow'],
): readonly ListColumn<Entry>[] => {
  const [time, act, ...others] = COLUMNS as [ListColumn<Entry>, ListColumn<Entry>, ...ListColumn<Entry>[]]
  return [
    {
      ...act,
      render: (entry) => {
        const { action, entryNo } = entry
        const call = folded.get(entry)
        return (
          <Box pl={unfolded.has(entry) ? 'md' : 0}>
            {call ? (
              <TextButton aria-expanded={open.has(entryNo)} onClick={() => onToggle(entryNo)}>
                {manyWord(action, call.length)}
              </TextButton>
            ) : (
              <One entry={entry} onShow={onShow} />
            )}
            <Text size="xs" c="dimmed" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
              {action}
            </Text>
          </Box>
        )
      },
    },
    {
      ...time,
      render: ({ timestamp }) => <time dateTime={timestamp}>{exactMomentText(timestamp, readerZone())}</time>,
    },
    ...others.map((column) =>
      column.key === 'entity' ? { ...column, value: (entry: Entry) => (folded.has(entry) ? '' : entityText(entry)) } : column,
    ),
  ]
}

/**
 * Entries of the audit log, the newest first; each can be opened. A call that did the same to several has a line that opens to
 * its entries. Files have all entries with all fields.
 */
export const AuditTable = ({ entries, isPart, readAll, actions, onShow }: Props) => {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const { rows, folded, unfolded } = foldEntries(entries, open)
  const toggle = (entryNo: number) =>
    setOpen((before) => {
      const after = new Set(before)
      if (!after.delete(entryNo)) after.add(entryNo)
      return after
    })
  return (
    <ListTable
      id="audit"
      label={t`Audit log`}
      many={t`entries`}
      columns={columnsOf({ folded, unfolded }, open, toggle, onShow)}
      fileColumns={FILE_COLUMNS}
      rows={rows}
      rowKey={(entry) => `${entry.entryNo}${folded.has(entry) ? ' and others' : ''}`}
      fileRows={(listed) => listed.flatMap((entry) => (unfolded.has(entry) ? [] : (folded.get(entry) ?? [entry])))}
      minWidth={900}
      rowsAtOnce={Number.POSITIVE_INFINITY}
      hasFind={false}
      isPart={isPart}
      readAll={readAll}
      actions={actions}
    />
  )
}
