import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { FactTable } from '../../../components/table/fact-table.tsx'

interface Entry {
  readonly key: string
  readonly cells: readonly string[]
  /** The buttons that change the entry. */
  readonly change?: ReactNode
}

interface Props {
  readonly id: string
  readonly label: string
  /** The headings of the cells, by their names in addresses. */
  readonly heads: Readonly<Record<string, string>>
  /** The heading of the buttons, if the reader may change entries. */
  readonly changeHead?: string | undefined
  readonly entries: readonly Entry[]
}

/** Entries of a calendar, one in a row in the order of their days; the first cell names it. */
export const EntriesTable = ({ id, label, heads, changeHead, entries }: Props) => (
  <FactTable
    id={id}
    label={label}
    columns={[
      ...Object.entries(heads).map(([key, name], index) => ({ key, name, value: ({ cells }: Entry) => cells[index] ?? null })),
      ...(changeHead
        ? [{ key: 'change', name: changeHead, value: () => null, isAction: true, render: ({ change }: Entry) => change }]
        : []),
    ]}
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
