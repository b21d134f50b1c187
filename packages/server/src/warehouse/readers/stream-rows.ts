import { Readable } from 'node:stream'
import type { ReaderPlace } from './readers.ts'

/** The bytes that a reader must accept within the time: few enough to distinguish a slow reader from a stopped one. */
const PART_BYTES = 1 << 17
/** A reader that accepts parts quickly gets larger ones, because each costs the same. */
const LARGEST_PART_BYTES = 1 << 20
const QUICK_MS = 100
const CHECK_MS = 1_000

/** How long a reader may take for each such part: while no one waits for its slot, and while someone does. */
export interface ReaderTimes {
  readonly stallMs: number
  readonly wantedMs: number
}
const TIMES: ReaderTimes = { stallMs: 60_000, wantedMs: 10_000 }

/** Yields parts of at least the wanted size, in pieces that are written together. */
const inParts = async function* (bytes: AsyncIterable<Buffer>, partBytes: () => number): AsyncGenerator<readonly Buffer[]> {
  let part: Buffer[] = []
  let size = 0
  for await (const some of bytes) {
    for (let at = 0; at < some.length; ) {
      const piece = some.subarray(at, at + partBytes() - size)
      part.push(piece)
      size += piece.length
      at += piece.length
      if (size < partBytes()) continue
      yield part
      part = []
      size = 0
    }
  }
  if (size > 0) yield part
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
  // Doubled before the first part.
  let partBytes = PART_BYTES / 2
  const parts = inParts(bytes, () => partBytes)
  // Undefined while waiting for rows: the first byte of a Parquet file follows the last row.
  let waitingSince: number | undefined = performance.now()

  const sendNext = async (): Promise<void> => {
    if (waitingSince !== undefined) {
      const isQuick = performance.now() - waitingSince < QUICK_MS
      partBytes = isQuick ? Math.min(2 * partBytes, LARGEST_PART_BYTES) : PART_BYTES
    }
    waitingSince = undefined
    const { done, value } = await parts.next()
    waitingSince = performance.now()
    if (done) stream.push(null)
    else for (const piece of value) stream.push(piece)
  }

  const stream = new Readable({
    read: () => void sendNext().catch((error) => stream.destroy(error)),
    destroy: (error, done) => {
      // A row that is awaited may never come, so the end of the stream does not wait for it.
      parts.return(undefined).catch(() => {})
      done(error)
    },
  })
  const check = () => {
    if (waitingSince === undefined) return
    const waited = performance.now() - waitingSince
    if (waited < wantedMs || (waited < stallMs && !place.isWanted())) return
    place.dropped()
    stream.destroy(new Error('The reader stalled.'))
  }
  const timer = setInterval(check, Math.min(CHECK_MS, wantedMs))
  return stream.once('close', () => {
    clearInterval(timer)
    rows.close()
    place.leave()
  })
}
