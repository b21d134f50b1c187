import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import { alignOf, type Column, shown } from './columns.ts'
import { SortHeader, useSort } from './sort.tsx'

interface Props<Row> {
  /** The name of the table for screen readers. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey?: ((row: Row) => string) | undefined
  /** The maximum height; a longer table scrolls. */
  readonly maxHeight?: number | undefined
  readonly minWidth?: number
  /** Replaces all cells of a row except the first, for example where figures are withheld. */
  readonly inPlaceOf?: (row: Row) => ReactNode
}

/** Wide enough to read, and leaves room for figures on a phone. */
const NAME = { minWidth: 'min(11rem, 38vw)', fontWeight: 500 } as const

/**
 * Rows as a table: the first column names the row, numbers are aligned to the right, and a wide table scrolls. A click on a
 * heading sorts the visible rows, unless some rows have no figures and therefore no place in the order.
 */
export const DataTable = <Row,>({ label, columns, rows, rowKey, maxHeight, minWidth = 0, inPlaceOf }: Props<Row>) => {
  const keyOf = rowKey ?? ((row: Row) => columns.map(({ value }) => value(row)).join('\u0000'))
  const { order, sorted, sortBy } = useSort(columns, rows)
  const alignments = columns.map((column) => alignOf(column, rows))
  return (
    <Table.ScrollContainer
      minWidth={minWidth}
      {...(maxHeight === undefined ? {} : { maxHeight })}
      type="native"
      tabIndex={0}
      role="group"
      aria-label={label}
    >
      <Table
        aria-label={label}
        verticalSpacing={6}
        horizontalSpacing="sm"
        fz="sm"
        highlightOnHover
        stickyHeader={maxHeight !== undefined}
        style={{ fontVariantNumeric: 'tabular-nums' }}
      >
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ name, isSortable = true }, index) =>
              isSortable && rows.length > 1 && !inPlaceOf ? (
                <SortHeader key={name} name={name} order={order} onSort={sortBy} ta={alignments[index] ?? 'left'} />
              ) : (
                <Table.Th key={name} scope="col" ta={alignments[index] ?? 'left'}>
                  {name}
                </Table.Th>
              ),
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sorted.map((row) => {
            const instead = inPlaceOf?.(row) ?? null
            return (
              <Table.Tr key={keyOf(row)}>
                {columns.slice(0, instead ? 1 : undefined).map((column, index) => {
                  const Cell = index === 0 ? Table.Th : Table.Td
                  return (
                    <Cell
                      key={column.name}
                      ta={alignments[index] ?? 'left'}
                      {...(index === 0 ? { scope: 'row', style: NAME } : {})}
                    >
                      {column.render?.(row) ?? shown(column, row)}
                    </Cell>
                  )
                })}
                {instead ? <Table.Td colSpan={columns.length - 1}>{instead}</Table.Td> : null}
              </Table.Tr>
            )
          })}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
