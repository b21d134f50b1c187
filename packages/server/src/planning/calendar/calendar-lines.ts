/** An event of a calendar file as text, and the line on which it begins. */
export interface CalendarBlock {
  readonly line: number
  readonly text: string
}

/**
 * Splits a calendar file into its events, so that each is read alone and an error names its line. Time zones and everything else
 * are left out: holidays are whole days.
 */
export const splitEvents = (file: string): CalendarBlock[] => {
  const lines = file.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  const blocks: CalendarBlock[] = []
  let start: number | undefined
  lines.forEach((line, index) => {
    const word = line.trimEnd().toUpperCase()
    if (word === 'BEGIN:VEVENT') {
      // An event that does not end is read up to here, and refused.
      if (start !== undefined) blocks.push(blockOf(lines, start, index))
      start = index
    } else if (word === 'END:VEVENT' && start !== undefined) {
      blocks.push(blockOf(lines, start, index + 1))
      start = undefined
    }
  })
  if (start !== undefined) blocks.push(blockOf(lines, start, lines.length))
  return blocks
}

const blockOf = (lines: readonly string[], start: number, end: number): CalendarBlock => ({
  line: start + 1,
  text: lines
    .slice(start, end)
    .filter((line) => line !== '')
    .join('\r\n'),
})
