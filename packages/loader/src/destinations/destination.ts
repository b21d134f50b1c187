import type { LoadedColumn } from '../datasets/columns.ts'
import { ATTENDANCE, DAILY, DIRECTORY, FUTURE_TABLE, type LoadedDataset } from '../datasets/datasets.ts'

/** One day of one location of a published dataset; null: rows without a location. */
export interface SegmentId {
  readonly day: string
  readonly locationId: string | null
}

/** The rows to replace: everything, some segments, or all locations on some days, both ends inclusive. */
export type Scope =
  | { readonly kind: 'all' }
  | { readonly kind: 'segments'; readonly segments: readonly SegmentId[] }
  | { readonly kind: 'days'; readonly firstDay: string; readonly lastDay: string }
  /** Like `days`, for one location. */
  | { readonly kind: 'location-days'; readonly firstDay: string; readonly lastDay: string; readonly locationId: string | null }

/** Rows of one dataset as newline-delimited JSON, complete and checked. */
export interface RowFile {
  readonly path: string
  readonly rowCount: number
  /** Fields that are not columns of the dataset, from a later version of the service. */
  readonly extraColumns: readonly LoadedColumn[]
}

/** An entry of the state of a load: see load/state.ts. A null value removes the key. */
export type StateEntry = readonly [key: string, value: unknown]

export interface Replacement {
  readonly dataset: LoadedDataset
  /** Target table, if not that of the dataset. */
  readonly table?: string
  readonly scope: Scope
  /** Absent: there are no rows, and the old ones are only removed. */
  readonly rows?: RowFile
  readonly state: readonly StateEntry[]
  /** Returns whether another replacement is being downloaded, for which the destination may wait a little before it commits. */
  readonly isFollowed?: () => boolean
}

/**
 * Stores a copy and its state. One process at a time writes to it. Calls run one after the other, in order. Failures are a
 * `DestinationError`. Rows use the columns that `prepare` created.
 *
 * `replace` is all or nothing. One transaction removes the rows of the scope and rows elsewhere in the table with the keys of new
 * rows, inserts the new rows and stores the state; waiting and following calls may share it. A killed process leaves either the old or the new
 * rows, so repeating a load is always safe. A folder of files has no transactions and stores the state last: files half-written
 * by a killed process are written again. Unique indexes added by users are respected: on a duplicate nothing is replaced.
 *
 * New files are readable only by their owner. The signal given to `openDestination` aborts the running statement with its reason.
 */
export interface Destination extends AsyncDisposable {
  /** Title for messages, without secrets: `DuckDB file warehouse.duckdb`. */
  readonly title: string
  /** Whether calls that wait share a transaction, so that it is of use if many wait. */
  readonly isJoining?: boolean
  /** Creates missing tables, columns and views, and changes nothing else: other columns and indexes stay. */
  prepare(): Promise<void>
  readState(): Promise<Map<string, unknown>>
  writeState(entries: readonly StateEntry[]): Promise<void>
  replace(replacement: Replacement): Promise<void>
  /** Number of rows of each segment of a published dataset, by `segmentKey`. */
  countSegments(dataset: LoadedDataset): Promise<Map<string, number>>
  countRows(table: string): Promise<number>
}

/** A location as part of a key. Ids are opaque and may contain a slash, or equal the value for no location. */
export const locationKey = (locationId: string | null): string => {
  if (locationId === null) return 'none'
  return locationId === 'none' ? '%6Eone' : encodeURIComponent(locationId)
}

export const readLocationKey = (key: string): string | null => (key === 'none' ? null : decodeURIComponent(key))

export const segmentKey = ({ day, locationId }: SegmentId): string => `${day}/${locationKey(locationId)}`

/** Converts counts by day and location of a database, where '' means no location. */
export const segmentCounts = (counts: readonly Readonly<Record<string, unknown>>[]): Map<string, number> =>
  new Map(
    counts.map(({ day, location, total }) => [
      segmentKey({ day: String(day), locationId: location ? String(location) : null }),
      Number(total),
    ]),
  )

/** The destination cannot be used. The message is one line, says what to do, and contains no secrets. */
export class DestinationError extends Error {}

/** The request itself is wrong: an invalid address, or options of another kind of destination. */
export class DestinationUseError extends DestinationError {}

/** A table of a destination, or a folder of files as a table. */
export interface LoadedTable {
  readonly name: string
  readonly dataset: LoadedDataset
}

export const TABLES: readonly LoadedTable[] = [
  ...[...DIRECTORY, ...DAILY].map((dataset) => ({ name: dataset.table, dataset })),
  { name: FUTURE_TABLE, dataset: ATTENDANCE },
]
