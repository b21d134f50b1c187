/** The text of a value in a cell and in the clipboard; the cell shows null in its own way. */
export const cellText = (value: unknown): string => {
  if (typeof value === 'string') return value
  return value === null || value === undefined ? 'null' : typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** The approximate width of a character in pixels. */
const CHARACTER = 7.9
/** Names are bold. */
const BOLD_CHARACTER = 8.3
const PADDING = 26
const NARROWEST = 84
const WIDEST = 320

/** Wide enough for the name and for the values of the first rows. It does not change later, so that nothing moves. */
export const columnWidth = (name: string, sample: readonly Readonly<Record<string, unknown>>[]): number => {
  const longest = sample.reduce((most, row) => Math.max(most, cellText(row[name]).length), 0)
  const wanted = Math.max(longest * CHARACTER, name.length * BOLD_CHARACTER) + PADDING
  return Math.round(Math.min(WIDEST, Math.max(NARROWEST, wanted)))
}
