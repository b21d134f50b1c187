import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { DataTable } from '../../../components/table/data-table.tsx'

interface Entry {
  readonly key: string
  readonly cells: readonly ReactNode[]
}

interface Props {
  readonly label: string
  readonly heads: readonly string[]
  readonly entries: readonly Entry[]
}

/** Entries of a calendar, one in a row; the first cell names it. */
export const EntriesTable = ({ label, heads, entries }: Props) => (
  <DataTable
    label={label}
    columns={heads.map((name, index) => ({ name, value: () => null, render: ({ cells }: Entry) => cells[index] }))}
    rows={entries}
    rowKey={({ key }) => key}
    isSortable={false}
    minWidth={460}
  />
)

/** The button that removes an entry; its label names the entry to screen readers. */
export const removeButton = (label: string, onRemove: () => void): ReactNode => (
  <Button size="compact-sm" variant="default" aria-label={label} onClick={onRemove}>
    <Trans>Remove</Trans>
  </Button>
)
