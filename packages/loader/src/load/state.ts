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

/** The loaded datasets and their first days. Key `load`. */
export interface KnownLoad {
  readonly version: 1
  /** First day by dataset name; null: from the start. */
  readonly datasets: Readonly<Record<string, string | null>>
  readonly mode: 'feed' | 'windows'
  /** Whether all days of all datasets have been loaded. */
  readonly isComplete: boolean
  /** When a load last completed. */
  readonly loadedAt: string | null
  /** The timeline of the copy; absent if the service did not report one. */
  readonly timeline?: string | undefined
}

/** The cursor of the change feed, and its datasets. Key `feed`. */
export interface KnownFeed {
  readonly cursor: string
  readonly datasets: readonly SegmentDataset[]
}

/** Whether both are known and differ. */
export const isOtherTimeline = (timeline: string | undefined, known: string | undefined): boolean =>
  timeline !== undefined && known !== undefined && timeline !== known

/** A loaded segment. Key `segment/<dataset>/<day>/<locationId>`. */
export interface KnownSegment {
  readonly revision: number
  readonly rowCount: number
  readonly sha256: string
}

/** A loaded response. Key `window/<dataset>/[<locationId>/]<firstDay>_<lastDay>` and `directory/<dataset>`. */
export interface KnownAnswer {
  readonly etag: string | null
  readonly rowCount: number
}

/** Bookings of future days. Key `future`. */
export interface KnownFuture extends KnownAnswer {
  readonly firstDay: string
  readonly lastDay: string
  readonly loadedAt: string
}

/** The supported version of the state. */
export const STATE_VERSION = 1
/** The parameter value for rows without a location. */
export const NO_LOCATION = 'none'

export const LOAD_KEY = 'load'
export const FEED_KEY = 'feed'
export const FUTURE_KEY = 'future'
/** Ids of the locations as of the last load, up to a maximum number. */
export const PLACES_KEY = 'places'
export const directoryKey = (name: string): string => `directory/${name}`
export const segmentKeyOf = (dataset: string, segment: SegmentId): string => `segment/${dataset}/${segmentKey(segment)}`
/** Key prefix of all windows of a dataset, or of one of its locations. */
export const windowsKey = (dataset: string, locationId?: string | null): string =>
  locationId === undefined ? `window/${dataset}/` : `window/${dataset}/${locationKey(locationId)}/`

/** The state stored in a destination, including changes of the current load. */
export interface State {
  find<T>(key: string): T | undefined
  /** Entries with this key prefix. */
  list<T>(prefix: string): [key: string, value: T][]
  /** Must be called after the destination has stored the entries. */
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

/** The days and the location of a window; null: no location, or all locations. */
export const readWindowKey = (key: string): DayRange & Pick<SegmentId, 'locationId'> => {
  const parts = key.split('/')
  const [firstDay = '', lastDay = ''] = (parts.at(-1) ?? '').split('_')
  return { locationId: parts.length > 3 ? readLocationKey(parts[2] as string) : null, firstDay, lastDay }
}

export const readSegmentKey = (key: string): SegmentId => {
  const [day = '', location = ''] = key.split('/').slice(2)
  return { day, locationId: readLocationKey(location) }
}
