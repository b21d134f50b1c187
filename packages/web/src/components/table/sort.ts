import { useState } from 'react'
import { LANGUAGE } from '../../language/language.ts'
import { type CellValue, type Column, slugOf } from './columns.ts'

/** The column by which rows are sorted, by its name in addresses. */
export interface Order {
  readonly slug: string
  readonly isDescending: boolean
}

const { compare } = new Intl.Collator(LANGUAGE, { numeric: true, sensitivity: 'base' })

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
  const column = order && columns.find((each) => slugOf(each) === order.slug)
  return column ? rows.toSorted((a, b) => compareCells(column.value(a), column.value(b), order.isDescending)) : rows
}

/** The order after a click on a heading: ascending, descending, and then the original order again. */
export const nextOrder = (order: Order | undefined, slug: string): Order | undefined => {
  if (order?.slug !== slug) return { slug, isDescending: false }
  return order.isDescending ? undefined : { slug, isDescending: true }
}

/** The order of rows, and how to change it. */
export interface Sorting {
  readonly order: Order | undefined
  /** After a click on the heading of this column. */
  readonly onSort: (slug: string) => void
}

/** An order that only this rendering of a table knows. */
export const useOwnSorting = (): Sorting => {
  const [order, setOrder] = useState<Order>()
  return { order, onSort: (slug) => setOrder((before) => nextOrder(before, slug)) }
}
