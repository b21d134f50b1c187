import type { CellValue, Column } from './columns.ts'

/** Text that spreadsheets treat as a formula, even after white space and in full-width forms. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/

const cell = (value: CellValue): string => {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  // The apostrophe makes every spreadsheet treat it as text.
  const safe = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Rows with all their digits as CSV (RFC 4180), text never as a formula. */
export const csvOf = <Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string =>
  [columns.map(({ name }) => cell(name)), ...rows.map((row) => columns.map(({ value }) => cell(value(row))))]
    .map((cells) => `${cells.join(',')}\r\n`)
    .join('')

/** Spreadsheets read a file as UTF-8 only if it starts with this mark. */
const BYTE_ORDER_MARK = '\uFEFF'

const download = (blob: Blob, name: string): void => {
  const url = URL.createObjectURL(blob)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  // Some browsers read the URL only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

const fileName = (title: string, ending: string): string =>
  `${title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')}.${ending}`

export const downloadCsv = <Row>(title: string, columns: readonly Column<Row>[], rows: readonly Row[]): void =>
  download(new Blob([BYTE_ORDER_MARK, csvOf(columns, rows)], { type: 'text/csv;charset=utf-8' }), fileName(title, 'csv'))

/** Objects as they are, one a line. */
export const downloadLines = (title: string, items: readonly object[]): void =>
  download(
    new Blob(
      items.map((item) => `${JSON.stringify(item)}\n`),
      { type: 'application/x-ndjson' },
    ),
    fileName(title, 'ndjson'),
  )

/** The content policy of the page forbids fetching `data:` addresses, so the address is decoded here. */
export const downloadPng = (title: string, dataUrl: string): void => {
  const bytes = Uint8Array.from(atob(dataUrl.slice(dataUrl.indexOf(',') + 1)), (char) => char.charCodeAt(0))
  download(new Blob([bytes], { type: 'image/png' }), fileName(title, 'png'))
}
