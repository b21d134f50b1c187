/** Who reads the output may leave before its end, as `head` does: what is then still to be said is lost, and nothing else. */
export const outliveReaders = (): void => {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
  }
}

const escaped = (character: string): string => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`

/**
 * Text with control characters as escapes such as \x1b, but for line ends and tabs: what somebody had stored must not clear the
 * screen of whoever reads it, rename the window or write over what is shown.
 */
export const showControls = (text: string): string => text.replace(/(?![\n\t])\p{Cc}/gu, escaped)

/** The same on one line. */
const showOnOneLine = (text: string): string => text.replace(/\p{Cc}/gu, escaped)

/** Prints a value as JSON for programs, or as the given text for people. */
export const print = (json: boolean | undefined, value: unknown, text: () => string): void => {
  process.stdout.write(`${json ? JSON.stringify(value, null, 2) : showControls(text())}\n`)
}

/** Rows as aligned columns under a heading; says so when there are none. */
export const table = (headings: string[], rows: (string | number | null | undefined)[][], empty: string): string => {
  if (rows.length === 0) return empty
  const cells = [headings, ...rows.map((row) => row.map((cell) => showOnOneLine(String(cell ?? '–'))))]
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
