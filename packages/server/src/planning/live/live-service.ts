import type { Readable } from 'node:stream'
import type { LiveHello } from '@rollcall/contract'
import type { Access } from '../../gate/authentication/access-service.ts'
import type { ScreenRecord } from '../../gate/screens/screen-links.ts'
import { startPeriodic } from '../../platform/jobs/periodic.ts'
import type { Listener } from '../../platform/notifications/listener.ts'
import { eventText, LIVE_CHANNEL, type LiveMessage, SCREEN_VIEWER, textsFor, type Viewer } from './live-event.ts'
import { startLiveInterest } from './live-interest.ts'
import { type LivePublisher, startLivePublisher } from './live-publisher.ts'
import type { WatchedLocation } from './live-store.ts'
import { createLiveStreams, type LiveStreams, type StreamOwner } from './live-streams.ts'
import { findViewers } from './live-viewers.ts'

const HEARTBEAT_MS = 15_000
/** A stream has to end within 5 s after its reader lost access, even if one check fails. */
const CHECK_MS = 2_000
const RETRY_MS = 3_000

/** No proxy may store or transform a stream. */
export const STREAM_HEADERS = { 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' }

export interface Live extends AsyncDisposable {
  readonly afterStored: Pick<LivePublisher, 'presence' | 'occupancy'>
  /** Opens a stream of the events at the location from now on. @throws AppError too_many_streams */
  watch(location: WatchedLocation, viewer: Viewer, owner: StreamOwner): Promise<Readable>
  /** Opens a stream of when the kiosk screen has to load again. @throws AppError too_many_streams */
  watchForScreen(screen: ScreenRecord): Promise<Readable>
  /** Ends all streams for good. */
  close(): Promise<void>
}

/**
 * Starts the live floor. The node that stores an event or a booking at a watched location notifies all nodes, and each node sends
 * it to its viewers.
 */
export const startLive = async (access: Access, listener: Listener, onError: (error: unknown) => void): Promise<Live> => {
  await using stack = new AsyncDisposableStack()
  const { db } = access
  const streams = createLiveStreams()
  const interest = stack.use(await startLiveInterest(db, listener, streams.all, onError))
  const publisher = stack.use(startLivePublisher(db, interest, onError))
  await listener.on(LIVE_CHANNEL, (payload) => {
    // Notifications may be lost, so every viewer loads again.
    if (payload === undefined) return streams.endAll()
    try {
      deliver(streams, JSON.parse(payload) as LiveMessage)
    } catch (error) {
      onError(error)
    }
  })
  stack.use(startPeriodic(HEARTBEAT_MS, async () => sendHeartbeat(streams), onError))
  stack.use(startPeriodic(CHECK_MS, () => checkViewers(access, streams), onError))
  // The key directory registered its listener earlier, so its cache is already cleared when this callback runs.
  await listener.on('rollcall_access', () => void checkViewers(access, streams).catch(onError))
  stack.defer(streams.close)
  const running = stack.move()
  const watch: Live['watch'] = async (location, viewer, owner) => {
    const stream = streams.add({ ...location, owner, viewer })
    const hello: LiveHello = { locationId: location.locationId, timestamp: new Date().toISOString() }
    // The greeting is the first event; the viewer gets the stream only after all nodes are notified of the watch.
    streams.send(stream, eventText('hello', viewer.isScreen ? {} : hello, RETRY_MS))
    try {
      await interest.announce(location)
    } catch (error) {
      stream.readable.destroy()
      throw error
    }
    return stream.readable
  }
  return {
    afterStored: publisher,
    watch,
    watchForScreen: ({ orgId, locationId, id, secretHash, changedAt }) =>
      watch({ orgId, locationId }, SCREEN_VIEWER, { id, screenHash: secretHash, changedAt }),
    close: streams.close,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

const deliver = (streams: LiveStreams, { orgId, locationId, events }: LiveMessage): void => {
  const textOf = textsFor(events)
  for (const stream of streams.of(orgId, locationId)) streams.send(stream, textOf(stream.viewer))
}

/** Sends a comment, so that no proxy closes the connection as idle. */
const sendHeartbeat = (streams: LiveStreams): void => {
  for (const stream of streams.all()) streams.send(stream, ':\n\n')
}

/** Ends the streams of ended sessions, revoked screens and keys that may no longer call, and applies changes of roles. */
const checkViewers = async (access: Access, streams: LiveStreams): Promise<void> => {
  const open = streams.all()
  if (open.length === 0) return
  const viewers = await findViewers(access, open)
  for (const stream of open) {
    const viewer = viewers.get(stream)
    if (viewer) stream.viewer = viewer
    else streams.end(stream)
  }
}
