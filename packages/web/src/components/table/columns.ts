import type { ReactNode } from 'react'
import { showNumber } from '../format.ts'

export type CellValue = string | number | null

/** A column of a table, of the data of a chart, and of the downloaded file. */
export interface Column<Row> {
  /** Its name in addresses, in every language. Lists need it, as their view is in the address. */
  readonly key?: string
  /** Its name, which is its heading unless there is a shorter one. */
  readonly name: string
  /** The heading of the table, where the name would take many lines: the beginning of it. */
  readonly short?: string
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
  /** The value of a choice as addresses name it, where the value itself is a word of the reader's language. */
  readonly code?: (row: Row) => string
  /** Whether it holds buttons: it is in no file, and is always shown. */
  readonly isAction?: boolean
  /** Whether it is shown even where words stand in place of the figures of a row. */
  readonly isKept?: boolean
  /** Whether values stay on one line, such as days; on a phone they may take several. */
  readonly isWhole?: boolean
  /** Whether it is shown only once the reader chooses it. */
  readonly isExtra?: boolean
  /** Aligns numbers to the right; derived from the values if absent. */
  readonly align?: 'left' | 'right'
}

/** A column of a list. */
export type ListColumn<Row> = Column<Row> & { readonly key: string }

export const shown = <Row>({ value, show }: Column<Row>, row: Row): string => {
  if (show) return show(row)
  const cell = value(row)
  if (cell === null) return '–'
  return typeof cell === 'number' ? showNumber(cell) : cell
}

/** What says the whole name of a shorter heading: read aloud, and shown where it is pointed at. */
export const wholeName = (name: string, short: string) => (short === name ? {} : { 'aria-label': name, title: name })

/** By default, columns of numbers are aligned to the right. */
export const alignOf = <Row>({ align, value }: Column<Row>, rows: readonly Row[]): 'left' | 'right' =>
  align ?? (rows.some((row) => typeof value(row) === 'number') ? 'right' : 'left')

/** What tells a column from the others of its table. */
export const keyOf = ({ key, name }: Pick<Column<never>, 'key' | 'name'>): string => key ?? name

/** The value of a choice in an address. */
export const codeOf = <Row>(column: Column<Row>, row: Row): string =>
  column.code?.(row) ?? String(column.value(row) ?? shown(column, row))
