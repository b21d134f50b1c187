import type { CellValue, Column } from './columns.ts'

/** What spreadsheets take for a formula, also behind white space and in its wide forms. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/

const cell = (value: CellValue): string => {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  // The apostrophe makes text of it in every spreadsheet.
  const safe = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Rows with all their digits as CSV (RFC 4180), text never as a formula. */
export const csvOf = <Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string =>
  [columns.map(({ name }) => cell(name)), ...rows.map((row) => columns.map(({ value }) => cell(value(row))))]
    .map((cells) => `${cells.join(',')}\r\n`)
    .join('')
