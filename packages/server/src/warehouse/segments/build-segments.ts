import type { Chunk } from './chunk.ts'
import { inOrder } from './in-order.ts'
import { createSegmentBuilder } from './segment-builder.ts'
import type { SegmentRow } from './segment-rows.ts'

/** A segment as the snapshot has it. Its chunks are compressed, so even one of a hundred thousand rows takes a few megabytes. */
export interface BuiltSegment {
  readonly day: string
  readonly locationId: string
  readonly rowCount: number
  readonly sha256: Buffer
  readonly chunks: readonly Chunk[]
}

/** Segments whose last rows are compressed while those of the next come in. */
const AHEAD = 2

/** Makes segments of rows that come segment by segment. */
export const buildSegments = (batches: AsyncIterable<readonly SegmentRow[]>): AsyncIterable<BuiltSegment> =>
  inOrder(fillSegments(batches), AHEAD, (segment) => segment.close())

const fillSegments = async function* (batches: AsyncIterable<readonly SegmentRow[]>): AsyncGenerator<OpenSegment> {
  let open: OpenSegment | undefined
  for await (const rows of batches) {
    for (const { day, locationId, row } of rows) {
      if (!open?.is(day, locationId)) {
        if (open) yield open
        open = openSegment(day, locationId)
      }
      const full = open.builder.add(row)
      if (full) await full
    }
  }
  if (open) yield open
}

type OpenSegment = ReturnType<typeof openSegment>

const openSegment = (day: string, locationId: string) => {
  const chunks: Chunk[] = []
  const builder = createSegmentBuilder(async (chunk) => {
    chunks.push(chunk)
  })
  return {
    builder,
    is: (otherDay: string, otherLocationId: string) => otherLocationId === locationId && otherDay === day,
    close: async (): Promise<BuiltSegment> => ({ day, locationId, chunks, ...(await builder.finish()) }),
  }
}

/** The segment of a location that had rows on a day and has none any more. */
export const buildEmptySegment = (day: string, locationId: string): Promise<BuiltSegment> => openSegment(day, locationId).close()
