import type { ReactNode } from 'react'
import { showNumber } from '../format.ts'

export type CellValue = string | number | null

/** A column of a table, of the data of a chart, and of the downloaded file. */
export interface Column<Row> {
  /** Its heading. */
  readonly name: string
  /** The full value, for files and for sorting; null if there is none. */
  readonly value: (row: Row) => CellValue
  /** The value as text for people; by default, the number or text itself. */
  readonly show?: (row: Row) => string
  /** The content of the table cell instead of that text, such as a link or a bar. */
  readonly render?: (row: Row) => ReactNode
  /** Whether rows can be sorted by this column; true if absent. */
  readonly isSortable?: boolean
  /** Whether the column has few different values, by which a list can be filtered. */
  readonly isChoice?: boolean
  /** Whether it holds buttons: it is in no file, and is always shown. */
  readonly isAction?: boolean
  /** Aligns numbers to the right; derived from the values if absent. */
  readonly align?: 'left' | 'right'
}

export const shown = <Row>({ value, show }: Column<Row>, row: Row): string => {
  if (show) return show(row)
  const cell = value(row)
  if (cell === null) return '–'
  return typeof cell === 'number' ? showNumber(cell) : cell
}

/** By default, columns of numbers are aligned to the right. */
export const alignOf = <Row>({ align, value }: Column<Row>, rows: readonly Row[]): 'left' | 'right' =>
  align ?? (rows.some((row) => typeof value(row) === 'number') ? 'right' : 'left')

/** The name of a column in addresses. */
export const slugOf = ({ name }: Pick<Column<never>, 'name'>): string =>
  name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
