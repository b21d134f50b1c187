/** Who reads the output may leave before its end, as `head` does: what is then still to be said is lost, and nothing else. */
export const outliveReaders = (): void => {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
  }
}

/** Prints a value as JSON for programs, or as the given text for people. */
export const print = (json: boolean | undefined, value: unknown, text: () => string): void => {
  process.stdout.write(`${json ? JSON.stringify(value, null, 2) : text()}\n`)
}

/** Rows as aligned columns under a heading; says so when there are none. */
export const table = (headings: string[], rows: (string | number | null | undefined)[][], empty: string): string => {
  if (rows.length === 0) return empty
  const cells = [headings, ...rows.map((row) => row.map((cell) => String(cell ?? '–')))]
  const widths = headings.map((_, column) => Math.max(...cells.map((row) => (row[column] ?? '').length)))
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
