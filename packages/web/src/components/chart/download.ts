import type { Column } from './columns.ts'
import { csvOf } from './csv.ts'

/** Spreadsheets read UTF-8 only where a file says so. */
const BYTE_ORDER_MARK = '\uFEFF'

const download = (blob: Blob, name: string): void => {
  const url = URL.createObjectURL(blob)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  // Some browsers read it only after the click is done.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

const fileName = (title: string, ending: string): string =>
  `${title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')}.${ending}`

export const downloadCsv = <Row>(title: string, columns: readonly Column<Row>[], rows: readonly Row[]): void =>
  download(new Blob([BYTE_ORDER_MARK, csvOf(columns, rows)], { type: 'text/csv;charset=utf-8' }), fileName(title, 'csv'))

/** The policy of the page lets no data: address be fetched, so it is taken apart here. */
export const downloadPng = (title: string, dataUrl: string): void => {
  const bytes = Uint8Array.from(atob(dataUrl.slice(dataUrl.indexOf(',') + 1)), (char) => char.charCodeAt(0))
  download(new Blob([bytes], { type: 'image/png' }), fileName(title, 'png'))
}
