export interface Cell {
  readonly row: number
  readonly column: number
}

interface Extent {
  readonly rows: number
  readonly columns: number
  /** The number of visible rows. */
  readonly page: number
}

interface Stroke {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
}

/** The cell that a key moves to, as in the grid pattern of the ARIA authoring practices; undefined for other keys. */
export const cellAfter = ({ row, column }: Cell, { key, ctrlKey, metaKey }: Stroke, { rows, columns, page }: Extent) => {
  const whole = ctrlKey || metaKey
  const to = (toRow: number, toColumn: number): Cell => ({
    row: Math.max(0, Math.min(rows - 1, toRow)),
    column: Math.max(0, Math.min(columns - 1, toColumn)),
  })
  if (key === 'ArrowDown') return to(whole ? rows : row + 1, column)
  if (key === 'ArrowUp') return to(whole ? 0 : row - 1, column)
  if (key === 'ArrowRight') return to(row, whole ? columns : column + 1)
  if (key === 'ArrowLeft') return to(row, whole ? 0 : column - 1)
  if (key === 'PageDown') return to(row + page, column)
  if (key === 'PageUp') return to(row - page, column)
  if (key === 'Home') return to(whole ? 0 : row, 0)
  if (key === 'End') return to(whole ? rows : row, columns)
  return undefined
}
