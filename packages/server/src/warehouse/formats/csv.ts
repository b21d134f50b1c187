import { setImmediate } from 'node:timers/promises'
import { columnsOf } from '@rollcall/contract'
import type { Options } from 'csv-stringify'
import { stringify } from 'csv-stringify/sync'
import type { TSchema } from 'typebox'
import { wholeRows } from './rows.ts'

/** What spreadsheets take for a formula, also behind white space and in its wide forms; the web app's own downloads mark the same. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/

const textCell = (text: string) => {
  if (text === '') return { value: '', quoted_empty: true }
  return FORMULA.test(text) ? `'${text}` : text
}

/** RFC 4180, with what it leaves open: null is an empty field, empty text is `""`, and a formula gets an apostrophe. */
const OPTIONS: Options = {
  record_delimiter: 'windows',
  quote_record_delimiter: true,
  cast: { boolean: String, string: textCell },
}

/**
 * Comma-separated values with a header row. Text that a spreadsheet would take for a formula (`=`, `+`, `-`, `@` behind any
 * white space, or a tab or line break at its start) has an apostrophe before it, since names come from anybody who may set one.
 */
export const toCsv = async function* (rows: AsyncIterable<Buffer>, row: TSchema): AsyncGenerator<Buffer> {
  const columns = columnsOf(row).map(({ name }) => name)
  yield Buffer.from(stringify([columns], OPTIONS))
  for await (const batch of wholeRows(rows)) {
    const records = JSON.parse(`[${batch.toString('utf8', 1)}]`) as object[]
    yield Buffer.from(stringify(records, { ...OPTIONS, columns }))
    // The next batch may be in memory already; others get a turn before it.
    await setImmediate()
  }
}
