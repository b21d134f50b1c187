import { setImmediate } from 'node:timers/promises'
import { columnsOf } from '@rollcall/contract'
import type { Options } from 'csv-stringify'
import { stringify } from 'csv-stringify/sync'
import type { TSchema } from 'typebox'
import { wholeRows } from './rows.ts'

/**
 * Matches text that spreadsheets treat as a formula, also after white space and in full-width forms. Downloads of the web app
 * mark the same text.
 */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/

const textCell = (text: string) => {
  if (text === '') return { value: '', quoted_empty: true }
  return FORMULA.test(text) ? `'${text}` : text
}

/** RFC 4180, with choices that it leaves open: null is an empty field, empty text is `""`, and a formula gets an apostrophe. */
const OPTIONS: Options = {
  record_delimiter: 'windows',
  quote_record_delimiter: true,
  cast: { boolean: String, string: textCell },
}

/**
 * Writes comma-separated values with a header row. Names may be set by any user, so text that a spreadsheet would treat as a
 * formula (`=`, `+`, `-`, `@` after any white space, or a leading tab or line break) gets a leading apostrophe.
 */
export const toCsv = async function* (rows: AsyncIterable<Buffer>, row: TSchema): AsyncGenerator<Buffer> {
  const columns = columnsOf(row).map(({ name }) => name)
  yield Buffer.from(stringify([columns], OPTIONS))
  for await (const batch of wholeRows(rows)) {
    const records = JSON.parse(`[${batch.toString('utf8', 1)}]`) as object[]
    yield Buffer.from(stringify(records, { ...OPTIONS, columns }))
    // The next batch may be in memory already; this lets other requests run first.
    await setImmediate()
  }
}
