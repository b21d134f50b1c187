import type { Db } from '../../platform/db/database.ts'
import { startPeriodic } from '../../platform/jobs/periodic.ts'
import type { Listener } from '../../platform/notifications/listener.ts'
import {
  announceWatches,
  INTEREST_CHANNEL,
  listWatches,
  purgeWatches,
  WATCHED_MS,
  type WatchedLocation,
  watchName,
} from './live-store.ts'

/** A watch lasts three times as long, so that two renewals may fail. */
const RENEW_MS = 20_000

export interface LiveInterest extends AsyncDisposable {
  /** Returns whether there are watchers at any node; storing events checks this first. */
  isAny(): boolean
  isWatched(location: WatchedLocation): boolean
  /** Notifies all nodes of a watched location: this node knows at once, others within milliseconds. */
  announce(location: WatchedLocation): Promise<void>
}

/**
 * Keeps track of the locations that are watched at any node. Nodes notify each other of new watches and renew them, and read all
 * watches again if a notification may be lost.
 */
export const startLiveInterest = async (
  db: Db,
  listener: Listener,
  watchedHere: () => readonly WatchedLocation[],
  onError: (error: unknown) => void,
): Promise<LiveInterest> => {
  /** The end of the watch, in milliseconds since 1970. */
  const watched = new Map<string, number>()
  const keep = (name: string, forMs: number) => watched.set(name, Math.max(watched.get(name) ?? 0, Date.now() + forMs))

  const read = async (): Promise<void> => {
    for (const { name, forMs } of await listWatches(db)) keep(name, forMs)
  }
  const renew = async (): Promise<void> => {
    for (const [name, until] of watched) if (until < Date.now()) watched.delete(name)
    const here = watchedHere()
    if (here.length > 0) {
      await announceWatches(db, here)
      await purgeWatches(db)
    }
    await read()
  }

  await listener.on(INTEREST_CHANNEL, (name) => {
    if (name === undefined) void read().catch(onError)
    else keep(name, WATCHED_MS)
  })
  await read()
  const periodic = startPeriodic(RENEW_MS, renew, onError)
  return {
    isAny: () => watched.size > 0,
    isWatched: (location) => (watched.get(watchName(location)) ?? 0) > Date.now(),
    async announce(location) {
      await announceWatches(db, [location])
      keep(watchName(location), WATCHED_MS)
    },
    [Symbol.asyncDispose]: () => periodic[Symbol.asyncDispose](),
  }
}
