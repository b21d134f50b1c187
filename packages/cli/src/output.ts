/** A reader such as `head` may close the output early. The remaining output is then dropped without an error. */
export const outliveReaders = (): void => {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
  }
}

const escaped = (character: string): string => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`

/**
 * Text with control characters escaped as \x1b, except line ends and tabs. Stored text must not clear the reader's screen, rename
 * the window or overwrite the output.
 */
export const showControls = (text: string): string => text.replace(/(?![\n\t])\p{Cc}/gu, escaped)

/** Like `showControls`, but on one line. */
const showOnOneLine = (text: string): string => text.replace(/\p{Cc}/gu, escaped)

/** Prints a value as JSON for programs, or as the given text for people. */
export const print = (json: boolean | undefined, value: unknown, text: () => string): void => {
  process.stdout.write(`${json ? JSON.stringify(value, null, 2) : showControls(text())}\n`)
}

/** Rows as aligned columns under headings; without rows, the text `empty`. */
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
