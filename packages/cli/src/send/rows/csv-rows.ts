import { pipeline, Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import type { Row } from './row.ts'
import { UnreadableInput } from './row.ts'

/** A longer row means a quote that is never closed. */
const MAX_ROW_LENGTH = 1 << 20
const DELIMITERS = [',', ';', '\t', '|']

/** The most frequent delimiter of the header, outside of quotes. */
export const detectDelimiter = (header: string): string => {
  const plain = header.replaceAll(/"[^"]*"/g, '')
  const count = (delimiter: string) => plain.split(delimiter).length
  return DELIMITERS.reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best))
}

/** Unique column names: a repeated name gets a number, an empty one its position. */
const headerOf = (cells: readonly string[]): string[] => {
  const seen = new Map<string, number>()
  return cells.map((cell, index) => {
    const name = cell || `column ${index + 1}`
    const times = (seen.get(name) ?? 0) + 1
    seen.set(name, times)
    return times === 1 ? name : `${name} (${times})`
  })
}

const rowOf = (header: readonly string[], { line, cells }: CsvRecord): Row => {
  const surplus = cells.slice(header.length)
  const names = [...header, ...surplus.map((_, index) => `column ${header.length + index + 1}`)]
  const values = Object.fromEntries(cells.map((cell, index) => [names[index] as string, cell]))
  // Many systems end rows with an extra delimiter.
  const fits = cells.length >= header.length && surplus.every((cell) => cell === '')
  return fits ? { line, values } : { line, values, fault: `has ${cells.length} columns, the header has ${header.length}` }
}

/** A CSV record, and the line where it starts. */
export interface CsvRecord {
  readonly line: number
  readonly cells: readonly string[]
}

/** The records of CSV, as in RFC 4180 and as badge systems write it. @throws UnreadableInput */
export async function* csvRecords(text: AsyncIterable<string>, delimiter: string): AsyncGenerator<CsvRecord, void, undefined> {
  const parser = parse({
    ...{ delimiter, info: true, relax_quotes: true, relax_column_count: true, skip_empty_lines: true },
    ...{ skip_records_with_empty_values: true, max_record_size: MAX_ROW_LENGTH, record_delimiter: ['\r\n', '\n', '\r'] },
  })
  // A failure ends the parser, and its reader gets the error.
  pipeline(Readable.from(text), parser, () => {})
  let surplusLines = 0
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      const breaks = record.join('').match(/\r\n|\r|\n/g) ?? []
      // The parser counts CRLF inside quotes as two lines.
      surplusLines += breaks.filter((each) => each === '\r\n').length
      yield { line: info.lines - surplusLines - breaks.length, cells: record.map((cell) => cell.trim()) }
    }
  } catch (error) {
    if (error instanceof CsvError) throw new UnreadableInput(validationError(error), { cause: error })
    throw error
  }
}

/** The records below the header, by column name. @throws UnreadableInput */
export async function* csvRows(
  text: AsyncIterable<string>,
  delimiter: string,
  onHeader: (header: string[]) => void,
): AsyncGenerator<Row, void, undefined> {
  let header: string[] | undefined
  for await (const record of csvRecords(text, delimiter)) {
    if (header) yield rowOf(header, record)
    else {
      header = headerOf(record.cells)
      onHeader(header)
    }
  }
}

const validationError = ({ code, lines }: CsvError & { lines?: number }): string =>
  code === 'CSV_QUOTE_NOT_CLOSED' || code === 'CSV_MAX_RECORD_SIZE'
    ? `a quote is opened in or before line ${lines} and never closed`
    : `line ${lines} is not CSV`
