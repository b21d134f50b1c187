import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { MAX_STREAMS_PER_NODE, MAX_STREAMS_PER_SESSION } from '@rollcall/contract'
import { AppError } from '../../platform/errors.ts'
import type { Viewer } from './live-event.ts'

/** The maximum number of bytes that wait for a slow reader, in addition to the buffer of the connection. */
export const MAX_WAITING_BYTES = 262_144
/** How long ending streams may take to send waiting data. */
const ENDING_MS = 500

/** The owner of a stream: a session, a key by its bearer token, or a kiosk screen. */
export type StreamOwner = { readonly id: string } & (
  | { readonly tokenHash: Buffer; readonly token?: undefined; readonly screenHash?: undefined }
  | { readonly tokenHash?: undefined; readonly token: string; readonly screenHash?: undefined }
  | { readonly tokenHash?: undefined; readonly token?: undefined; readonly screenHash: Buffer; readonly changedAt: Date }
)

export interface LiveStream {
  readonly orgId: string
  readonly locationId: string
  readonly owner: StreamOwner
  viewer: Viewer
  readonly readable: Readable
}

export type LiveStreams = ReturnType<typeof createLiveStreams>

/** Manages the open streams of this node. */
export const createLiveStreams = () => {
  const open = new Set<LiveStream>()
  let isClosed = false

  const assertWithinLimits = ({ orgId, owner: { id } }: Pick<LiveStream, 'orgId' | 'owner'>): void => {
    if (isClosed) throw new AppError('unavailable')
    const refuse = (detail: string) => new AppError('too_many_streams', { detail, headers: { 'retry-after': '10' } })
    const own = [...open].filter(({ owner }) => owner.id === id).length
    if (own >= MAX_STREAMS_PER_SESSION) throw refuse(`You already have ${own} open streams. End one of them.`)
    if (open.size < MAX_STREAMS_PER_NODE) return
    const newest = newestOfLargest(orgId)
    if (!newest) throw refuse(`This node already serves ${MAX_STREAMS_PER_NODE} streams.`)
    end(newest)
  }

  /** Returns the newest stream of the organization with the most, if the given one would have fewer even with one more. */
  const newestOfLargest = (orgId: string): LiveStream | undefined => {
    const byOrg = Map.groupBy(open, (stream) => stream.orgId)
    const largest = [...byOrg.values()].reduce((a, b) => (b.length > a.length ? b : a), [])
    return largest.length > (byOrg.get(orgId)?.length ?? 0) + 1 ? largest.at(-1) : undefined
  }

  const send = (stream: LiveStream, text: string): void => {
    const { readable } = stream
    const bytes = Buffer.from(text)
    // The stream is cut off, because it is faster for the reader to connect and load again than to read the waiting data.
    if (readable.readableLength + bytes.length > MAX_WAITING_BYTES) readable.destroy()
    else readable.push(bytes)
  }

  /** Ends the stream after the waiting data is sent. */
  const end = (stream: LiveStream): void => {
    if (open.delete(stream)) stream.readable.push(null)
  }

  return {
    /** @throws AppError too_many_streams, unavailable while the service stops */
    add(stream: Omit<LiveStream, 'readable'>): LiveStream {
      assertWithinLimits(stream)
      const added: LiveStream = { ...stream, readable: new Readable({ read() {} }) }
      open.add(added)
      added.readable.once('close', () => open.delete(added))
      return added
    },
    send,
    end,
    all: (): LiveStream[] => [...open],
    of: (orgId: string, locationId: string): LiveStream[] =>
      [...open].filter((stream) => stream.orgId === orgId && stream.locationId === locationId),
    endAll(): void {
      for (const stream of open) end(stream)
    },
    /** Ends all streams for good, and cuts off those whose readers do not read the waiting data. */
    async close(): Promise<void> {
      isClosed = true
      const ending = [...open]
      for (const stream of ending) end(stream)
      const closed = ending.map(({ readable }) => new Promise((resolve) => readable.once('close', resolve)))
      await Promise.race([Promise.all(closed), delay(ending.length > 0 ? ENDING_MS : 0)])
      for (const { readable } of ending) readable.destroy()
    },
  }
}
