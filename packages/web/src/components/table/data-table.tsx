import { Box, Table } from '@mantine/core'
import type { CSSProperties, ReactNode } from 'react'
import { breakable } from '../../language/breaks.ts'
import { inColumn } from '../address.tsx'
import { alignOf, type Column, keyOf, shown, wholeName } from './columns.ts'
import { useScrollEdges } from './scroll-edges.ts'
import { SelectAll, type Selection, SelectRow, useToggle } from './selection.tsx'
import { type Sorting, sortRows, useOwnSorting } from './sort.ts'
import { SortHeader } from './sort-header.tsx'
import classes from './table.module.css'

export type Total = Readonly<Record<string, ReactNode>>

interface Props<Row> {
  /** The name of the table for screen readers. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey?: ((row: Row) => string) | undefined
  /** The maximum height; a longer table scrolls below its heading. Only one in pixels, of a table with a fixed place, holds on a phone. */
  readonly maxHeight?: number | string | undefined
  readonly minWidth?: number
  /** Replaces the cells of a row except the first and those that are kept, for example where figures are withheld. */
  readonly inPlaceOf?: ((row: Row) => ReactNode) | undefined
  /** What stands above all rows in any order, by the keys of the columns: the rows together. */
  readonly total?: Total | undefined
  /** An order that is kept elsewhere; the rows come sorted. Without it, the table sorts them itself. */
  readonly sorting?: Sorting | undefined
  /** Whether rows can be sorted at all: a part of a list cannot. */
  readonly isSortable?: boolean
  readonly selection?: Selection<Row> | undefined
}

/**
 * Rows as a table, or as cards on a phone: the first column names the row, numbers are aligned to the right, and a wide table
 * scrolls. A click on a heading sorts.
 */
export const DataTable = <Row,>(props: Props<Row>) => {
  const { label, columns, rows, rowKey, maxHeight, minWidth = 0, inPlaceOf, total, sorting, isSortable = true, selection } = props
  const own = useOwnSorting()
  const frame = useScrollEdges()
  const idOf = rowKey ?? ((row: Row) => columns.map(({ value }) => value(row)).join('\u0000'))
  const sorted = sorting ? rows : sortRows(columns, rows, own.order)
  const keys = sorted.map(idOf)
  const toggle = useToggle(selection, keys)
  // The figures stand side by side, so that one cell can take the place of all.
  const figures = columns.slice(1).filter(({ isKept }) => !isKept)
  const [figureCount, firstFigure] = [figures.length, figures[0] ? columns.indexOf(figures[0]) : -1]
  const alignments = columns.map((column) => alignOf(column, rows))
  const size = {
    '--table-max-height': cssLength(maxHeight),
    '--table-phone-height': typeof maxHeight === 'number' ? cssLength(maxHeight) : undefined,
    '--table-width': cssLength(minWidth),
  } as CSSProperties
  return (
    <Box ref={frame} role="group" className={classes.frame as string} style={size} tabIndex={0} aria-label={label}>
      <Table role="table" aria-label={label} className={classes.inner} fz="sm" highlightOnHover>
        <Table.Thead role="rowgroup">
          <Table.Tr role="row">
            {selection ? <SelectAll selection={selection} keys={keys} /> : null}
            {columns.map((column, index) => {
              const { name, short = name, isSortable: isOrder = true, isAction = false } = column
              const words = { name, short, columnKey: keyOf(column) }
              const ta = alignments[index] ?? 'left'
              return isSortable && isOrder && !isAction && rows.length > 1 ? (
                <SortHeader key={keyOf(column)} {...words} {...(sorting ?? own)} ta={ta} />
              ) : (
                <Table.Th key={keyOf(column)} role="columnheader" scope="col" ta={ta} {...wholeName(name, breakable(short))}>
                  {breakable(short)}
                </Table.Th>
              )
            })}
          </Table.Tr>
        </Table.Thead>
        {total ? (
          <Table.Tbody role="rowgroup" className={classes.total}>
            <Table.Tr role="row">
              {selection ? <Table.Td role="cell" /> : null}
              {columns.map((column, index) => (
                <Cell key={keyOf(column)} column={column} isFirst={index === 0} ta={alignments[index]}>
                  {total[keyOf(column)] ?? '–'}
                </Cell>
              ))}
            </Table.Tr>
          </Table.Tbody>
        ) : null}
        <Table.Tbody role="rowgroup">
          {sorted.map((row, position) => {
            const key = keys[position] as string
            const isChosen = selection?.chosen.has(key) ?? false
            const instead = inPlaceOf?.(row) ?? null
            return (
              <Table.Tr key={key} role="row" {...(isChosen ? { className: classes.chosen } : {})}>
                {selection ? (
                  <SelectRow name={selection.nameOf(row)} isChosen={isChosen} onToggle={(isRange) => toggle(key, isRange)} />
                ) : null}
                {columns.map((column, index) => {
                  if (instead && index > 0 && !column.isKept) {
                    return index === firstFigure ? (
                      <Table.Td key={keyOf(column)} role="cell" colSpan={figureCount}>
                        {instead}
                      </Table.Td>
                    ) : null
                  }
                  return (
                    <Cell key={keyOf(column)} column={column} isFirst={index === 0} ta={alignments[index]}>
                      {column.render?.(row) ?? inColumn(shown(column, row))}
                    </Cell>
                  )
                })}
              </Table.Tr>
            )
          })}
        </Table.Tbody>
      </Table>
    </Box>
  )
}

interface CellProps {
  readonly column: Pick<Column<never>, 'name' | 'isAction' | 'isWhole'>
  /** Whether it is the first cell, which names the row. */
  readonly isFirst: boolean
  readonly ta: 'left' | 'right' | undefined
  readonly children: ReactNode
}

const Cell = ({ column: { name, isAction = false, isWhole = false }, isFirst, ta = 'left', children }: CellProps) =>
  isFirst ? (
    <Table.Th role="rowheader" scope="row" ta={ta} className={ta === 'right' ? classes.number : classes.name}>
      <div className={classes.cell}>{children}</div>
    </Table.Th>
  ) : (
    // Beside a button its column would only say the same again.
    <Table.Td
      role="cell"
      ta={ta}
      {...(isAction ? { 'data-action': true } : { 'data-label': name })}
      {...(isWhole ? { className: classes.whole } : {})}
    >
      <div className={classes.cell}>{children}</div>
    </Table.Td>
  )

const cssLength = (length: number | string | undefined): string | undefined =>
  typeof length === 'number' ? `${length}px` : length
