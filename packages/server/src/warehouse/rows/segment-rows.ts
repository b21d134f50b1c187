import type pg from 'pg'
import { copyBinary } from '../../platform/sql/copy-out.ts'
import { UUID_BYTES, uuidAt } from '../../platform/sql/uuid-bytes.ts'
import { daysAfter } from '../../platform/time/day.ts'

/** A row, `,{…}\n`, and the segment that it belongs to. */
export interface SegmentRow {
  readonly day: string
  readonly locationId: string
  readonly row: Buffer
  /** What was received, and where further fields of the row are in it, in binary form; they are not stored. */
  readonly received: Buffer
  readonly tagsAt: number
}

/** A binary COPY begins with these bytes. A row is the number of its fields, and each field follows its length. */
const HEADER_LENGTH = 19
const COUNT_LENGTH = 2
export const FIELD_LENGTH = 4
const DAY_LENGTH = 4
/** A field of one letter, and one with an id. */
export const LETTER_FIELD = FIELD_LENGTH + 1
export const ID_FIELD = FIELD_LENGTH + UUID_BYTES

const DAY_AT = COUNT_LENGTH + FIELD_LENGTH
const LOCATION_AT = DAY_AT + DAY_LENGTH + FIELD_LENGTH
const TAGS_AT = LOCATION_AT + UUID_BYTES
/** Days are counted from this one. */
const DAY_ZERO = '2000-01-01'

const COMMA = 0x2c
const NEWLINE = 0x0a

/**
 * Yields the rows of a query in its order. The query returns a day, the id of a location, fields that always have this length in all,
 * and the row as JSON; none of them is null. Rows come in batches, so that a row does not cost a promise, and those of a segment share the
 * texts of its day and location. They are parts of what was received: comma and newline replace bytes of the binary form around the JSON.
 * PostgreSQL spends an eighth less on it than on text.
 */
export const copySegmentRows = async function* (
  client: pg.ClientBase,
  query: string,
  tagsLength = 0,
): AsyncGenerator<SegmentRow[]> {
  const jsonAt = TAGS_AT + tagsLength + FIELD_LENGTH
  let rest: Buffer = Buffer.alloc(0)
  let isStarted: boolean = false
  let segment = NO_SEGMENT
  for await (const chunk of copyBinary(client, query)) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    const rows: SegmentRow[] = []
    let start: number = isStarted ? 0 : HEADER_LENGTH
    while (start + jsonAt <= bytes.length) {
      const end = start + jsonAt + bytes.readInt32BE(start + jsonAt - FIELD_LENGTH)
      // The newline takes the first byte after the row.
      if (end >= bytes.length) break
      if (!isOf(segment, bytes, start)) segment = readSegment(bytes, start)
      bytes[start + jsonAt - 1] = COMMA
      bytes[end] = NEWLINE
      const { day, locationId } = segment
      rows.push({ day, locationId, row: bytes.subarray(start + jsonAt - 1, end + 1), received: bytes, tagsAt: start + TAGS_AT })
      start = end
    }
    isStarted ||= start > HEADER_LENGTH
    rest = isStarted ? bytes.subarray(start) : bytes
    yield rows
  }
  if (rest.length !== (isStarted ? 0 : HEADER_LENGTH) + COUNT_LENGTH) throw new Error('The rows ended in the middle of one')
}

/** The segment that rows belong to whose first fields have these bytes. */
interface Segment {
  readonly bytes: Buffer
  readonly day: string
  readonly locationId: string
}
const NO_SEGMENT: Segment = { bytes: Buffer.alloc(TAGS_AT - DAY_AT), day: '', locationId: '' }

/** A loop over so few bytes takes less than a call that compares them. */
const isOf = (segment: Segment, bytes: Buffer, start: number): boolean => {
  for (let index = TAGS_AT - DAY_AT - 1; index >= 0; index--)
    if (bytes[start + DAY_AT + index] !== segment.bytes[index]) return false
  return true
}

const readSegment = (bytes: Buffer, start: number): Segment => ({
  // A copy, because the rows of the next batch are compared with it too.
  bytes: Buffer.from(bytes.subarray(start + DAY_AT, start + TAGS_AT)),
  day: daysAfter(DAY_ZERO, bytes.readInt32BE(start + DAY_AT)),
  locationId: uuidAt(bytes, start + LOCATION_AT),
})
