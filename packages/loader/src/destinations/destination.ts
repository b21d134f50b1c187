import type { LoadedColumn } from '../datasets/columns.ts'
import type { LoadedDataset } from '../datasets/datasets.ts'

/** One day of one location of a published dataset; null: rows without a location. */
export interface SegmentId {
  readonly day: string
  readonly locationId: string | null
}

/** What rows are put in place of: everything, some segments, or all locations on some days, both ends inclusive. */
export type Scope =
  | { readonly kind: 'all' }
  | { readonly kind: 'segments'; readonly segments: readonly SegmentId[] }
  | { readonly kind: 'days'; readonly firstDay: string; readonly lastDay: string }
  /** As `days`, of one location. */
  | { readonly kind: 'location-days'; readonly firstDay: string; readonly lastDay: string; readonly locationId: string | null }

/** Rows of one dataset as newline-delimited JSON, complete and checked. */
export interface RowFile {
  readonly path: string
  readonly rowCount: number
  /** Fields of the rows that the dataset's columns do not have: an answer of a later version of the service. */
  readonly extraColumns: readonly LoadedColumn[]
}

/** What is remembered of a load, by key: see load/state.ts. A null value forgets the key. */
export type StateEntry = readonly [key: string, value: unknown]

export interface Replacement {
  readonly dataset: LoadedDataset
  /** Where the rows go, if not into the dataset's own table. */
  readonly table?: string
  readonly scope: Scope
  /** Absent: there are none, all that is left is to remove those before. */
  readonly rows?: RowFile
  readonly state: readonly StateEntry[]
}

/**
 * Where a copy is kept, and with it how far it has come. One process at a time writes to it. Calls are taken one after the other, in
 * their order. What goes wrong is a `DestinationError`. Rows go by the columns that `prepare` has made.
 *
 * `replace` is all or nothing: rows of the scope are removed, and so are rows elsewhere in the table with the keys of new ones;
 * the new ones come in, and the state is kept, all in one transaction, which others that wait may share. A process that dies leaves
 * what was before or what is after, so repeating a load is always safe. Folders of files, which know no transactions, keep the state
 * last: what a process that dies has started to write there is written again. Unique indexes of others are respected: where a key or
 * another column would come twice, nothing is replaced.
 *
 * What is created on disk is for its owner alone. The signal given to `openDestination` ends what runs with its reason.
 */
export interface Destination extends AsyncDisposable {
  /** For people, without secrets: `DuckDB file warehouse.duckdb`. */
  readonly title: string
  /** Creates what is missing of tables, columns and views, and changes nothing else: columns of others and indexes are left. */
  prepare(): Promise<void>
  readState(): Promise<Map<string, unknown>>
  writeState(entries: readonly StateEntry[]): Promise<void>
  replace(replacement: Replacement): Promise<void>
  /** How many rows there are of each segment of a published dataset, by `segmentKey`. */
  countSegments(dataset: LoadedDataset): Promise<Map<string, number>>
  countRows(table: string): Promise<number>
}

/** A location in keys: ids are opaque, and may have a slash in them, or be the word that stands for no location. */
export const locationKey = (locationId: string | null): string => {
  if (locationId === null) return 'none'
  return locationId === 'none' ? '%6Eone' : encodeURIComponent(locationId)
}

export const readLocationKey = (key: string): string | null => (key === 'none' ? null : decodeURIComponent(key))

export const segmentKey = ({ day, locationId }: SegmentId): string => `${day}/${locationKey(locationId)}`

/** Counts that a database gives by day and location, where '' is none. */
export const segmentCounts = (counts: readonly Readonly<Record<string, unknown>>[]): Map<string, number> =>
  new Map(
    counts.map(({ day, location, total }) => [
      segmentKey({ day: String(day), locationId: location ? String(location) : null }),
      Number(total),
    ]),
  )

/** The destination cannot be used as it is; the message is one line, says what to do, and holds no secrets. */
export class DestinationError extends Error {}

/** What was asked for is wrong, whatever is there: an unreadable address, or options of another kind of destination. */
export class DestinationUseError extends DestinationError {}
