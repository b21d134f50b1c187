import type { SegmentDataset } from '@rollcall/contract'
import {
  type Destination,
  locationKey,
  readLocationKey,
  type SegmentId,
  type StateEntry,
  segmentKey,
} from '../destinations/destination.ts'
import type { DayRange } from './days.ts'

/** Which datasets are loaded, and since when. Under `load`. */
export interface KnownLoad {
  readonly version: 1
  /** First day by name of dataset; null: from the beginning. */
  readonly datasets: Readonly<Record<string, string | null>>
  readonly mode: 'feed' | 'windows'
  /** Whether all days of all datasets were loaded once. */
  readonly isComplete: boolean
  /** When a load last came to its end. */
  readonly loadedAt: string | null
  /** The timeline of the change feed that the copy is of; absent where the service did not tell. */
  readonly timeline?: string | undefined
}

/** How far the change feed was followed, of which datasets. Under `feed`. */
export interface KnownFeed {
  readonly cursor: string
  readonly datasets: readonly SegmentDataset[]
}

/** Whether both are known, and differ. */
export const isOtherTimeline = (timeline: string | undefined, known: string | undefined): boolean =>
  timeline !== undefined && known !== undefined && timeline !== known

/** A segment as it was loaded. Under `segment/<dataset>/<day>/<locationId>`. */
export interface KnownSegment {
  readonly revision: number
  readonly rowCount: number
  readonly sha256: string
}

/** An answer as it was loaded. Under `window/<dataset>/[<locationId>/]<firstDay>_<lastDay>` and `directory/<dataset>`. */
export interface KnownAnswer {
  readonly etag: string | null
  readonly rowCount: number
}

/** Bookings of the days to come. Under `future`. */
export interface KnownFuture extends KnownAnswer {
  readonly firstDay: string
  readonly lastDay: string
  readonly loadedAt: string
}

/** The oldest and the newest form of the state that is understood. */
export const STATE_VERSION = 1
/** Stands for rows without a location in questions. */
export const NO_LOCATION = 'none'

export const LOAD_KEY = 'load'
export const FEED_KEY = 'feed'
export const FUTURE_KEY = 'future'
/** Ids of the locations as of the last load, or of as many as tell one organization from another. */
export const PLACES_KEY = 'places'
export const directoryKey = (name: string): string => `directory/${name}`
export const segmentKeyOf = (dataset: string, segment: SegmentId): string => `segment/${dataset}/${segmentKey(segment)}`
/** What all windows of a dataset, or of one location of it, begin with. */
export const windowsKey = (dataset: string, locationId?: string | null): string =>
  locationId === undefined ? `window/${dataset}/` : `window/${dataset}/${locationKey(locationId)}/`

/** What a destination remembers, with what was remembered meanwhile. */
export interface State {
  find<T>(key: string): T | undefined
  /** Entries whose key begins so. */
  list<T>(prefix: string): [key: string, value: T][]
  /** To be called when a destination has kept the entries. */
  apply(entries: readonly StateEntry[]): void
}

export const readState = async (destination: Pick<Destination, 'readState'>): Promise<State> => {
  const entries = await destination.readState()
  return {
    find: <T>(key: string) => (entries.get(key) ?? undefined) as T | undefined,
    list: <T>(prefix: string) => [...entries].filter(([key]) => key.startsWith(prefix)) as [string, T][],
    apply(changed) {
      for (const [key, value] of changed) {
        if (value === null || value === undefined) entries.delete(key)
        else entries.set(key, value)
      }
    },
  }
}

/** The days of a window, and the location that it is of; null: of none, or of all. */
export const readWindowKey = (key: string): DayRange & Pick<SegmentId, 'locationId'> => {
  const parts = key.split('/')
  const [firstDay = '', lastDay = ''] = (parts.at(-1) ?? '').split('_')
  return { locationId: parts.length > 3 ? readLocationKey(parts[2] as string) : null, firstDay, lastDay }
}

export const readSegmentKey = (key: string): SegmentId => {
  const [day = '', location = ''] = key.split('/').slice(2)
  return { day, locationId: readLocationKey(location) }
}
