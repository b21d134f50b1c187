import { Readable } from 'node:stream'
import type { ReaderPlace } from './readers.ts'

/** The bytes that a reader must accept within the time: few enough to distinguish a slow reader from a stopped one. */
const PART_BYTES = 1 << 17
const CHECK_MS = 1_000

/** How long a reader may take for each such part: while no one waits for its slot, and while someone does. */
export interface ReaderTimes {
  readonly stallMs: number
  readonly wantedMs: number
}
const TIMES: ReaderTimes = { stallMs: 60_000, wantedMs: 10_000 }

const inParts = function* (bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += PART_BYTES) yield bytes.subarray(at, at + PART_BYTES)
}

/**
 * Returns the response as a stream. At its end the read is closed and the slot is free, also if the reader disconnects or is too
 * slow. A failure ends the connection, so that an incomplete response cannot look complete.
 */
export const streamRows = (
  rows: { close(): void },
  bytes: AsyncIterable<Buffer>,
  place: ReaderPlace,
  { stallMs, wantedMs }: ReaderTimes = TIMES,
): Readable => {
  // Undefined while waiting for rows: the first byte of a Parquet file follows the last row.
  let waitingSince: number | undefined = performance.now()
  const watched = async function* () {
    waitingSince = undefined
    for await (const some of bytes) {
      for (const part of inParts(some)) {
        waitingSince = performance.now()
        yield part
      }
      waitingSince = undefined
    }
  }
  const stream = Readable.from(watched(), { objectMode: false })
  const check = () => {
    if (waitingSince === undefined) return
    const waited = performance.now() - waitingSince
    if (waited < wantedMs || (waited < stallMs && !place.isWanted())) return
    place.dropped()
    stream.destroy(new Error('The reader stalled.'))
  }
  const timer = setInterval(check, Math.min(CHECK_MS, wantedMs))
  // A stream that is canceled before its first read never enters the generator.
  return stream.once('close', () => {
    clearInterval(timer)
    rows.close()
    place.leave()
  })
}
