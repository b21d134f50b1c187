import { csvRows, detectDelimiter } from './csv-rows.ts'
import { ndjsonRows } from './ndjson-rows.ts'
import type { Row } from './row.ts'
import { UnreadableInput } from './row.ts'
import { readAhead, type TextOptions, textOf } from './text-input.ts'

export const FORMATS = ['csv', 'ndjson'] as const

export interface RowOptions extends TextOptions {
  format?: (typeof FORMATS)[number] | undefined
  delimiter?: string | undefined
}

const MAX_HEADER_LENGTH = 1 << 16

const hasHeader = (head: string[]): boolean => {
  const text = head.join('').trimStart()
  return text.includes('\n') || text.length > MAX_HEADER_LENGTH
}

/** The text of a file and its first line, if complete. @throws UnreadableInput, WrongUse */
export const readStartOfFile = async (name: string, options: TextOptions) => {
  const { head, all } = await readAhead(textOf(name, options), hasHeader)
  const begin = head.join('').trimStart()
  return { begin, delimiter: detectDelimiter(/^[^\r\n]*/.exec(begin)?.[0] ?? ''), all }
}

/**
 * Streams the rows of a file. `onHeader` receives the columns, or `undefined` if each row has its own.
 * @throws UnreadableInput, WrongUse
 */
export async function* rowsOf(
  name: string,
  options: RowOptions,
  onHeader: (header: string[] | undefined) => void,
): AsyncGenerator<Row, void, undefined> {
  const { begin, delimiter, all } = await readStartOfFile(name, options)
  if (begin === '') return
  if (options.format === undefined && begin.startsWith('['))
    throw new UnreadableInput('it is one JSON array: write one object per line, for example with jq -c .[]')
  const format = options.format ?? (begin.startsWith('{') ? 'ndjson' : 'csv')
  if (format === 'csv') {
    yield* csvRows(all, options.delimiter ?? delimiter, onHeader)
  } else {
    onHeader(undefined)
    yield* ndjsonRows(all)
  }
}
