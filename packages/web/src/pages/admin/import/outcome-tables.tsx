import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Code, List, Pagination, Text } from '@mantine/core'
import type { ImportOutcome } from '@rollcall/contract'
import { useState } from 'react'
import { showNumber } from '../../../components/format.ts'
import type { ListColumn } from '../../../components/table/columns.ts'
import { FactTable } from '../../../components/table/fact-table.tsx'
import type { DirectoryFile } from './directory-file.ts'
import { faultText } from './fault-words.ts'
import { SECTION_NAMES } from './section-names.ts'

const COUNTS = ['created', 'updated', 'unchanged', 'removed'] as const
const COUNT_NAMES: Readonly<Record<(typeof COUNTS)[number], string>> = {
  created: t({ message: 'Created', context: 'number of rows' }),
  updated: t({ message: 'Updated', context: 'number of rows' }),
  unchanged: t({ message: 'Unchanged', context: 'number of rows' }),
  removed: t({ message: 'Removed', context: 'number of rows' }),
}

type Change = ImportOutcome['changes'][number]
type Fault = ImportOutcome['faults'][number]

const CHANGE_COLUMNS: readonly ListColumn<Change>[] = [
  { key: 'kind', name: t`Section`, value: ({ kind }) => SECTION_NAMES[kind] },
  ...COUNTS.map((count): ListColumn<Change> => ({ key: count, name: COUNT_NAMES[count], value: (change) => change[count] })),
]

/** Counts of rows by kind; kinds that are not in the file are left out. */
export const ChangesTable = ({ changes }: Pick<ImportOutcome, 'changes'>) => (
  <FactTable
    id="changes"
    rowKey={({ kind }) => kind}
    label={t`Changes by kind`}
    columns={CHANGE_COLUMNS}
    rows={changes.filter((change) => COUNTS.some((count) => change[count] > 0))}
    minWidth={440}
  />
)

/** Names of what is new, so that one that is misspelled is noticed. */
export const NewNames = ({ changes }: Pick<ImportOutcome, 'changes'>) => {
  const named = changes.filter(({ createdNames }) => createdNames.length > 0)
  if (named.length === 0) return null
  return (
    <div>
      <Text size="sm" fw={600}>
        <Trans>New by name</Trans>
      </Text>
      <List size="sm">
        {named.map((change) => (
          <List.Item key={change.kind} style={{ overflowWrap: 'anywhere' }}>
            {newText(change)}
          </List.Item>
        ))}
      </List>
    </div>
  )
}

const newText = ({ kind, created, createdNames }: Change): string => {
  const [section, names, rest] = [SECTION_NAMES[kind], createdNames.join(', '), showNumber(created - createdNames.length)]
  return created > createdNames.length ? t`${section}: ${names} and ${rest} more` : t`${section}: ${names}`
}

const ROWS = 100

/** The errors in the file with their places. */
export const ErrorsTable = ({ faults, placeOf }: Pick<ImportOutcome, 'faults'> & Pick<DirectoryFile, 'placeOf'>) => {
  const [page, setPage] = useState(1)
  const pages = Math.ceil(faults.length / ROWS)
  const columns: readonly ListColumn<Fault>[] = [
    {
      key: 'pointer',
      name: t({ message: 'Where', context: 'in a file' }),
      value: ({ pointer }) => placeOf(pointer).words,
      render: ({ pointer }) => (
        <>
          {placeOf(pointer).words}
          <Text size="xs" c="dimmed" ff="monospace">
            {placeOf(pointer).detail}
          </Text>
        </>
      ),
    },
    { key: 'message', name: t`What is wrong`, value: faultText },
    { key: 'code', name: t`Rule`, isChoice: true, value: ({ code }) => code, render: ({ code }) => <Code>{code}</Code> },
  ]
  return (
    <>
      <FactTable
        id="errors"
        label={t`Errors in the file`}
        columns={columns}
        rows={faults.slice((page - 1) * ROWS, page * ROWS)}
        rowKey={({ pointer, code, message }) => `${pointer} ${code} ${message}`}
        isSortable={pages <= 1}
        minWidth={560}
      />
      {pages > 1 ? (
        <Pagination
          total={pages}
          value={page}
          onChange={setPage}
          getItemProps={(n) => ({ 'aria-label': t`Page ${n}` })}
          getControlProps={(control) => ({ 'aria-label': control === 'next' ? t`Next page` : t`Previous page` })}
        />
      ) : null}
    </>
  )
}
