import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Box, Button, Group, Pagination } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { showNumber } from '../format.ts'
import { useKeptFocus } from '../kept-focus.ts'
import { EmptyState } from '../states.tsx'
import type { Column, ListColumn } from './columns.ts'
import { CsvButton } from './csv-button.tsx'
import { DataTable } from './data-table.tsx'
import { FindField } from './find-field.tsx'
import { ColumnsTool, FilterTool, RowCount, SortTool } from './table-tools.tsx'
import { shownColumns, shownRows, useTableView } from './table-view.ts'

interface Props<Row> {
  /** Names the list in this browser, which remembers its columns. */
  readonly id: string
  /** The name of the table for screen readers and of its file. */
  readonly label: string
  /** The rows in a sentence, such as `users`. */
  readonly many: string
  readonly columns: readonly ListColumn<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
  readonly minWidth?: number
  /** Filters of the page itself. */
  readonly filters?: ReactNode
  readonly isFiltered?: boolean
  readonly onClear?: () => void
  /** Searches the text of the rows; false where the page has a search of its own. */
  readonly hasFind?: boolean
  /** Buttons above the list. */
  readonly actions?: ReactNode
  /** Says why there are no rows at all, and what to do. */
  readonly whenNone?: ReactNode
  /** Whether the service has more rows: these can neither be sorted nor searched. */
  readonly isPart?: boolean
  /** How many rows the service has before these. */
  readonly before?: number
  /** The columns of the file, if it has others than the list shows. */
  readonly fileColumns?: readonly Column<Row>[]
  /** The rows of the file, where a listed one stands for several. */
  readonly fileRows?: (rows: readonly Row[]) => readonly Row[]
  /** Rows of a page. */
  readonly rowsAtOnce?: number
  /** Reads the rows of the file where the list is only a part. */
  readonly readAll?: () => Promise<readonly Row[]>
  /** What a row is called; rows can be chosen where it is given, for the actions of `onChosen`. */
  readonly nameOf?: (row: Row) => string
  readonly onChosen?: (chosen: readonly Row[], clear: () => void) => ReactNode
}

const ROWS = 50

/** Leaves room for the header of the app and for the tools of the list. */
const HEIGHT = 'max(20rem, calc(100dvh - 12rem))'

/** A list that is sorted, filtered and cut to columns by its user, with a file of all that it shows. */
export const ListTable = <Row,>(props: Props<Row>) => {
  const { id, label, many, columns, rows, rowKey, minWidth = 0, filters, actions, whenNone, readAll, nameOf, onChosen } = props
  const { isFiltered = false, onClear, hasFind = true, isPart = false, before = 0, rowsAtOnce = ROWS } = props
  const { fileRows = (listed) => listed } = props
  const { view, onOrder, onSort, onFind, onPage, onOnly, onHidden, onClear: clearView } = useTableView(id, columns)
  const [chosen, onChoose] = useState<ReadonlySet<string>>(new Set())
  const focus = useKeptFocus<HTMLDivElement>()
  const used = isPart ? { ...view, find: '', only: {}, order: undefined } : hasFind ? view : { ...view, find: '' }
  const visible = shownColumns(columns, view)
  const kept = shownRows(columns, rows, used)
  const pages = Math.max(Math.ceil(kept.length / rowsAtOnce), 1)
  const page = Math.min(view.page, pages)
  const from = page === 1 ? 0 : (page - 1) * rowsAtOnce
  const isNarrowed = isFiltered || used.find !== '' || Object.keys(used.only).length > 0
  const clear = () => {
    // The page keeps what the address has of the list, so the list clears it last.
    onClear?.()
    clearView()
  }
  const [count, total] = [showNumber(kept.length), showNumber(rows.length)]
  const [first, last] = [showNumber(before + 1), showNumber(before + rows.length)]
  // A line may stand for several of what the list has, or only repeat one.
  const stoodFor = fileRows(kept).length
  const entries = showNumber(stoodFor)
  const fileColumns = props.fileColumns ?? visible.filter(({ isAction }) => !isAction)
  return (
    <>
      <Group gap="sm" mb="xs" align="flex-end">
        {hasFind ? <FindField label={t`Find ${many}`} find={view.find} onFind={onFind} /> : null}
        {filters}
        <Box ml="auto">{actions}</Box>
      </Group>
      <Group gap="xs" mb="xs">
        <RowCount>
          {isPart
            ? t`Rows ${first} to ${last}. Narrow the list to sort it.`
            : stoodFor === kept.length
              ? t`${count} of ${total}`
              : t`${count} of ${total} lines, for ${entries} ${many}`}
        </RowCount>
        <Group gap="xs" ml="auto">
          {isPart ? null : (
            <>
              <SortTool columns={visible} order={view.order} onOrder={onOrder} />
              <FilterTool columns={columns} rows={rows} only={view.only} onOnly={onOnly} />
            </>
          )}
          <ColumnsTool columns={columns} hidden={view.hidden} onHidden={onHidden} />
          <CsvButton title={label} columns={fileColumns} rows={fileRows(kept)} {...(isPart && readAll ? { readAll } : {})} />
        </Group>
      </Group>
      {onChosen?.(
        kept.filter((row) => chosen.has(rowKey(row))),
        () => onChoose(new Set()),
      )}
      <div {...focus.target}>
        {kept.length === 0 ? (
          <EmptyState title={isNarrowed ? t`No ${many} match` : t`There are no ${many}`} height={160}>
            {isNarrowed ? (
              <Button variant="default" size="xs" mt="xs" onClick={clear} {...focus.area}>
                <Trans>Clear filters</Trans>
              </Button>
            ) : (
              whenNone
            )}
          </EmptyState>
        ) : (
          <DataTable
            label={label}
            columns={visible}
            rows={kept.slice(from, from + rowsAtOnce)}
            rowKey={rowKey}
            minWidth={minWidth}
            maxHeight={HEIGHT}
            sorting={{ order: used.order, onSort }}
            isSortable={!isPart}
            selection={nameOf && onChosen ? { chosen, onChoose, nameOf } : undefined}
          />
        )}
      </div>
      {pages > 1 ? (
        <Pagination
          mt="sm"
          total={pages}
          value={page}
          onChange={onPage}
          getItemProps={(n) => ({ 'aria-label': t`Page ${n}` })}
          getControlProps={(control) => ({ 'aria-label': control === 'next' ? t`Next page` : t`Previous page` })}
        />
      ) : null}
    </>
  )
}
