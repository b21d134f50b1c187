import type pg from 'pg'
import { copyLines } from '../../platform/db/copy-out.ts'

const DAY_LENGTH = 10
const UUID_LENGTH = 36
const PREFIX_LENGTH = DAY_LENGTH + UUID_LENGTH
const NEWLINE = 0x0a

/** Rows that belong to one segment, as the database wrote them, `,{…}\n` each. */
export interface SegmentRow {
  readonly day: string
  readonly locationId: string
  /** What the query says of the row to those who read it on its way; no part of it. */
  readonly tag: Buffer
  readonly row: Buffer
}

/**
 * Rows of segments, in the order of the query, which gives each as one text: day, location, the tag, which is ASCII of this length,
 * and the row behind a comma. Several at a time, so that a row costs no promise.
 */
export const copySegmentRows = async function* (
  client: pg.ClientBase,
  query: string,
  tagLength = 0,
): AsyncGenerator<SegmentRow[]> {
  const copy = copyLines(client, query)
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of copy) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    const rows: SegmentRow[] = []
    let start = 0
    for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
      const line = bytes.subarray(start, end + 1)
      rows.push({
        day: line.toString('latin1', 0, DAY_LENGTH),
        locationId: line.toString('latin1', DAY_LENGTH, PREFIX_LENGTH),
        tag: line.subarray(PREFIX_LENGTH, PREFIX_LENGTH + tagLength),
        row: line.subarray(PREFIX_LENGTH + tagLength),
      })
      start = end + 1
    }
    rest = bytes.subarray(start)
    yield rows
  }
}
