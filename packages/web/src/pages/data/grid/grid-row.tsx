import { t } from '@lingui/core/macro'
import { memo, useMemo } from 'react'
import { cellText } from './cell-text.ts'
import classes from './row-grid.module.css'
import type { Row, RowStore } from './row-store.ts'

export const cellId = (row: number, column: number): string => `cell-${row}-${column}`

interface Props {
  readonly store: RowStore
  readonly index: number
  /** Pixels from the first row. */
  readonly top: number
  readonly columns: readonly string[]
  readonly template: string
  /** Column of the active cell, if it is in this row. */
  readonly active: number | undefined
  readonly onOpen: (index: number) => void
}

/** A row is parsed when it scrolls into view. */
export const GridRow = memo(({ store, index, top, columns, template, active, onOpen }: Props) => {
  const number = index + 1
  const row = useMemo(() => store.row(index), [store, index])
  return (
    <tr
      className={classes.row}
      aria-rowindex={index + 2}
      style={{ transform: `translateY(${top}px)`, gridTemplateColumns: template }}
    >
      <th scope="row" aria-colindex={1} className={`${classes.cell} ${classes.number}`}>
        {/* Enter opens the row from the keyboard; a tab stop at each row would block the way to the content below. */}
        <button type="button" tabIndex={-1} aria-label={t`Row ${number}, all of it`} onClick={() => onOpen(index)}>
          {number}
        </button>
      </th>
      {columns.map((name, column) => (
        <GridCell key={name} row={row} name={name} index={index} column={column} isActive={column === active} />
      ))}
    </tr>
  )
})

interface CellProps {
  readonly row: Row
  readonly name: string
  readonly index: number
  readonly column: number
  readonly isActive: boolean
}

const GridCell = ({ row, name, index, column, isActive }: CellProps) => {
  const value = row[name]
  const look = value === null ? classes.quiet : typeof value === 'number' ? classes.end : ''
  return (
    <td
      id={cellId(index, column)}
      data-row={index}
      data-column={column}
      aria-colindex={column + 2}
      className={`${classes.cell} ${look} ${isActive ? classes.active : ''}`}
    >
      {cellText(value)}
    </td>
  )
}
