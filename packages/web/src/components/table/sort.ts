import { useState } from 'react'
import { LANGUAGE } from '../../language/language.ts'
import { type CellValue, type Column, keyOf } from './columns.ts'

/** The column by which rows are sorted, by its key. */
export interface Order {
  readonly key: string
  readonly isDescending: boolean
}

export const { compare } = new Intl.Collator(LANGUAGE, { numeric: true, sensitivity: 'base' })

/** Rows without a value come last in both directions. */
const compareCells = (a: CellValue, b: CellValue, isDescending: boolean): number => {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
  const order = typeof a === 'number' && typeof b === 'number' ? a - b : compare(String(a), String(b))
  return isDescending ? -order : order
}

export const sortRows = <Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  order: Order | undefined,
): readonly Row[] => {
  const column = order && columns.find((each) => keyOf(each) === order.key)
  return column ? rows.toSorted((a, b) => compareCells(column.value(a), column.value(b), order.isDescending)) : rows
}

/** The order after a click on a heading: ascending, descending, and then the original order again. */
export const nextOrder = (order: Order | undefined, key: string): Order | undefined => {
  if (order?.key !== key) return { key, isDescending: false }
  return order.isDescending ? undefined : { key, isDescending: true }
}

/** The order of rows, and how to change it. */
export interface Sorting {
  readonly order: Order | undefined
  /** After a click on the heading of this column. */
  readonly onSort: (key: string) => void
}

/** An order that only this rendering of a table knows. */
export const useOwnSorting = (): Sorting => {
  const [order, setOrder] = useState<Order>()
  return { order, onSort: (key) => setOrder((before) => nextOrder(before, key)) }
}
