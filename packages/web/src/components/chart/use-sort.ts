import { useState } from 'react'
import type { CellValue, Column } from './columns.ts'

export interface Order {
  readonly name: string
  readonly isDescending: boolean
}

const { compare } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** What has no value comes last, whichever way the others go. */
const compareCells = (a: CellValue, b: CellValue, isDescending: boolean): number => {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
  const order = typeof a === 'number' && typeof b === 'number' ? a - b : compare(String(a), String(b))
  return isDescending ? -order : order
}

/** Rows in the order of a column, once the reader has chosen one; as they came before that, and after a third click. */
export const useSort = <Row>(columns: readonly Column<Row>[], rows: readonly Row[]) => {
  const [order, setOrder] = useState<Order>()
  const column = columns.find(({ name }) => name === order?.name)
  const sorted =
    order && column ? rows.toSorted((a, b) => compareCells(column.value(a), column.value(b), order.isDescending)) : rows
  const sortBy = (name: string): void =>
    setOrder(order?.name !== name ? { name, isDescending: false } : order.isDescending ? undefined : { name, isDescending: true })
  return { order, sorted, sortBy }
}
