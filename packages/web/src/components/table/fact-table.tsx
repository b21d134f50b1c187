import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { showNumber } from '../format.ts'
import { useKeptFocus } from '../kept-focus.ts'
import { EmptyState } from '../states.tsx'
import type { Column, ListColumn } from './columns.ts'
import { CsvButton } from './csv-button.tsx'
import { DataTable, type Total } from './data-table.tsx'
import { FindField } from './find-field.tsx'
import type { Selection } from './selection.tsx'
import { ColumnsTool, FilterTool, RowCount, SortTool } from './table-tools.tsx'
import { shownColumns, shownRows, useTableView } from './table-view.ts'
import { type Tree, useTree } from './tree.tsx'

/** A table with more rows can be searched and filtered. */
const MANY = 15
/** A table with as many columns lets its reader choose from them. */
const WIDE = 5
/** Number of rows shown at first, and added by each "Show more". */
const STEP = 200

interface Props<Row> {
  /** Names the table in the address and in this browser. */
  readonly id: string
  /** The name of the table for screen readers and of its file. */
  readonly label: string
  readonly columns: readonly ListColumn<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
  readonly minWidth?: number
  readonly maxHeight?: number | string
  /** Replaces the cells of a row except the first and those that are kept, for example where figures are withheld. */
  readonly inPlaceOf?: (row: Row) => ReactNode
  /** Whether the service has more rows, which are neither searched nor sorted. */
  readonly isPart?: boolean
  /** Whether rows can be sorted; false where their order says something. */
  readonly isSortable?: boolean
  /** The rows together, by the keys of the columns; shown above them as long as they are not narrowed. */
  readonly total?: Total | undefined
  /** Shows the rows as a hierarchy, as long as they are neither sorted nor narrowed. */
  readonly tree?: Tree<Row>
  readonly selection?: Selection<Row>
  /** The columns of the file, if it has others than the table shows. */
  readonly fileColumns?: readonly Column<Row>[]
  /** Reads all rows for the file if the page has read only some of them. */
  readonly readAll?: (() => Promise<readonly Row[]>) | undefined
  /** A file of other rows than the table has, such as its days. */
  readonly file?: ReactNode
  /** Buttons before those of the table. */
  readonly actions?: ReactNode
}

/** A table of a page, with the tools that its size asks for. Their state is in the address. */
export const FactTable = <Row,>(props: Props<Row>) => {
  const { id, label, columns, rows, rowKey, minWidth = 0, maxHeight, inPlaceOf, selection } = props
  const { fileColumns, readAll, actions, isPart = false, isSortable = true } = props
  const { view, onOrder, onSort, onFind, onOnly, onHidden, onClear } = useTableView(id, columns, id)
  const [limit, setLimit] = useState(STEP)
  const focus = useKeptFocus<HTMLDivElement>()
  const facts = columns.filter(({ isAction }) => !isAction)
  const used = isSortable ? view : { ...view, order: undefined }
  const visible = shownColumns(columns, view)
  const kept = shownRows(columns, rows, used)
  const isNarrowed = view.find !== '' || Object.keys(view.only).length > 0
  const tree = useTree(visible, kept, rowKey, isNarrowed || used.order ? undefined : props.tree)
  const drawn = tree?.rows ?? kept
  const left = drawn.length - limit
  const next = Math.min(STEP, left)
  const isMany = rows.length > MANY || isNarrowed
  const first = showNumber(rows.length)
  return (
    <>
      <Group gap="xs" mb="xs" align="flex-end">
        {isMany ? (
          <FindField size="xs" aria-label={t`Find in ${label}`} placeholder={t`Find`} find={view.find} onFind={onFind} />
        ) : null}
        {isPart && (isNarrowed || used.order) ? <RowCount>{t`Only the first ${first} are searched and sorted.`}</RowCount> : null}
        <Group gap="xs" ml="auto">
          {tree?.button}
          {actions}
          {isSortable && rows.length > 1 ? <SortTool columns={visible} order={view.order} onOrder={onOrder} /> : null}
          {isMany ? <FilterTool columns={columns} rows={rows} only={view.only} onOnly={onOnly} /> : null}
          {facts.length >= WIDE ? <ColumnsTool columns={columns} hidden={view.hidden} onHidden={onHidden} /> : null}
          {props.file ?? (
            <CsvButton
              title={label}
              columns={fileColumns ?? visible.filter(({ isAction }) => !isAction)}
              rows={kept}
              {...(readAll ? { readAll: async () => shownRows(columns, await readAll(), used) } : {})}
            />
          )}
        </Group>
      </Group>
      <div {...focus.target}>
        {kept.length === 0 && isNarrowed ? (
          <EmptyState title={t`No rows match`} height={120}>
            <Button variant="default" size="xs" mt="xs" onClick={onClear} {...focus.area}>
              <Trans>Clear filters</Trans>
            </Button>
          </EmptyState>
        ) : (
          <DataTable
            label={label}
            columns={tree?.columns ?? visible}
            rows={drawn.slice(0, limit)}
            rowKey={rowKey}
            minWidth={minWidth}
            maxHeight={maxHeight}
            inPlaceOf={inPlaceOf}
            total={isNarrowed ? undefined : props.total}
            sorting={{ order: used.order, onSort }}
            isSortable={isSortable}
            selection={selection}
          />
        )}
        {left > 0 ? (
          <Button variant="default" mt="sm" onClick={() => setLimit(limit + STEP)} {...focus.area}>
            <Trans>
              Show {next} of {left} more
            </Trans>
          </Button>
        ) : null}
      </div>
    </>
  )
}
