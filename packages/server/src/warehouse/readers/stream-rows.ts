import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { type Outgoing, OwnBytes } from '../chunks/chunk.ts'
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

/** Bytes that are written together, and those whose last byte is among them. */
interface Part {
  readonly pieces: readonly Buffer[]
  readonly size: number
  readonly ended: readonly OwnBytes[]
}

/** Yields parts of the wanted size; the last one may be smaller. */
const inParts = async function* (bytes: AsyncIterable<Outgoing>, partBytes: () => number): AsyncGenerator<Part> {
  let pieces: Buffer[] = []
  let ended: OwnBytes[] = []
  let size = 0
  for await (const some of bytes) {
    const all = some instanceof OwnBytes ? some.bytes : some
    for (let at = 0; at < all.length; ) {
      const piece = all.subarray(at, at + partBytes() - size)
      pieces.push(piece)
      size += piece.length
      at += piece.length
      if (at === all.length && some instanceof OwnBytes) ended.push(some)
      if (size < partBytes()) continue
      yield { pieces, size, ended }
      pieces = []
      ended = []
      size = 0
    }
  }
  if (size > 0) yield { pieces, size, ended }
}

/**
 * Frees bytes once the system has taken them, which is known only if nothing between stream and response, such as a compression,
 * still reads them.
 */
const createFreeing = (stream: Readable, response: ServerResponse | undefined) => {
  let isDirect = false
  let pushed = 0
  let waiting: { readonly end: number; readonly own: OwnBytes }[] = []
  response?.once('pipe', (source) => {
    isDirect = source === stream
  })
  return {
    add({ size, ended }: Part): void {
      pushed += size
      if (isDirect) waiting.push(...ended.map((own) => ({ end: pushed, own })))
    },
    freeSent(): void {
      // Without a socket it is not known what is still being written.
      if (!response?.socket || response.destroyed) return
      const sent = pushed - stream.readableLength - response.writableLength
      for (const { end, own } of waiting) if (end <= sent) own.free()
      waiting = waiting.filter(({ end }) => end > sent)
    },
  }
}

/** Where the rows come from and go to. */
interface Sending {
  readonly place: ReaderPlace
  readonly response?: ServerResponse
  readonly times?: ReaderTimes
}

/**
 * Returns the response as a stream. At its end the read is closed and the slot is free, also if the reader disconnects or is too
 * slow. A failure ends the connection, so that an incomplete response cannot look complete.
 */
export const streamRows = (
  rows: { close(): void },
  bytes: AsyncIterable<Outgoing>,
  { place, response, times: { stallMs, wantedMs } = TIMES }: Sending,
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
    if (place.givesWay()) partBytes = PART_BYTES
    waitingSince = undefined
    freeing.freeSent()
    const { done, value } = await place.inTurn(() => parts.next())
    waitingSince = performance.now()
    if (done) return void stream.push(null)
    freeing.add(value)
    for (const piece of value.pieces) stream.push(piece)
  }

  const stream = new Readable({
    read: () => void sendNext().catch((error) => stream.destroy(error)),
    destroy: (error, done) => {
      // A row that is awaited may never come, so the end of the stream does not wait for it.
      parts.return(undefined).catch(() => {})
      done(error)
    },
  })
  const freeing = createFreeing(stream, response)
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
