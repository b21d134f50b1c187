import { Table, type TableThProps, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import { useState } from 'react'
import type { CellValue, Column } from './columns.ts'

interface Order {
  readonly name: string
  readonly isDescending: boolean
}

const { compare } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Rows without a value come last in both directions. */
const compareCells = (a: CellValue, b: CellValue, isDescending: boolean): number => {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
  const order = typeof a === 'number' && typeof b === 'number' ? a - b : compare(String(a), String(b))
  return isDescending ? -order : order
}

/** Sorts rows by the chosen column. Before the first and after the third click they are in their original order. */
export const useSort = <Row,>(columns: readonly Column<Row>[], rows: readonly Row[]) => {
  const [order, setOrder] = useState<Order>()
  const column = columns.find(({ name }) => name === order?.name)
  const sorted =
    order && column ? rows.toSorted((a, b) => compareCells(column.value(a), column.value(b), order.isDescending)) : rows
  const sortBy = (name: string): void =>
    setOrder(order?.name !== name ? { name, isDescending: false } : order.isDescending ? undefined : { name, isDescending: true })
  return { order, sorted, sortBy }
}

interface Props extends TableThProps {
  readonly name: string
  readonly order: Order | undefined
  readonly onSort: (name: string) => void
}

/** The heading of a column; a click sorts by it. */
export const SortHeader = ({ name, order, onSort, ...th }: Props) => {
  const direction = order?.name === name ? (order.isDescending ? 'descending' : 'ascending') : undefined
  const Icon = direction === 'ascending' ? IconArrowUp : direction === 'descending' ? IconArrowDown : IconArrowsSort
  return (
    <Table.Th scope="col" aria-sort={direction ?? 'none'} {...th}>
      <UnstyledButton
        fz="inherit"
        fw="inherit"
        mih={24}
        style={{ display: 'inline-flex', alignItems: 'center', gap: 4, textAlign: 'inherit' }}
        onClick={() => onSort(name)}
      >
        {name}
        <Icon size={13} aria-hidden="true" opacity={direction ? 1 : 0.35} style={{ flexShrink: 0 }} />
      </UnstyledButton>
    </Table.Th>
  )
}
