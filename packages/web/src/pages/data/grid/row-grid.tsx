import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, NumberInput, Text } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type FormEvent, type KeyboardEvent, type MouseEvent, useMemo, useRef, useState } from 'react'
import { cellText, columnWidth } from './cell-text.ts'
import { type Cell, cellAfter } from './grid-keys.ts'
import { cellId, GridRow } from './grid-row.tsx'
import classes from './row-grid.module.css'
import type { RowStore } from './row-store.ts'

/** Heights in pixels, the same as in the style sheet. */
const ROW = 30
const HEAD = 34
const NUMBERS = 76
const OVERSCAN = 8
/** The number of rows that decide the widths of columns. */
const SAMPLE = 50

interface Props {
  readonly store: RowStore
  /** The number of rows read so far; `total` is the number of all rows, if known. */
  readonly count: number
  readonly total: number | null
  readonly columns: readonly string[]
  readonly label: string
  readonly onOpen: (index: number) => void
}

/** A grid of any number of rows; only visible rows are rendered. It is one tab stop, with arrow and page keys inside. */
export const RowGrid = ({ store, count, total, columns, label, onOpen }: Props) => {
  const frame = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState<Cell>({ row: 0, column: 0 })
  const [sample] = useState(() => Array.from({ length: Math.min(SAMPLE, count) }, (_, index) => store.row(index)))
  const widths = useMemo(() => columns.map((name) => columnWidth(name, sample)), [columns, sample])
  const template = `${NUMBERS}px ${widths.map((width) => `${width}px`).join(' ')}`
  const width = widths.reduce((sum, each) => sum + each, NUMBERS)
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW,
    overscan: OVERSCAN,
    scrollMargin: HEAD,
    scrollPaddingStart: HEAD,
  })
  const column = Math.min(active.column, columns.length - 1)

  const show = (cell: Cell): void => {
    setActive(cell)
    virtualizer.scrollToIndex(cell.row, { align: 'auto' })
    const element = frame.current
    if (!element) return
    const left = widths.slice(0, cell.column).reduce((sum, each) => sum + each, 0)
    const right = left + (widths[cell.column] as number)
    const seen = element.clientWidth - NUMBERS
    if (left < element.scrollLeft) element.scrollLeft = left
    else if (right > element.scrollLeft + seen) element.scrollLeft = right - seen
  }

  const onKeyDown = (event: KeyboardEvent): void => {
    const page = Math.max(1, Math.floor(((frame.current?.clientHeight ?? 0) - HEAD) / ROW) - 1)
    const cell = cellAfter({ row: active.row, column }, event, { rows: count, columns: columns.length, page })
    if (cell) {
      event.preventDefault()
      show(cell)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      onOpen(active.row)
    } else if (event.key === 'c' && (event.ctrlKey || event.metaKey) && document.getSelection()?.isCollapsed !== false) {
      void navigator.clipboard?.writeText(cellText(store.row(active.row)[columns[column] as string]))
    }
  }

  /** Selecting text stays possible, because the pointer only sets the active cell. */
  const onMouseDown = ({ target }: MouseEvent): void => {
    const { row, column: at } = (target as Element).closest<HTMLElement>('td')?.dataset ?? {}
    if (row !== undefined && at !== undefined) setActive({ row: Number(row), column: Number(at) })
  }

  const items = virtualizer.getVirtualItems()
  const isShown = items.some(({ index }) => index === active.row)
  return (
    <>
      <div ref={frame} className={classes.frame}>
        <table
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table that is moved in cell by cell is a grid.
          role="grid"
          tabIndex={0}
          aria-label={label}
          aria-readonly
          aria-rowcount={(total ?? count) + 1}
          aria-colcount={columns.length + 1}
          aria-activedescendant={isShown ? cellId(active.row, column) : undefined}
          className={classes.grid}
          style={{ width }}
          onKeyDown={onKeyDown}
          onMouseDown={onMouseDown}
        >
          <thead className={classes.head}>
            <tr className={classes.row} aria-rowindex={1} style={{ gridTemplateColumns: template }}>
              <th scope="col" aria-colindex={1} className={`${classes.cell} ${classes.number}`}>
                <span style={{ paddingInlineEnd: 10 }}>#</span>
              </th>
              {columns.map((name, index) => (
                <th key={name} scope="col" aria-colindex={index + 2} className={classes.cell} title={name}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className={classes.body} style={{ height: count * ROW }}>
            {items.map(({ index, start }) => (
              <GridRow
                key={index}
                store={store}
                index={index}
                top={start - HEAD}
                columns={columns}
                template={template}
                active={index === active.row ? column : undefined}
                onOpen={onOpen}
              />
            ))}
          </tbody>
        </table>
      </div>
      <GoToRow count={count} onGo={(row) => show({ row, column })} />
    </>
  )
}

/** Jumps to a row by its number. */
const GoToRow = ({ count, onGo }: { count: number; onGo: (row: number) => void }) => {
  const [number, setNumber] = useState<string | number>('')
  const go = (event: FormEvent): void => {
    event.preventDefault()
    if (typeof number === 'number') onGo(Math.max(0, Math.min(count, number) - 1))
  }
  return (
    <Group component="form" gap="xs" my="xs" onSubmit={go}>
      <NumberInput
        aria-label={t`Go to row`}
        placeholder={t`Row`}
        size="xs"
        w={110}
        min={1}
        allowDecimal={false}
        allowNegative={false}
        hideControls
        value={number}
        onChange={setNumber}
      />
      <Button type="submit" size="xs" variant="default">
        <Trans>Go to row</Trans>
      </Button>
      <Text size="xs" c="dimmed" visibleFrom="sm">
        <Trans>Keys in the table: arrow and page keys, Ctrl + Home and End, Enter to open a row.</Trans>
      </Text>
    </Group>
  )
}
