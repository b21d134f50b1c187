import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { useAction } from '../../../api/use-action.ts'
import { notifyDone, notifyFailed } from '../../../components/notices.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../../components/states.tsx'
import { RowGrid } from '../grid/row-grid.tsx'
import { AnswerLine, AsOf, IncompleteNote } from './answer-line.tsx'
import { ColumnPicker } from './column-picker.tsx'
import type { Dataset } from './datasets.ts'
import { answerAddress, refusalErrors } from './question.ts'
import type { Question } from './question-view.ts'
import { RowDetails } from './row-details.tsx'
import type { Reading, RowReader } from './row-reader.ts'
import { TakeAlongPanel } from './take-along-panel.tsx'

interface Props {
  readonly dataset: Dataset
  readonly question: Question
  readonly reader: RowReader
  readonly reading: Reading
  readonly onAgain: () => void
  readonly onColumns: (columns: readonly string[] | undefined) => void
}

/** The rows of a response, with their state and the actions on them. */
export const Answer = ({ dataset, question, reader, reading, onAgain, onColumns }: Props) => {
  const { phase, rows, answered, error } = reading
  const [isTaking, setTaking] = useState(false)
  const [open, setOpen] = useState<number>()
  const check = useAction({
    isRepeatable: true,
    mutationFn: (etag: string) => isUnchanged(answerAddress(question, 'ndjson') as string, etag),
    onSuccess: (same) => (same ? notifyDone(t`Nothing has changed: the rows are current.`) : onAgain()),
    onError: notifyFailed,
  })
  if (phase === 'refused') {
    const isMarked = Object.keys(refusalErrors(dataset, error)).length > 0
    return isMarked ? (
      <EmptyState picture="search" title={t`The service refused the question`}>
        <Trans>Fix the marked fields above, then ask again.</Trans>
      </EmptyState>
    ) : (
      <ErrorState error={error} reset={onAgain} />
    )
  }
  const isOver = phase !== 'asking' && phase !== 'reading'
  const all = rows > 0 ? Object.keys(reader.store.row(0)) : []
  const shown = shownColumns(all, question.columns)
  return (
    <section aria-label={dataset.label}>
      <Group gap="xs" mb="xs">
        <AnswerLine reading={reading} onStop={reader.stop} />
        <Button
          size="xs"
          variant="default"
          disabled={!isOver}
          loading={check.isPending}
          onClick={() => (phase === 'done' && answered?.etag ? check.mutate(answered.etag) : onAgain())}
        >
          <Trans>Read again</Trans>
        </Button>
        {rows > 0 ? (
          <ColumnPicker
            all={all}
            shown={shown}
            onChange={(columns) => onColumns(columns.length === all.length ? undefined : columns)}
          />
        ) : null}
        <Button size="xs" variant="default" aria-expanded={isTaking} onClick={() => setTaking(!isTaking)}>
          <Trans>Download and curl</Trans>
        </Button>
      </Group>
      {isTaking ? <TakeAlongPanel dataset={dataset} question={question} /> : null}
      <IncompleteNote reading={reading} />
      <Rows
        key={reader.id}
        label={dataset.label}
        reader={reader}
        reading={reading}
        columns={shown}
        onOpen={setOpen}
        isOver={isOver}
      />
      {answered ? <AsOf answered={answered} /> : null}
      <RowDetails
        dataset={dataset}
        store={reader.store}
        count={rows}
        index={open !== undefined && open < rows ? open : undefined}
        onMove={setOpen}
      />
    </section>
  )
}

const shownColumns = (all: readonly string[], wanted: string | undefined): readonly string[] => {
  const names = new Set(wanted?.split(','))
  const shown = all.filter((name) => names.has(name))
  return shown.length > 0 ? shown : all
}

/** Checks whether the rows are still current, which costs the service almost nothing. */
const isUnchanged = async (address: string, etag: string): Promise<boolean> => {
  const response = await fetch(address, { method: 'HEAD', headers: { 'if-none-match': etag } }).catch((error: unknown) => {
    throw ApiError.network(error)
  })
  // Any other response, even an error, means reading again, which then shows the error.
  return response.status === 304
}

interface RowsProps {
  readonly label: string
  readonly reader: RowReader
  readonly reading: Reading
  readonly columns: readonly string[]
  readonly onOpen: (index: number) => void
  readonly isOver: boolean
}

const Rows = ({ label, reader, reading: { phase, rows, answered }, columns, onOpen, isOver }: RowsProps) => {
  if (rows > 0) {
    const total = phase === 'done' ? rows : (answered?.rowCount ?? null)
    return <RowGrid store={reader.store} count={rows} total={total} columns={columns} label={label} onOpen={onOpen} />
  }
  if (!isOver) return <LoadingState height={320} label={t`Waiting for the first row`} />
  if (phase !== 'done') return null
  return (
    <EmptyState picture="search" title={t`No rows`}>
      <Trans>The question is fine, and there is nothing that answers it. Try other days or places.</Trans>
    </EmptyState>
  )
}
